// The owner of an account, as staff read it aloud.
import type { DeskAccount } from '@kippu/contract/calls/desk/find';
import { languageName } from '@kippu/words/languages';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Chip } from '../ui/layout/chip.tsx';
import { Facts } from '../ui/layout/facts.tsx';

const WORDS = {
  name: text('氏名', 'Name'),
  email: text('メールアドレス', 'Email'),
  username: text('ユーザー名', 'Username'),
  country: text('国・地域', 'Country or region'),
  language: text('案内の言語', 'Language'),
  since: text('登録日', 'Since'),
  status: text('状態', 'Status'),
  active: text('有効', 'Active'),
  suspended: text('停止中', 'Suspended'),
  deleted: text('削除済み', 'Deleted'),
};
/** Returns a country's name in the desk's language. An unknown country is shown by its code. */
function countryName(country: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** The owner. Of a deleted account nothing is known but that it was deleted, and when it began. */
export function AccountFacts({ of: account }: { readonly of: DeskAccount }) {
  const say = useSay();
  const language = useLanguage();
  const { day } = useFormat();
  const { status } = account;
  const person: readonly (readonly [string, string])[] =
    status === 'deleted'
      ? []
      : [
          [say(WORDS.name), account.fullname],
          [say(WORDS.email), account.email],
          [say(WORDS.username), account.username],
          [say(WORDS.country), countryName(account.country, language)],
          [say(WORDS.language), languageName(account.language)],
        ];
  return (
    <Facts
      of={[
        ...person,
        [say(WORDS.since), day(account.createdAt)],
        [
          say(WORDS.status),
          <Chip key="status" tone={status === 'active' ? 'ok' : 'warn'}>
            {say(WORDS[status])}
          </Chip>,
        ],
      ]}
    />
  );
}

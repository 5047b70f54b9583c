// Failed sign-ins and other attacks, for managers, above the record.
import { deskHome } from '@kippu/contract/routes/desk/home';
import { deskFailedSignIns } from '@kippu/contract/routes/desk/record';
import type { DataOf } from '@kippu/contract/route-types';
import { useFormat } from '../app/text/format.ts';
import { useRead } from '../app/call/queries.ts';
import { useMay } from '../app/session/rights.ts';
import { text, useSay } from '../app/text/texts.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import css from './record.module.css';

const WORDS = {
  siege: text('デスクへの不審なサインインが続いています', 'Somebody keeps trying to sign in to the desk'),
  day: text('失敗したサインイン（過去24時間）', 'Failed sign-ins in the last 24 hours'),
  count: (failures: number, since: string, last: string) =>
    text('{since}から{last}までに{failures}件', '{failures} from {since} to {last}', {
      since,
      last,
      failures,
    }),
  nobody: (failures: number) =>
    text('登録のないメールアドレス：{failures}件', 'With unknown email addresses: {failures}', { failures }),
  one: (name: string, email: string, failures: number) =>
    text('{name}（{email}）：{failures}件', '{name} ({email}): {failures} failed', { name, email, failures }),
  advice: text(
    '名前の出ている係員に、身に覚えがあるか確かめてください。心当たりがなければ、初回パスワードを発行し直してください。',
    'Ask the staff named here whether it was them. If not, give them a new first password.',
  ),
  attacked: text(
    '旅客のアカウントときっぷが狙われています',
    'Travellers’ accounts and tickets are under attack',
  ),
  accounts: (count: number) =>
    text('誤ったパスワードで停止中のアカウント：{count}件', 'Accounts locked by wrong passwords: {count}', {
      count,
    }),
  codes: (count: number) =>
    text(
      '過去10分に入力された誤ったきっぷのコード：{count}件',
      'Wrong ticket codes in ten minutes: {count}',
      { count },
    ),
  limited: text(
    '誤った入力は自動で制限され、停止は10分で解けます。続くときは、システムの担当者に知らせてください。',
    'Wrong entries are limited by themselves, and a lock ends after ten minutes. If it goes on, inform the administrators of the system.',
  ),
};
type Failures = DataOf<typeof deskFailedSignIns>;

function Facts({ of: { failures, ofNobody, since = '', last = '', staff } }: { readonly of: Failures }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  return (
    <>
      <p>{say(WORDS.count(failures, shortMoment(since), shortMoment(last)))}</p>
      <ul className={css['failures']}>
        {staff.map(({ staffId, name, email, failures: own }) => (
          <li key={staffId}>{say(WORDS.one(name, email, own))}</li>
        ))}
        {ofNobody > 0 && <li>{say(WORDS.nobody(ofNobody))}</li>}
      </ul>
      {staff.length > 0 && <p>{say(WORDS.advice)}</p>}
    </>
  );
}

/** Shows nothing without failures. */
export function FailedSignIns() {
  const say = useSay();
  const may = useMay();
  const { data } = useRead(deskFailedSignIns, {}, { enabled: may(deskFailedSignIns) });
  if (!data || data.failures === 0) return null;
  return (
    <NoticeBox tone={data.siege ? 'warn' : 'info'} title={say(data.siege ? WORDS.siege : WORDS.day)}>
      <Facts of={data} />
    </NoticeBox>
  );
}

/** What attacks on travellers are going on. Shows nothing without one. */
export function TravellerAttacks() {
  const say = useSay();
  const { accounts = 0, codes = 0 } = useRead(deskHome, {}).data?.attacks ?? {};
  if (accounts + codes === 0) return null;
  return (
    <NoticeBox tone="warn" title={say(WORDS.attacked)}>
      <ul className={css['failures']}>
        {accounts > 0 && <li>{say(WORDS.accounts(accounts))}</li>}
        {codes > 0 && <li>{say(WORDS.codes(codes))}</li>}
      </ul>
      <p>{say(WORDS.limited)}</p>
    </NoticeBox>
  );
}

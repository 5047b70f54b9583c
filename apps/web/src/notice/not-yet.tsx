// The mark of a notice that is not written yet in the reader's language.
import type { NoticeHead } from '@kippu/contract/calls/traveller/notice';
import { languageName } from '@kippu/words/languages';
import { useMessages } from '../i18n/messages.ts';
import css from './notice-list.module.css';

/** Shows nothing for a notice in the reader's language. */
export function NotYet({ of: { language } }: { readonly of: Pick<NoticeHead, 'language'> }) {
  const { notice: words } = useMessages();
  if (language === undefined) return null;
  return <span className={css['date']}>{words.notYet(languageName(language))}</span>;
}

// The mail that says that an endpoint gets no more events, to the partner's contact.
import { chooseLanguage } from '@kippu/contract/languages';
import { mailWords } from '@kippu/words/server-words';
import { fillMail } from '../../platform/mail/mail-format.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** Makes the mail, in the railway's own language: a partner has none. `isGone`: the endpoint answered that it wants no more events. */
export function disabledMail(
  to: string,
  { isGone, ...about }: Readonly<Record<'url' | 'reason' | 'days', string>> & { readonly isGone: boolean },
): Mail {
  const language = chooseLanguage([]);
  const [subject, text] = mailWords(language).partner[isGone ? 'gone' : 'disabled'];
  return { kind: 'webhookDisabled', to, language, subject: fillMail(subject), text: fillMail(text, about) };
}

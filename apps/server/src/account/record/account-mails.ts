// The mails about an account.
import type { Language } from '@kippu/contract/languages';
import type { AccountMails } from '@kippu/words/mail-words';
import { mailWords } from '@kippu/words/server-words';
import { fillMail, zonedMomentIn } from '../../platform/mail/mail-format.ts';
import type { Mail } from '../../platform/mail/mail.ts';

function fill(
  kind: keyof AccountMails,
  language: Language,
  to: string,
  values: Readonly<Record<string, string>>,
): Mail {
  const [subject, text] = mailWords(language).account[kind];
  return { kind, to, language, subject: fillMail(subject), text: fillMail(text, values) };
}

export const codeMail = (
  to: string,
  language: Language,
  { purpose, code }: { readonly purpose: 'registry' | 'resetPassword'; readonly code: string },
): Mail => ({ ...fill(purpose, language, to, { code }), code });

/** Sent to the owner when somebody registers the email again. The caller gets no hint. */
export const alreadyRegisteredMail = (to: string, language: Language, origin: string): Mail =>
  fill('alreadyRegistered', language, to, { origin });

/** Warns the owner, in case somebody else changed it. */
export const passwordChangedMail = (to: string, language: Language, at: string, origin: string): Mail =>
  fill('passwordChanged', language, to, { at: zonedMomentIn(at, language), origin });

/** `ended` says which tickets ended with the account; '' for none. */
export function deletedMail(to: string, language: Language, at: string, ended: string): Mail {
  const mail = fill('deleted', language, to, { at: zonedMomentIn(at, language) });
  return ended === '' ? mail : { ...mail, text: `${mail.text}\n\n${ended}` };
}

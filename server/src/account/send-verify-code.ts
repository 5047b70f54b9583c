// Mails a six-digit code; the answer is the same whether or not the email is registered.
import { randomBytes, randomInt } from 'node:crypto';
import {
  RESEND_SECONDS,
  VERIFY_CODE_DIGITS,
  VERIFY_CODE_SECONDS,
  type Language,
} from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Mail } from '../mail/send-mail.ts';
import { alreadyRegisteredMail, codeMail } from './account-mails.ts';
import * as store from './account-store.ts';
import type { Keys } from './password-crypto.ts';

export type CodePurpose = 'registry' | 'resetPassword';

export interface SendVerifyCode {
  /** Normalised. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
  readonly publicOrigin: string;
}

/** What a stored code looks like: keyed, for six digits are quickly tried through. */
export const codeMac = (keys: Keys, email: string, purpose: string, code: string): string =>
  keys.mac(`${purpose}\n${email}\n${code}`);

/** Stores a code and gives the mail to send once the transaction has committed. */
export async function sendVerifyCode(
  trx: Trx,
  keys: Keys,
  { email, purpose, language, publicOrigin }: SendVerifyCode,
  now: number,
): Promise<Mail | undefined> {
  await store.lockLoginSubject(trx, `code:${purpose}:${email}`);
  const older = await store.lockVerifyCode(trx, email, purpose);
  const wait = older ? Math.ceil((older.created_at.getTime() + RESEND_SECONDS * 1000 - now) / 1000) : 0;
  if (wait > 0) throw new AppError('MFA-0031', { values: { seconds: wait }, retryAfter: wait });
  const account = await store.findAccountByEmail(trx, email);
  const usable = purpose === 'registry' ? account === undefined : account?.status === 'active';
  const code = String(randomInt(10 ** VERIFY_CODE_DIGITS)).padStart(VERIFY_CODE_DIGITS, '0');
  await store.putVerifyCode(trx, {
    email,
    purpose,
    // An unusable code still leaves a row, so that resending too early answers alike.
    code_hash: usable ? codeMac(keys, email, purpose, code) : randomBytes(32).toString('hex'),
    created_at: new Date(now),
    expires_at: new Date(now + VERIFY_CODE_SECONDS * 1000),
  });
  if (usable) return codeMail(email, language, code);
  return purpose === 'registry' ? alreadyRegisteredMail(email, language, publicOrigin) : undefined;
}

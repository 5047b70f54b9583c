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
import { countAttempt, readAttempts, secondsToWait } from './attempt-limit.ts';
import { spendCaptchaPass } from './one-time-pass.ts';
import type { Keys } from './password-crypto.ts';

export type CodePurpose = 'registry' | 'resetPassword';

interface SendVerifyCode {
  /** Normalised. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
  readonly publicOrigin: string;
  readonly address: string;
  /** The phone that asks. */
  readonly deviceId: string;
  readonly captchaPass: string | undefined;
}

const WINDOW_MS = 3_600_000;
/** Codes an hour before a captcha is asked for, and at all: a mailbox must not be flooded by a stranger. */
const EMAIL_CODES = { free: 3, most: 10 } as const;
/** A station's guests share one address. */
const ADDRESS_CODES = { free: 10, most: 200 } as const;

/** What a stored code looks like: keyed, for six digits are quickly tried through; good on the phone that asked only. */
export const codeMac = (
  keys: Keys,
  proof: Pick<SendVerifyCode, 'email' | 'purpose' | 'deviceId'> & { readonly code: string },
): string => keys.mac(JSON.stringify([proof.purpose, proof.email, proof.deviceId, proof.code]));

function tooEarly(seconds: number): AppError {
  return new AppError('MFA-0031', { values: { seconds }, retryAfter: seconds });
}

/** Throws MFA-0031 or imgCodeError, or counts the code; alike for every email, registered or not. */
async function countCode(
  trx: Trx,
  keys: Keys,
  { email, address, captchaPass, purpose }: SendVerifyCode,
  now: number,
): Promise<void> {
  // Always the email before the address: two requests can never wait for each other.
  const byEmail = await readAttempts(trx, `code:${keys.mac(email)}`, WINDOW_MS, now);
  const byAddress = await readAttempts(trx, `code-address:${keys.mac(address)}`, WINDOW_MS, now);
  const older = await store.lockVerifyCode(trx, email, purpose);
  const wait = Math.max(
    older ? Math.ceil((older.created_at.getTime() + RESEND_SECONDS * 1000 - now) / 1000) : 0,
    secondsToWait(byEmail, EMAIL_CODES.most, now),
    secondsToWait(byAddress, ADDRESS_CODES.most, now),
  );
  if (wait > 0) throw tooEarly(wait);
  const many = byEmail.times.length >= EMAIL_CODES.free || byAddress.times.length >= ADDRESS_CODES.free;
  if (many && !(await spendCaptchaPass(trx, captchaPass, now))) throw new AppError('imgCodeError');
  await countAttempt(trx, byEmail, now);
  await countAttempt(trx, byAddress, now);
}

/** Stores a code and gives the mail to send once the transaction has committed. */
export async function sendVerifyCode(
  trx: Trx,
  keys: Keys,
  request: SendVerifyCode,
  now: number,
): Promise<Mail | undefined> {
  await countCode(trx, keys, request, now);
  const { email, purpose, language, publicOrigin } = request;
  const account = await store.findAccountByEmail(trx, email);
  const usable = purpose === 'registry' ? account === undefined : account?.status === 'active';
  const code = String(randomInt(10 ** VERIFY_CODE_DIGITS)).padStart(VERIFY_CODE_DIGITS, '0');
  await store.putVerifyCode(trx, {
    email,
    purpose,
    // An unusable code still leaves a row, so that resending too early answers alike.
    code_hash: usable ? codeMac(keys, { ...request, code }) : randomBytes(32).toString('hex'),
    created_at: new Date(now),
    expires_at: new Date(now + VERIFY_CODE_SECONDS * 1000),
  });
  if (usable) return codeMail(email, language, code);
  return purpose === 'registry' ? alreadyRegisteredMail(email, language, publicOrigin) : undefined;
}

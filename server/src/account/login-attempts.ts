// Failed logins: when a captcha is asked for, and when the account or the address is locked.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { insertLoginFailure, listLoginFailures, lockSubject } from './attempt-store.ts';
import { spendCaptchaPass } from './one-time-pass.ts';
import type { Keys } from './password-crypto.ts';

const LOCK_MS = 10 * 60_000;
const FAILURES_TO_CAPTCHA = 3;
const ACCOUNT_FAILURES_TO_LOCK = 5;
/** A hotel's guests share one address, so it is locked only when many accounts are tried from it. */
const ADDRESS_FAILURES_TO_LOCK = 50;

export const accountSubject = (keys: Keys, email: string): string => `account:${keys.mac(email)}`;
export const staffSubject = (keys: Keys, email: string): string => `staff:${keys.mac(email)}`;
const addressSubject = (keys: Keys, address: string): string => `address:${keys.mac(address)}`;

/** Milliseconds until the lock ends; 0 when there is none. `failures` newest first. */
function lockLeft(failures: readonly Date[], most: number, now: number): number {
  const newest = failures[0];
  const decisive = failures[most - 1];
  if (!decisive || !newest || newest.getTime() - decisive.getTime() >= LOCK_MS) return 0;
  return Math.max(0, newest.getTime() + LOCK_MS - now);
}

type LockCode = 'MFA-0011' | 'MFA-0012';

function locked(code: LockCode, failures: readonly Date[], most: number, now: number): AppError | undefined {
  const left = Math.ceil(lockLeft(failures, most, now) / 1000);
  if (left <= 0) return undefined;
  return new AppError(code, { values: { minutes: Math.ceil(left / 60) }, retryAfter: left });
}

async function readFailures(trx: Trx, subject: string, now: number): Promise<Date[]> {
  await lockSubject(trx, subject);
  // The fifth failure may be almost ten minutes older than the one that began the lock.
  return listLoginFailures(trx, subject, new Date(now - 2 * LOCK_MS));
}

/** MFA-0011 when an account or a member of staff is locked; holds the subject until the transaction ends. */
export async function lockOf(trx: Trx, subject: string, now: number): Promise<AppError | undefined> {
  return locked('MFA-0011', await readFailures(trx, subject, now), ACCOUNT_FAILURES_TO_LOCK, now);
}

interface LoginAttempt {
  /** Of accountSubject or staffSubject. */
  readonly subject: string;
  readonly address: string;
  /** What a third failure asks for; null where it asks for nothing. */
  readonly captcha: { readonly pass: string | undefined } | null;
}

/**
 * Notes the attempt as a failure before the password is looked at, so that parallel guesses count too; gives the id of
 * the address's failure, which a success takes back. Throws MFA-0011, MFA-0012 or imgCodeError.
 */
export async function countLoginAttempt(
  trx: Trx,
  keys: Keys,
  { subject, address, captcha }: LoginAttempt,
  now: number,
): Promise<string> {
  const place = addressSubject(keys, address);
  // Always the account before the address: two attempts can never wait for each other.
  const byAccount = await readFailures(trx, subject, now);
  const byAddress = await readFailures(trx, place, now);
  const lock =
    locked('MFA-0011', byAccount, ACCOUNT_FAILURES_TO_LOCK, now) ??
    locked('MFA-0012', byAddress, ADDRESS_FAILURES_TO_LOCK, now);
  if (lock) throw lock;
  const isMany = (failures: readonly Date[]) => {
    const third = failures[FAILURES_TO_CAPTCHA - 1];
    return third !== undefined && now - third.getTime() < LOCK_MS;
  };
  if (
    captcha &&
    (isMany(byAccount) || isMany(byAddress)) &&
    !(await spendCaptchaPass(trx, captcha.pass, now))
  )
    throw new AppError('imgCodeError');
  await insertLoginFailure(trx, subject, new Date(now));
  return insertLoginFailure(trx, place, new Date(now));
}

// Signs a guest in by email and password; five failures within ten minutes lock for ten.
import { inTransaction, type Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { startSession } from '../http/session.ts';
import * as store from './account-store.ts';
import { isPassword, spendPasswordTime, type Keys } from './password-crypto.ts';
import type { SignedIn } from './registry.ts';

const FAILURES_TO_LOCK = 5;
const LOCK_MS = 10 * 60_000;

export interface Login {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

/** Milliseconds until the lock ends; 0 when there is none. `failures` newest first. */
export function lockLeft(failures: readonly Date[], now: number): number {
  const fifth = failures[FAILURES_TO_LOCK - 1];
  const newest = failures[0];
  if (!fifth || !newest || newest.getTime() - fifth.getTime() >= LOCK_MS) return 0;
  return Math.max(0, newest.getTime() + LOCK_MS - now);
}

/** Notes the attempt as a failure before the password is looked at, so that parallel guesses count too. */
async function countAttempt(db: Db, subject: string, now: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await store.lockLoginSubject(trx, subject);
    const since = new Date(now - 2 * LOCK_MS);
    const left = Math.ceil(lockLeft(await store.listLoginFailures(trx, subject, since), now) / 1000);
    if (left > 0) {
      throw new AppError('MFA-0011', { values: { minutes: Math.ceil(left / 60) }, retryAfter: left });
    }
    await store.insertLoginFailure(trx, subject, new Date(now), since);
  });
}

/** Signs in, ending the older session. Three short transactions: the slow password check holds none of them. */
export async function login(
  db: Db,
  keys: Keys,
  { email, password, deviceId }: Login,
  now: number,
): Promise<SignedIn> {
  const subject = `account:${keys.mac(email)}`;
  await countAttempt(db, subject, now);
  const account = await store.findAccountByEmail(db, email);
  if (!account) {
    await spendPasswordTime(password);
    throw new AppError('AccountOrPwdError');
  }
  if (!(await isPassword(account.password_hash, password))) throw new AppError('AccountOrPwdError');
  return inTransaction(db, async (trx) => {
    const locked = await store.lockAccount(trx, account.account_id);
    if (locked?.password_hash !== account.password_hash) throw new AppError('AccountOrPwdError');
    if (locked.status !== 'active') throw new AppError('AccountUnavailable');
    await store.deleteLoginFailures(trx, subject);
    return { account: locked, tokens: await startSession(trx, locked.account_id, deviceId, now) };
  });
}

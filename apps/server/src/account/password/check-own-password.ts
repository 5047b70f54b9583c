// Asks a signed-in guest for the password again. Wrong ones count against this session only.
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as store from '../record/account-store.ts';
import { deleteLoginFailures, insertLoginFailure } from '../login/attempt-store.ts';
import { lockOf, sessionSubject } from '../login/login-attempts.ts';
import type { Passwords } from '../password-crypto/hash-password.ts';

export interface OwnPassword {
  readonly accountId: string;
  readonly sessionId: string;
  /** Decrypted. */
  readonly password: string;
}

/**
 * Checks the account's password. Returns the account as read. The try counts as failed before the check, so that parallel tries count too;
 * a right password deletes the failures. The slow check runs outside transactions, so a caller that writes must call `lockChecked` first.
 * Throws AppError AUTH-0020, MFA-0011 while locked, SES-0003 where the account is gone.
 */
export async function checkOwnPassword(
  db: Db,
  passwords: Passwords,
  { accountId, sessionId, password }: OwnPassword,
  now: number,
): Promise<store.AccountRow> {
  const account = await store.findAccount(db, accountId);
  if (account?.status !== 'active') throw new AppError('SES-0003');
  const subject = sessionSubject('account', sessionId);
  await inTransaction(db, async (trx) => {
    const lock = await lockOf(trx, subject, now);
    if (lock) throw lock;
    await insertLoginFailure(trx, subject, new Date(now));
  });
  if (!(await passwords.matches(account.password_hash, password))) throw new AppError('AUTH-0020');
  await inTransaction(db, (trx) => deleteLoginFailures(trx, subject));
  return account;
}

/**
 * Locks the account whose password was checked and returns its current row. Throws AppError SES-0003 where it was deleted or suspended
 * since, AUTH-0020 where its password changed since.
 */
export async function lockChecked(trx: Trx, checked: store.AccountRow): Promise<store.AccountRow> {
  const account = await store.lockAccount(trx, checked.account_id);
  if (account?.status !== 'active') throw new AppError('SES-0003');
  if (account.password_hash !== checked.password_hash) throw new AppError('AUTH-0020');
  return account;
}

// Asks a signed-in guest for the password again; wrong ones count as failed logins of the account.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from './account-store.ts';
import { deleteLoginFailures, insertLoginFailure } from './attempt-store.ts';
import { lockOf, accountSubject } from './login-attempts.ts';
import { isPassword, type Keys } from './password-crypto.ts';

/** The account's locked row, or the refusal (AUTH-0020, MFA-0011), which must be committed, for it counts. */
export async function checkOwnPassword(
  trx: Trx,
  keys: Keys,
  { accountId, password }: { accountId: string; password: string },
  now: number,
): Promise<store.AccountRow | AppError> {
  const account = await store.lockAccount(trx, accountId);
  if (account?.status !== 'active') throw new AppError('SES-0003');
  const subject = accountSubject(keys, account.email ?? '');
  const lock = await lockOf(trx, subject, now);
  if (lock) return lock;
  if (!(await isPassword(account.password_hash, password))) {
    await insertLoginFailure(trx, subject, new Date(now));
    return new AppError('AUTH-0020');
  }
  await deleteLoginFailures(trx, subject);
  return account;
}

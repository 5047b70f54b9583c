// A new password in place of the old one, and never one that the account had before.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from './account-store.ts';
import { isPassword } from './password-crypto.ts';
import { deletePassesOf } from './proof-store.ts';

/** Throws ACC-0008 when one of the hashes is the password's. One after the other: each check takes 19 MiB. */
export async function refuseUsedPassword(hashes: readonly string[], password: string): Promise<void> {
  for (const passwordHash of hashes) {
    if (await isPassword(passwordHash, password)) throw new AppError('ACC-0008');
  }
}

/** Sets it, keeps it in the history and voids what was handed out to change the older one. */
export async function setPassword(
  trx: Trx,
  account: store.AccountRow,
  passwordHash: string,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await store.updateAccount(trx, account.account_id, {
    password_hash: passwordHash,
    password_changed_at: at,
  });
  await store.insertPasswordHistory(trx, account.account_id, passwordHash, at);
  await deletePassesOf(trx, account.account_id);
  if (account.email !== null) await store.deleteVerifyCode(trx, account.email, 'resetPassword');
}

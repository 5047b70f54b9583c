// Replaces a password and refuses former ones.
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as store from '../record/account-store.ts';
import type { Passwords } from '../password-crypto/hash-password.ts';
import { deletePassesOf } from '../proofs/proof-store.ts';

/** Throws AppError ACC-0008 when the password is the account's current one or one in its history. */
export async function refuseUsedPassword(
  db: Db,
  passwords: Passwords,
  account: store.AccountRow,
  password: string,
): Promise<void> {
  const former = await store.listPasswordHashes(db, account.account_id);
  for (const passwordHash of new Set([account.password_hash, ...former]))
    if (await passwords.matches(passwordHash, password)) throw new AppError('ACC-0008');
}

/** Sets the password, adds it to the history and voids all codes and passes that could change the older one. */
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
  await store.deleteResetCodes(trx, account.account_id);
}

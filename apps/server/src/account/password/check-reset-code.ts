// Turns the code of a reset mail into the right to set a new password.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from './account-store.ts';
import { givePass } from './one-time-pass.ts';
import type { Keys } from './password-crypto.ts';
import { spendVerifyCode, type Proof } from './spend-verify-code.ts';

/** The reset ticket; a returned refusal must be committed, for a wrong code counts. */
export async function checkResetCode(
  trx: Trx,
  keys: Keys,
  proof: Omit<Proof, 'purpose'>,
  now: number,
): Promise<string | AppError> {
  const refusal = await spendVerifyCode(trx, keys, { ...proof, purpose: 'resetPassword' }, now);
  if (refusal) return refusal;
  const account = await store.findAccountByEmail(trx, proof.email);
  if (account?.status !== 'active') return new AppError('ACC-0004');
  return givePass(trx, 'reset', account.account_id, now);
}

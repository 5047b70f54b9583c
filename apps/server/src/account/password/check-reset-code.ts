// Exchanges the code of a reset mail for a reset ticket.
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as store from '../record/account-store.ts';
import { issuePass } from '../proofs/one-time-pass.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { spendVerifyCode, type Proof } from '../sign-up/spend-verify-code.ts';

/** Returns the reset ticket, or a refusal. Commit either: a wrong code is counted. */
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
  return issuePass(trx, 'reset', account.account_id, now);
}

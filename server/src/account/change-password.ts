// Changes a known password; the session that does it goes on with fresh tokens, and an account has no other.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { expireAccessTokens } from '../http/session-store.ts';
import * as store from './account-store.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { hashPassword, type Keys } from './password-crypto.ts';
import { refuseUsedPassword, setPassword } from './set-password.ts';

interface ChangePassword {
  readonly accountId: string;
  readonly oldPassword: string;
  /** By the rule already. */
  readonly password: string;
}

/** The account, whose owner is to be told; a returned refusal must be committed, for a wrong password counts. */
export async function changePassword(
  trx: Trx,
  keys: Keys,
  { accountId, oldPassword, password }: ChangePassword,
  now: number,
): Promise<store.AccountRow | AppError> {
  const account = await checkOwnPassword(trx, keys, { accountId, password: oldPassword }, now);
  if (account instanceof AppError) return account;
  if (password === oldPassword) throw new AppError('AUTH-0022');
  await refuseUsedPassword(await store.listPasswordHashes(trx, accountId), password);
  await setPassword(trx, account, await hashPassword(password), now);
  // Who holds a stolen access token is out at once; the phone refreshes, and of two who do one is found out.
  await expireAccessTokens(trx, accountId, new Date(now));
  return account;
}

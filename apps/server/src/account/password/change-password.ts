// Changes a known password. The session continues with new tokens; the account has no other session.
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { expireTokens } from '../../session/session-store.ts';
import * as store from '../record/account-store.ts';
import { checkOwnPassword, lockChecked } from './check-own-password.ts';
import { withPasswords } from '../password-crypto/hash-password.ts';
import { refuseUsedPassword, setPassword } from './set-password.ts';

/** Time for the phone to exchange its refresh token for new tokens. */
const REFRESH_MS = 10 * 60_000;

interface ChangePassword {
  readonly accountId: string;
  readonly sessionId: string;
  readonly oldPassword: string;
  /** Already checked by the password rule. */
  readonly password: string;
}

/** A checked change, to be written by `changePassword`. */
export interface CheckedChange {
  /** As read when its password was checked. */
  readonly account: store.AccountRow;
  readonly passwordHash: string;
}

/**
 * The slow part of a change, outside transactions. Throws AppError AUTH-0020 and MFA-0011 (the try is counted), AUTH-0022 for the
 * same password, ACC-0008 for a former one, SES-0003, REQ-0008.
 */
export function checkPasswordChange(
  db: Db,
  { accountId, sessionId, oldPassword, password }: ChangePassword,
  now: number,
): Promise<CheckedChange> {
  return withPasswords(accountId, async (passwords) => {
    const own = { accountId, sessionId, password: oldPassword };
    const account = await checkOwnPassword(db, passwords, own, now);
    if (password === oldPassword) throw new AppError('AUTH-0022');
    await refuseUsedPassword(db, passwords, account, password);
    return { account, passwordHash: await passwords.hash(password) };
  });
}

/** Writes a checked change. Returns the account, whose owner must be notified. Throws as `lockChecked`. */
export async function changePassword(
  trx: Trx,
  { account: checked, passwordHash }: CheckedChange,
  now: number,
): Promise<store.AccountRow> {
  const account = await lockChecked(trx, checked);
  await setPassword(trx, account, passwordHash, now);
  // A stolen access token stops working at once. The phone refreshes; a second use of the same refresh token ends the session.
  const refreshUntil = new Date(now + REFRESH_MS);
  await expireTokens(trx, account.account_id, { now: new Date(now), refreshUntil });
  return account;
}

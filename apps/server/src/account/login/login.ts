// Signs a guest in by email and password. Three failures require a captcha; five within ten minutes lock for ten.
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { startSession } from '../../session/session.ts';
import * as store from '../record/account-store.ts';
import type { Device } from './known-device.ts';
import { countLoginAttempt, forgetFailures, turnOf } from './login-attempts.ts';
import { withPasswords } from '../password-crypto/hash-password.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { SignedIn } from '../sign-up/registry.ts';

export interface Login {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
  /** The browser, by its cookie. */
  readonly device: Device;
  readonly address: string;
  readonly captchaPass: string | undefined;
}

/**
 * Signs in and ends the older session. Uses three short transactions; the slow password check runs outside them. Throws AppError MFA-0011,
 * imgCodeError, AccountOrPwdError, AccountUnavailable, REQ-0008.
 */
export function login(
  db: Db,
  keys: Keys,
  { email, password, deviceId, device, address, captchaPass }: Login,
  now: number,
) {
  const attempt = { kind: 'account', email, device, address, captchaPass } as const;
  return withPasswords(turnOf(keys, attempt, now), async (passwords): Promise<SignedIn> => {
    const counted = await inTransaction(db, (trx) => countLoginAttempt(trx, keys, attempt, now));
    const account = await store.findAccountByEmail(db, email);
    if (!account) {
      await passwords.spendTime(password);
      throw new AppError('AccountOrPwdError');
    }
    if (!(await passwords.matches(account.password_hash, password))) throw new AppError('AccountOrPwdError');
    const renewed = await passwords.renewed(account.password_hash, password);
    return inTransaction(db, async (trx) => {
      const locked = await store.lockAccount(trx, account.account_id);
      if (locked?.password_hash !== account.password_hash) throw new AppError('AccountOrPwdError');
      if (locked.status !== 'active') throw new AppError('AccountUnavailable');
      await forgetFailures(trx, counted);
      if (renewed !== undefined)
        await store.updateAccount(trx, locked.account_id, { password_hash: renewed });
      return { account: locked, tokens: await startSession(trx, locked.account_id, deviceId, now) };
    });
  });
}

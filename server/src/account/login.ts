// Signs a guest in by email and password; three failures ask for a captcha, five within ten minutes lock for ten.
import { inTransaction, type Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { startSession } from '../http/session.ts';
import * as store from './account-store.ts';
import { deleteLoginFailure, deleteLoginFailures } from './attempt-store.ts';
import { accountSubject, countLoginAttempt } from './login-attempts.ts';
import { isPassword, spendPasswordTime, type Keys } from './password-crypto.ts';
import type { SignedIn } from './registry.ts';

export interface Login {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
  readonly address: string;
  readonly captchaPass: string | undefined;
}

/** Signs in, ending the older session. Three short transactions: the slow password check holds none of them. */
export async function login(
  db: Db,
  keys: Keys,
  { email, password, deviceId, address, captchaPass }: Login,
  now: number,
): Promise<SignedIn> {
  const subject = accountSubject(keys, email);
  const attempt = { subject, address, captcha: { pass: captchaPass } };
  const failureId = await inTransaction(db, (trx) => countLoginAttempt(trx, keys, attempt, now));
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
    await deleteLoginFailures(trx, subject);
    await deleteLoginFailure(trx, failureId);
    return { account: locked, tokens: await startSession(trx, locked.account_id, deviceId, now) };
  });
}

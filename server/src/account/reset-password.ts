// Sets a forgotten password by a reset ticket: everywhere signed out, the lock lifted.
import { VERIFY_CODE_TRIES } from '@kippu/contract/limits';
import { inTransaction, type Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { endSessions } from '../http/session-store.ts';
import { hashToken } from '../http/session.ts';
import * as store from './account-store.ts';
import { deleteLoginFailures } from './attempt-store.ts';
import { accountSubject } from './login-attempts.ts';
import { hashPassword, type Keys } from './password-crypto.ts';
import { countPassTry, takePass } from './proof-store.ts';
import { refuseUsedPassword, setPassword } from './set-password.ts';

interface ResetPassword {
  readonly resetTicket: string;
  /** By the rule already. */
  readonly password: string;
}

/** The account whose ticket it is, while it may be used. Throws ACC-0005 (too late, too often) or AUTH-0021. */
async function accountOfTicket(db: Db, ticketHash: string, now: number): Promise<store.AccountRow> {
  const pass = await inTransaction(db, (trx) => countPassTry(trx, ticketHash, 'reset'));
  if (!pass?.account_id) throw new AppError('AUTH-0021');
  if (pass.expires_at.getTime() <= now || pass.tries > VERIFY_CODE_TRIES) throw new AppError('ACC-0005');
  const account = await store.findAccount(db, pass.account_id);
  if (account?.status !== 'active') throw new AppError('AUTH-0021');
  return account;
}

/**
 * Gives the account, whose owner is to be told. A password that is refused leaves the ticket for another try.
 * Short transactions: the slow password checks hold none of them.
 */
export async function resetPassword(
  db: Db,
  keys: Keys,
  { resetTicket, password }: ResetPassword,
  now: number,
): Promise<store.AccountRow> {
  const ticketHash = hashToken(resetTicket);
  const account = await accountOfTicket(db, ticketHash, now);
  await refuseUsedPassword(await store.listPasswordHashes(db, account.account_id), password);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const locked = await store.lockAccount(trx, account.account_id);
    const taken = await takePass(trx, ticketHash, 'reset');
    if (!taken || locked?.password_hash !== account.password_hash) throw new AppError('AUTH-0021');
    await setPassword(trx, locked, passwordHash, now);
    await endSessions(trx, account.account_id, 'password', new Date(now));
    await deleteLoginFailures(trx, accountSubject(keys, account.email ?? ''));
  });
  return account;
}

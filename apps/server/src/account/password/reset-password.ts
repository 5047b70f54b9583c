// Sets a forgotten password by a reset ticket: ends all sessions and lifts the lock.
import { VERIFY_CODE_TRIES } from '@kippu/contract/limits';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { slowCalls } from '../../platform/limits/one-at-a-time.ts';
import { endSessions } from '../../session/session-store.ts';
import { hashToken } from '../../session/session.ts';
import * as store from '../record/account-store.ts';
import { liftLocks } from '../login/login-attempts.ts';
import { withPasswords } from '../password-crypto/hash-password.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { countPassTry, takePass } from '../proofs/proof-store.ts';
import { refuseUsedPassword, setPassword } from './set-password.ts';

interface ResetPassword {
  readonly resetTicket: string;
  /** Already checked by the password rule. */
  readonly password: string;
  /** The caller's. */
  readonly address: string;
  /** Queues the mail to the owner, in the transaction of the change. */
  readonly notify: (trx: Trx, account: store.AccountRow) => Promise<void>;
}

/** Returns the ticket's account and counts the try. Throws AppError ACC-0005 (expired, too many tries) or AUTH-0021. */
async function accountOfTicket(db: Db, ticketHash: string, now: number): Promise<store.AccountRow> {
  const pass = await inTransaction(db, (trx) => countPassTry(trx, ticketHash, 'reset'));
  if (!pass?.account_id) throw new AppError('AUTH-0021');
  if (pass.expires_at.getTime() <= now || pass.tries > VERIFY_CODE_TRIES) throw new AppError('ACC-0005');
  const account = await store.findAccount(db, pass.account_id);
  if (account?.status !== 'active') throw new AppError('AUTH-0021');
  return account;
}

/**
 * Returns the account. A refused password leaves the ticket valid. The slow password checks run outside
 * transactions, one at a time for each ticket. Throws AppError ACC-0005, AUTH-0021, ACC-0008, REQ-0008, REQ-0004.
 */
export function resetPassword(
  db: Db,
  keys: Keys,
  { resetTicket, password, address, notify }: ResetPassword,
  now: number,
): Promise<store.AccountRow> {
  const ticketHash = hashToken(resetTicket);
  return withPasswords(address, (passwords) =>
    slowCalls.run(`reset:${ticketHash}`, async () => {
      const account = await accountOfTicket(db, ticketHash, now);
      await refuseUsedPassword(db, passwords, account, password);
      const passwordHash = await passwords.hash(password);
      await writeReset(db, keys, { account, ticketHash, passwordHash, notify }, now);
      return account;
    }),
  );
}

interface CheckedReset {
  /** As read when the ticket was checked. */
  readonly account: store.AccountRow;
  readonly ticketHash: string;
  readonly passwordHash: string;
  readonly notify: ResetPassword['notify'];
}

/** Throws AppError AUTH-0021 where the ticket was used or the password changed since the check. */
async function writeReset(
  db: Db,
  keys: Keys,
  { account, ticketHash, passwordHash, notify }: CheckedReset,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await store.lockAccount(trx, account.account_id);
    const taken = await takePass(trx, ticketHash, 'reset');
    if (!taken || locked?.password_hash !== account.password_hash) throw new AppError('AUTH-0021');
    await setPassword(trx, locked, passwordHash, now);
    await endSessions(trx, account.account_id, 'password', new Date(now));
    await liftLocks(trx, keys, { kind: 'account', email: account.email ?? '' });
    await notify(trx, locked);
  });
}

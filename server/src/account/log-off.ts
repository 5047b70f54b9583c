// Deletes an account: what tells who it was is erased, what the bookkeeping needs stays.
import type { LogOffReason } from '@kippu/contract/account';
import { logOffReasons } from '@kippu/domain/account-rules';
import type { Db, Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { endSessions, eraseSessions } from '../http/session-store.ts';
import * as store from './account-store.ts';
import { checkOwnPassword } from './check-own-password.ts';
import type { Keys } from './password-crypto.ts';
import { deletePassesOf } from './proof-store.ts';

/** What keeps the account from deletion, by the domain's rule. */
export async function reasonsAgainstLogOff(
  db: Db,
  account: store.AccountRow,
  now: number,
): Promise<LogOffReason[]> {
  const tickets = await store.countLiveTickets(db, account.account_id, new Date(now));
  return logOffReasons(
    {
      passwordChangedAt: account.password_changed_at.getTime(),
      unusedTickets: tickets.unused,
      ticketsInUse: tickets.inUse,
    },
    now,
  );
}

/** The account as it was, for the last mail; a returned refusal must be committed, for a wrong password counts. */
export async function logOff(
  trx: Trx,
  keys: Keys,
  own: { accountId: string; password: string },
  now: number,
): Promise<store.AccountRow | AppError> {
  const account = await checkOwnPassword(trx, keys, own, now);
  if (account instanceof AppError) return account;
  const reasons = await reasonsAgainstLogOff(trx, account, now);
  if (reasons.length > 0) throw new AppError('ACC-0011', { values: { reasons: reasons.join(',') } });
  await endSessions(trx, own.accountId, 'deleted', new Date(now));
  await eraseSessions(trx, own.accountId);
  await deletePassesOf(trx, own.accountId);
  await store.eraseAccount(trx, own.accountId, account.email ?? '');
  return account;
}

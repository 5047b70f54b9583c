// Deletes an account: personal data is erased, the rows that bookkeeping needs stay.
import type { LogOffReason } from '@kippu/contract/calls/traveller/account';
import { logOffReasons } from '@kippu/domain/account/rules';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { Moment } from '../../platform/live/late-trains.ts';
import { endSessions, eraseSessions } from '../../session/session-store.ts';
import * as store from '../record/account-store.ts';
import { countLiveTickets } from '../record/given-tickets.ts';
import { lockChecked } from '../password/check-own-password.ts';
import { deletePassesOf } from '../proofs/proof-store.ts';
import { deleteJobsOf } from '../../platform/jobs/job-store.ts';

/** Lists why the account cannot be deleted now. */
export async function reasonsAgainstLogOff(
  db: Db,
  account: store.AccountRow,
  moment: Moment,
): Promise<LogOffReason[]> {
  const tickets = await countLiveTickets(db, account.account_id, moment);
  return logOffReasons(
    {
      passwordChangedAt: account.password_changed_at.getTime(),
      unusedTickets: tickets.unused,
      ticketsInUse: tickets.inUse,
    },
    moment.now,
  );
}

/** The tickets that somebody else gave an account which never used them: they go back when it is deleted. */
export interface GivenTickets {
  /** Takes the locks that come before the account's. */
  readonly lock: (trx: Trx, accountId: string, moment: Moment) => Promise<void>;
  /** Returns what the account's last mail says about tickets that end, because nobody is left who gave them; '' for none. */
  readonly giveBack: (trx: Trx, account: store.AccountRow, moment: Moment) => Promise<string>;
}

/**
 * Deletes the account whose password was checked (`checkOwnPassword`). Returns it as it was and what happened to tickets, for
 * the last mail. Throws AppError ACC-0011 while there are reasons against it, else as `lockChecked`.
 */
export async function logOff(
  trx: Trx,
  checked: store.AccountRow,
  given: GivenTickets,
  moment: Moment,
): Promise<{ readonly account: store.AccountRow; readonly ended: string }> {
  await given.lock(trx, checked.account_id, moment);
  const account = await lockChecked(trx, checked);
  const reasons = await reasonsAgainstLogOff(trx, account, moment);
  if (reasons.length > 0) throw new AppError('ACC-0011', { values: { reasons: reasons.join(',') } });
  const ended = await given.giveBack(trx, account, moment);
  await deleteAccount(trx, account, moment.now);
  return { account, ended };
}

/** Ends the sessions of a locked account and erases its personal data. `now` in epoch milliseconds. */
export async function deleteAccount(trx: Trx, account: store.AccountRow, now: number): Promise<void> {
  const { account_id: accountId } = account;
  await endSessions(trx, accountId, 'deleted', new Date(now));
  await eraseSessions(trx, accountId);
  await deletePassesOf(trx, accountId);
  await deleteJobsOf(trx, accountId);
  await store.eraseAccount(trx, accountId);
}

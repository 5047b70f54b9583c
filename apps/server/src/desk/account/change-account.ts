// A manager ends a traveller's session, suspends the account, or resumes it.
import type { DeskAccount } from '@kippu/contract/calls/desk/find';
import * as accounts from '../../account/record/account-store.ts';
import { deletePassesOf } from '../../account/proofs/proof-store.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { endSessions } from '../../session/session-store.ts';
import { accountAnswer } from '../find/find-account.ts';

export type AccountAct = 'endSession' | 'suspend' | 'resume';

/**
 * Performs the act and returns the account afterwards. Repeating it changes nothing; `now` in epoch milliseconds. Throws
 * AppError REQ-0005 when there is no such account, or it was deleted.
 */
export async function changeAccount(
  trx: Trx,
  accountId: string,
  act: AccountAct,
  now: number,
): Promise<DeskAccount> {
  // A sign-in locks the row too: one before the act is ended by it, one after the act sees its result.
  const account = await accounts.lockAccount(trx, accountId);
  if (!account || account.status === 'deleted') throw new AppError('REQ-0005');
  if (act !== 'resume') await endSessions(trx, accountId, 'desk', new Date(now));
  if (act === 'endSession') return accountAnswer(account);
  const status = act === 'suspend' ? 'suspended' : 'active';
  await accounts.setAccountStatus(trx, accountId, status);
  if (act === 'suspend') {
    await deletePassesOf(trx, accountId);
    await accounts.deleteResetCodes(trx, accountId);
  }
  return accountAnswer({ ...account, status });
}

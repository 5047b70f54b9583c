// Transfers a ticket with its seats to another account. It cannot be undone; of several transfers at once, one succeeds.
import { randomUUID } from 'node:crypto';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { isExpired, nextStatus } from '@kippu/domain/ticket/life';
import { countAttempt, readAttempts, secondsToWait } from '../account/login/attempt-limit.ts';
import { checkOwnPassword, lockChecked } from '../account/password/check-own-password.ts';
import { findAccountByEmail, holdAccount, type AccountRow } from '../account/record/account-store.ts';
import { withPasswords } from '../account/password-crypto/hash-password.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockAccountSeats } from '../platform/db/locks.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { lifeOf } from '../ticket/record/ticket-answer.ts';
import {
  findTicket,
  giveTicket,
  insertEvents,
  lockTicket,
  type TicketView,
} from '../ticket/record/ticket-store.ts';
import type { Moment } from '../platform/live/late-trains.ts';
import { moveSeats } from '../reservation/store/move-seats-store.ts';

const UNKNOWN_WINDOW_MS = 3_600_000;
/** Unknown emails allowed in an hour: enough for typing errors, too few to find out who is registered. */
const MAX_UNKNOWN = 10;

interface TransferInput {
  readonly accountId: string;
  readonly sessionId: string;
  readonly ticketId: string;
  readonly email: string;
  readonly emailRepeat: string;
  /** Decrypted. */
  readonly password: string;
}
export interface Transferred {
  /** When, epoch milliseconds. */
  readonly at: number;
  readonly sender: AccountRow;
  readonly receiver: AccountRow;
  /** The ticket before the transfer. */
  readonly view: TicketView;
}

function requireEmail({ email, emailRepeat }: TransferInput): string {
  const normalised = normaliseEmail(email);
  if (normalised !== normaliseEmail(emailRepeat)) throw new AppError('TKT-0016');
  if (!isEmail(normalised)) throw new AppError('REQ-0001', { values: { field: 'email' } });
  return normalised;
}

function requireTransferable(view: TicketView, now: number): void {
  const life = lifeOf(view);
  if (life.status === 'suspended') throw new AppError('TKT-0007');
  if (!nextStatus(life.status, 'transfer').ok) throw new AppError('TKT-0013');
  if (isExpired(life, now)) throw new AppError('TKT-0005');
  if (view.entry_at !== null) throw new AppError('TKT-0008');
}

/** Locks both accounts in the order of their ids, since two may transfer to each other at once. Checks that the sender's password is unchanged. */
async function lockBoth(
  trx: Trx,
  checked: AccountRow,
  receiverId: string | undefined,
): Promise<{ sender: AccountRow; receiver: AccountRow | undefined }> {
  const accountId = checked.account_id;
  const lockReceiver = async () =>
    receiverId === undefined || receiverId === accountId ? undefined : holdAccount(trx, receiverId);
  const receiverFirst = receiverId !== undefined && receiverId < accountId ? await lockReceiver() : undefined;
  const sender = await lockChecked(trx, checked);
  return { sender, receiver: receiverFirst ?? (await lockReceiver()) };
}

/** A transfer whose password was checked, ready for `transferTicket`. */
export interface CheckedTransfer {
  readonly input: TransferInput;
  /** The account when its password was checked. */
  readonly sender: AccountRow;
}

/**
 * The slow part of a transfer, outside transactions. The ticket is checked first, so that an impossible transfer counts no
 * password try. Throws AppError: TKT-0016 emails differ, REQ-0001 not an email, TKT-0001 not the account's, TKT-0007
 * suspended, TKT-0013 closed, TKT-0005 expired, TKT-0008 an entry is open, AccountOrPwdError and MFA-0011 (the try is
 * counted), REQ-0008.
 */
export function checkTransfer(db: Db, input: TransferInput, now: number): Promise<CheckedTransfer> {
  const { accountId, sessionId, ticketId, password } = input;
  return withPasswords(accountId, async (passwords) => {
    requireEmail(input);
    const view = await findTicket(db, accountId, ticketId);
    if (!view) throw new AppError('TKT-0001');
    requireTransferable(view, now);
    try {
      const sender = await checkOwnPassword(db, passwords, { accountId, sessionId, password }, now);
      return { input, sender };
    } catch (error) {
      throw error instanceof AppError && error.code === 'AUTH-0020'
        ? new AppError('AccountOrPwdError')
        : error;
    }
  });
}

/**
 * Transfers the ticket. The time is read by `momentNow` under the ticket's lock, so certificates that
 * the sender's phone fetched while this waited are older, and revoked.
 *
 * RETURNS TKT-0014 for an unknown receiver, so that the transaction commits and the try is counted.
 * @throws AppError as `checkTransfer` about the ticket, which is checked again; TKT-0015 to oneself, REQ-0004 too many
 * unknown receivers, AUTH-0020 the password was changed since it was checked
 */
export async function transferTicket(
  trx: Trx,
  { input, sender: checked }: CheckedTransfer,
  momentNow: () => Moment,
): Promise<Transferred | AppError> {
  const { accountId, ticketId } = input;
  const email = requireEmail(input);
  await lockAccountSeats(trx, accountId);
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const moment = momentNow();
  const { now } = moment;
  const view = await findTicket(trx, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  requireTransferable(view, now);

  const found = await findAccountByEmail(trx, email);
  const { sender, receiver } = await lockBoth(trx, checked, found?.account_id);
  const isTyped = (row: AccountRow) => row.email !== null && normaliseEmail(row.email) === email;
  if (isTyped(sender)) throw new AppError('TKT-0015');
  const unknown = await readAttempts(trx, `transfer:${accountId}`, UNKNOWN_WINDOW_MS, now);
  const wait = secondsToWait(unknown, MAX_UNKNOWN, now);
  if (wait > 0) throw new AppError('REQ-0004', { retryAfter: wait, limit: 'transfers' });
  if (receiver?.status !== 'active' || !isTyped(receiver)) {
    await countAttempt(trx, unknown, now);
    return new AppError('TKT-0014');
  }

  const transfer = { ticketId, from: accountId, to: receiver.account_id, now, moment };
  await moveSeats(trx, transfer, randomUUID);
  if (!(await giveTicket(trx, transfer, view.status))) throw new AppError('TKT-0001');
  await insertEvents(trx, [
    {
      ticket_id: ticketId,
      kind: 'transfer',
      from_status: view.status,
      to_status: view.status,
      actor: `account:${accountId}`,
      at: new Date(now),
      detail: JSON.stringify({ from: accountId, to: receiver.account_id }),
    },
  ]);
  return { at: now, sender, receiver, view };
}

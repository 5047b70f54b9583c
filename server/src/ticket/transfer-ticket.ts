// Transfers a ticket with its seats to another account: irreversible, and of several at once one succeeds.
import { randomUUID } from 'node:crypto';
import { isEmail, normaliseEmail } from '@kippu/domain/account-rules';
import { isExpired, nextStatus } from '@kippu/domain/ticket-life';
import { countAttempt, readAttempts, secondsToWait } from '../account/attempt-limit.ts';
import { checkOwnPassword } from '../account/check-own-password.ts';
import { findAccountByEmail, type AccountRow } from '../account/account-store.ts';
import type { Keys } from '../account/password-crypto.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { lifeOf } from './ticket-answer.ts';
import { isInside } from './ticket-entry-store.ts';
import { findTicket, insertEvents, lockTicket, type TicketView } from './ticket-store.ts';
import * as store from './transfer-store.ts';

const UNKNOWN_WINDOW_MS = 3_600_000;
/** Emails of nobody in an hour: enough for slips, too few to find out who is registered. */
const MOST_UNKNOWN = 10;

interface TransferWish {
  readonly accountId: string;
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
  /** As it was before. */
  readonly view: TicketView;
}

function requireEmail({ email, emailRepeat }: TransferWish): string {
  const normalised = normaliseEmail(email);
  if (normalised !== normaliseEmail(emailRepeat)) throw new AppError('TKT-0016');
  if (!isEmail(normalised)) throw new AppError('REQ-0001', { values: { field: 'email' } });
  return normalised;
}

async function requireTransferable(trx: Trx, view: TicketView, now: number): Promise<void> {
  const life = lifeOf(view);
  if (life.status === 'suspended') throw new AppError('TKT-0007');
  if (!nextStatus(life.status, 'transfer').ok) throw new AppError('TKT-0013');
  if (isExpired(life, now)) throw new AppError('TKT-0005');
  if (await isInside(trx, view.ticket_id)) throw new AppError('TKT-0008');
}

/** Both accounts, locked in the order of their ids, for two may send to each other at once; the sender's password checked. */
async function lockBoth(
  trx: Trx,
  keys: Keys,
  { accountId, password }: TransferWish,
  receiverId: string | undefined,
  now: number,
): Promise<{ sender: AccountRow; receiver: AccountRow | undefined } | AppError> {
  const lockReceiver = async () =>
    receiverId === undefined || receiverId === accountId ? undefined : store.lockReceiver(trx, receiverId);
  const receiverFirst = receiverId !== undefined && receiverId < accountId ? await lockReceiver() : undefined;
  const sender = await checkOwnPassword(trx, keys, { accountId, password }, now);
  if (sender instanceof AppError)
    return sender.code === 'AUTH-0020' ? new AppError('AccountOrPwdError') : sender;
  return { sender, receiver: receiverFirst ?? (await lockReceiver()) };
}

/**
 * Transfers at the moment of `clock` (epoch milliseconds) at which it holds the ticket's lock: what the sender's phone
 * fetched while it waited is older, and revoked with the rest. Throws AppError: TKT-0016 emails differ, REQ-0001 no email,
 * TKT-0001 not the account's, TKT-0007 suspended, TKT-0013 closed, TKT-0005 expired, TKT-0008 an entry is open, TKT-0015 to
 * oneself, REQ-0004 too many unknown receivers. RETURNS AccountOrPwdError, MFA-0011 and TKT-0014, which must be committed,
 * for they count.
 */
export async function transferTicket(
  trx: Trx,
  keys: Keys,
  wish: TransferWish,
  clock: () => number,
): Promise<Transferred | AppError> {
  const { accountId, ticketId } = wish;
  const email = requireEmail(wish);
  await store.lockAccountSeats(trx, accountId);
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const now = clock();
  const view = await findTicket(trx, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  await requireTransferable(trx, view, now);

  const found = await findAccountByEmail(trx, email);
  const both = await lockBoth(trx, keys, wish, found?.account_id, now);
  if (both instanceof AppError) return both;
  const { sender, receiver } = both;
  if (sender.email === email) throw new AppError('TKT-0015');
  const unknown = await readAttempts(trx, `transfer:${accountId}`, UNKNOWN_WINDOW_MS, now);
  const wait = secondsToWait(unknown, MOST_UNKNOWN, now);
  if (wait > 0) throw new AppError('REQ-0004', { retryAfter: wait });
  if (receiver?.status !== 'active' || receiver.email !== email) {
    await countAttempt(trx, unknown, now);
    return new AppError('TKT-0014');
  }

  const transfer = { ticketId, from: accountId, to: receiver.account_id, now };
  await store.moveSeats(trx, transfer, randomUUID);
  if (!(await store.giveTicket(trx, transfer, view.status))) throw new AppError('TKT-0001');
  await insertEvents(trx, [
    {
      ...{ ticket_id: ticketId, kind: 'transfer', from_status: view.status, to_status: view.status },
      ...{ actor: `account:${accountId}`, at: new Date(now) },
      detail: JSON.stringify({ from: accountId, to: receiver.account_id }),
    },
  ]);
  return { at: now, sender, receiver, view };
}

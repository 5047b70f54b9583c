// Gives tickets with their seats to another account, and notifies both. Every way to give a ticket away ends here, so that the same rules hold for all.
import { randomUUID } from 'node:crypto';
import { isExpired, nextStatus } from '@kippu/domain/ticket/life';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { GateRules } from '@kippu/contract/page-settings';
import type { AccountRow } from '../account/record/account-store.ts';
import { languageOf } from '../account/record/account-answer.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { Moment } from '../platform/live/late-trains.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { notifyReceived } from '../push/notify-others.ts';
import { recomputeTransferred } from '../gate/passages/former-owners.ts';
import { moveSeats } from '../reservation/store/move-seats-store.ts';
import { withEntries, withoutEntries } from '../reservation/mails/reservation-calendar.ts';
import { lifeOf, productOf } from '../ticket/record/ticket-answer.ts';
import { giveTicket, insertEvents, type TicketView } from '../ticket/record/ticket-store.ts';
import { receivedMail, sentMail, takenMail } from './transfer-mails.ts';

/** Lists the account's reservations of each ticket, by ticket id; `now` in epoch milliseconds. The seat feature provides it. */
export type ReservationsOf = (
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Reservation[]>>;

/**
 * Throws when a ticket cannot be given away at `now` (epoch milliseconds): TKT-0007 suspended, TKT-0013 closed, TKT-0005 expired,
 * TKT-0008 an entry is open.
 */
export function requireTransferable(view: TicketView, now: number): void {
  const life = lifeOf(view);
  if (life.status === 'suspended') throw new AppError('TKT-0007');
  if (!nextStatus(life.status, 'transfer').ok) throw new AppError('TKT-0013');
  if (isExpired(life, now)) throw new AppError('TKT-0005');
  if (view.entry_at !== null) throw new AppError('TKT-0008');
}

/** Tickets that change hands. */
export interface HandOver {
  readonly sender: AccountRow;
  readonly receiver: AccountRow;
  /** The tickets before it. `requireTransferable` was asked about each. */
  readonly views: readonly TicketView[];
  readonly moment: Moment;
  /** Whether the receiver took it by a link. The mail to the receiver then does not name the sender. */
  readonly byLink?: boolean;
}

/**
 * Gives the tickets and their seats to the receiver. The caller holds the locks of the sender's seats, of the tickets and of both accounts.
 * @throws AppError TKT-0001 when a ticket is no longer the sender's
 */
export async function handOver(trx: Trx, { sender, receiver, views, moment }: HandOver): Promise<void> {
  const [from, to] = [sender.account_id, receiver.account_id];
  const ticketIds = views.map(({ ticket_id }) => ticket_id);
  await moveSeats(trx, { ticketIds, from, to, moment }, randomUUID);
  for (const { ticket_id: ticketId, status } of views)
    if (!(await giveTicket(trx, { ticketId, from, to, now: moment.now }, status)))
      throw new AppError('TKT-0001');
  await insertEvents(
    trx,
    views.map(({ ticket_id, status }) => ({
      ticket_id,
      kind: 'transfer',
      from_status: status,
      to_status: status,
      actor: `account:${from}`,
      at: new Date(moment.now),
      detail: JSON.stringify({ from, to }),
    })),
  );
}

/** What the messages to both accounts need. */
export interface HandOverDeps {
  readonly deps: Pick<Deps, 'queue' | 'config' | 'pushKeys'>;
  readonly rules: GateRules;
  readonly reservationsOf: ReservationsOf;
}

/** Counts the tickets' passages for their new owner, and queues the mails to both accounts and the message to the receiver's phones. */
export async function notifyHandOver(
  trx: Trx,
  { deps, rules, reservationsOf }: HandOverDeps,
  { sender, receiver, views, moment: { now }, byLink = false }: HandOver,
): Promise<void> {
  const ticketIds = views.map(({ ticket_id }) => ticket_id);
  for (const ticketId of ticketIds) await recomputeTransferred(trx, ticketId, rules, now);
  const moved = await reservationsOf(trx, receiver.account_id, ticketIds, now);
  const byId = new Map([...moved.values()].flat().map((each) => [each.reservationId, each]));
  const reservations = [...byId.values()];
  const on = { config: deps.config, now };
  const about = {
    tickets: views.map((view) => ({
      product: productOf(view),
      ticketId: view.ticket_id,
      ticketNo: view.ticket_no,
    })),
    at: wireTime(now),
    origin: deps.config.publicOrigin,
    reservations,
  };
  const from = { to: sender.email ?? '', language: languageOf(sender), other: receiver.email ?? '' };
  const to = { to: receiver.email ?? '', language: languageOf(receiver), other: sender.email ?? '' };
  const mails = [
    {
      mail: withoutEntries(sentMail({ ...about, ...from }), { ticketIds, reservations }, on),
      accountId: sender.account_id,
    },
    {
      mail: withEntries((byLink ? takenMail : receivedMail)({ ...about, ...to }), reservations, on),
      accountId: receiver.account_id,
    },
  ];
  for (const { mail, accountId } of mails) await queueMail(trx, deps.queue, mail, { accountId }, now);
  const [ticketId = ''] = ticketIds;
  await notifyReceived(trx, deps, { accountId: receiver.account_id, ticketId }, now);
}

// The changes of a ticket's life that only the desk makes: each one guarded update, one event, and what follows from it.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { IssuedTicket } from '@kippu/contract/desk';
import type { DeskAction, deskChangeTicket } from '@kippu/contract/desk-ticket';
import type { Reservation } from '@kippu/contract/seat';
import type { TicketStatus } from '@kippu/contract/ticket';
import { nextStatus } from '@kippu/domain/ticket-life';
import type { Trx } from '../db/database.ts';
import { finishIfUsedUp, isUsedUp } from '../gate/settle-passages.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { cancelReservation } from '../seat/reservation-store.ts';
import { isInside } from '../ticket/ticket-entry-store.ts';
import { eventDetail, insertEvents } from '../ticket/ticket-store.ts';
import { moveSeats } from '../ticket/transfer-store.ts';
import * as store from './desk-ticket-store.ts';
import { reissueTicket } from './reissue-ticket.ts';
import { upcomingSeats } from './upcoming-seats.ts';

interface Desk {
  /** Who acts, for the ticket's history. */
  readonly actor: string;
  /** What links begin with. */
  readonly publicOrigin: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorData;
}
export interface Changed {
  /** When, epoch milliseconds. */
  readonly at: number;
  /** As it was before. */
  readonly ticket: store.TicketRow;
  readonly status: TicketStatus;
  readonly reissued: IssuedTicket | undefined;
  /** Those it lost, as they were. */
  readonly freed: readonly Reservation[];
}

/** What ends a ticket for good, so that its seats are somebody else's. */
const CLOSING: readonly DeskAction[] = ['refund', 'void', 'disuse', 'reissue'];

function nameOf({ ticketId, ticketNo }: BodyOf<typeof deskChangeTicket>): store.TicketName {
  if (ticketId !== undefined && ticketNo === undefined) return { ticketId };
  if (ticketNo !== undefined && ticketId === undefined) return { ticketNo };
  throw new AppError('REQ-0001', { values: { field: ticketId === undefined ? 'ticketId' : 'ticketNo' } });
}

/** What a resume returns to, as the suspension noted it. */
function beforeSuspension({ status_before_suspend: before }: store.TicketRow) {
  return before === 'unbound' || before === 'inUse' ? before : 'bound';
}

/** Cancels what the ticket has reserved and drops its holds; of a group's reservation only its own seat. Gives what it was. */
async function freeSeats(
  trx: Trx,
  operator: OperatorData,
  ticket: store.TicketRow,
  now: number,
): Promise<Reservation[]> {
  const { ticket_id: ticketId, account_id: owner } = ticket;
  if (owner === null) return [];
  const freed = await upcomingSeats(trx, operator, ticket, now);
  // As if it gave them to itself: each of its seats is then in a reservation of its own.
  for (const id of await moveSeats(trx, { ticketId, from: owner, to: owner, now }, randomUUID))
    await cancelReservation(trx, owner, id, now);
  return freed;
}

/**
 * Changes a ticket at the moment at which it is locked: certificates fetched before are dead. Throws AppError: REQ-0001 not
 * exactly one of id and number, REQ-0005 no such ticket, TKT-0006 and TKT-0007 not from this status, a reissue neither of
 * journeys that gates have told to be over; TKT-0008 a reissue of a ticket inside a station.
 */
export async function changeTicket(
  trx: Trx,
  desk: Desk,
  wish: BodyOf<typeof deskChangeTicket>,
): Promise<Changed> {
  const { action, reason } = wish;
  const ticket = await store.lockWithSeats(trx, nameOf(wish));
  if (!ticket) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const now = desk.clock();
  const { ticket_id: ticketId, status: from } = ticket;
  const next = nextStatus(from, action, beforeSuspension(ticket));
  if (!next.ok) throw new AppError(next.code, { values: { status: from } });
  if (action === 'reissue') {
    // Suspended, it is used up in all but name: a new one would give a journey away.
    if (await isUsedUp(trx, ticketId)) throw new AppError('TKT-0006', { values: { status: 'used' } });
    if (await isInside(trx, ticketId)) throw new AppError('TKT-0008');
  }

  if (!(await store.moveStatus(trx, ticketId, { action, from, to: next.status })))
    throw new AppError('TKT-0006', { values: { status: from } });
  const freed = CLOSING.includes(action) ? await freeSeats(trx, desk.operator, ticket, now) : [];
  const living = from === 'suspended' ? beforeSuspension(ticket) : from;
  const reissued =
    action === 'reissue'
      ? await reissueTicket(trx, desk, { ticket, status: living, reason }, now)
      : undefined;
  await insertEvents(trx, [
    {
      ...{ ticket_id: ticketId, kind: action, from_status: from, to_status: next.status },
      ...{ actor: desk.actor, at: new Date(now) },
      detail: eventDetail({ reason, ...(reissued ? { reissuedAs: reissued.ticketId } : {}) }),
    },
  ]);
  const done = { at: now, ticket, reissued, freed };
  if (next.status !== 'inUse') return { ...done, status: next.status };
  // Gates may have told meanwhile that the last journey is over.
  await finishIfUsedUp(trx, ticketId, now);
  return { ...done, status: await store.readStatus(trx, ticketId) };
}

// Changes a ticket's status at the desk: one guarded update, one event, and the consequences.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { DeskAction, deskChangeTicket } from '@kippu/contract/calls/desk/ticket';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketStatus } from '@kippu/contract/values';
import { nextStatus } from '@kippu/domain/ticket/life';
import type { Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { isUsedUp, recomputeAfterAct } from '../../gate/passages/recompute-tickets.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { followDeskAct, type BySeller } from '../../partner/orders/follow-desk-act.ts';
import { requireText } from '../../platform/wire/require-text.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { cancelReservation } from '../../reservation/store/reservation-store.ts';
import { isInside } from '../../ticket/entry/ticket-entry-store.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { moveSeats } from '../../reservation/store/move-seats-store.ts';
import * as store from './desk-ticket-store.ts';
import { reissueTicket } from './reissue-ticket.ts';
import { upcomingSeats } from './upcoming-seats.ts';

interface Desk {
  /** Who acts, for the ticket's history. */
  readonly actor: string;
  /** The start of each link. */
  readonly publicOrigin: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorData;
}
export interface Changed {
  /** When, epoch milliseconds. */
  readonly at: number;
  /** The ticket before the change. */
  readonly ticket: store.TicketRow;
  readonly status: TicketStatus;
  readonly reissued: IssuedTicket | undefined;
  /** The reservations that it lost, as they were. */
  readonly freed: readonly Reservation[];
}

/** The actions that close a ticket for good and free its seats. */
const CLOSING: readonly DeskAction[] = ['refund', 'void', 'disuse', 'reissue'];

/** `seen` is null when nobody decided on a state: the system voids a ticket in any state. */
type Change = Omit<BodyOf<typeof deskChangeTicket>, 'seen'> & {
  readonly seen: BodyOf<typeof deskChangeTicket>['seen'] | null;
};

function nameOf({ ticketId, ticketNo }: Change): store.TicketName {
  if (ticketId !== undefined && ticketNo === undefined) return { ticketId };
  if (ticketNo !== undefined && ticketId === undefined) return { ticketNo };
  throw new AppError('REQ-0001', { values: { field: ticketId === undefined ? 'ticketId' : 'ticketNo' } });
}

/** The status to which a resume returns, as the suspension stored it. */
function beforeSuspension({ status_before_suspend: before }: store.TicketRow) {
  return before === 'unbound' || before === 'inUse' ? before : 'bound';
}

/**
 * Cancels the ticket's reservations and deletes its holds; of a group's reservation only its own seat. Returns what it had. A reissued ticket keeps the
 * seat of a train that may have left: nobody can book it again, and the new ticket gets it. With `keepSeats` nothing is cancelled: the new ticket gets all,
 * each as a reservation of its own.
 */
async function freeSeats(
  trx: Trx,
  operator: OperatorData,
  {
    ticket,
    action,
    keepSeats,
  }: { readonly ticket: store.TicketRow; readonly action: DeskAction; readonly keepSeats: boolean },
  now: number,
): Promise<Reservation[]> {
  const { ticket_id: ticketId, account_id: owner } = ticket;
  const onlyUpcoming = action === 'reissue';
  const freed = keepSeats ? [] : await upcomingSeats(trx, operator, ticket, now, onlyUpcoming);
  // Moved to the same account, each of its seats gets a reservation of its own.
  const own = {
    ticketIds: [ticketId],
    from: owner,
    to: owner,
    moment: momentOf(operator, now),
    onlyUpcoming,
  };
  const separate = await moveSeats(trx, own, randomUUID);
  if (!keepSeats) for (const id of separate) await cancelReservation(trx, owner, id, now);
  return freed;
}

/**
 * Changes a ticket; with `bySeller`, for the partner that sold it, with its fee. The time is read under the ticket's lock, so certificates fetched before are revoked.
 *
 * @throws AppError REQ-0001 not exactly one of id and number, or no reason; REQ-0005 no such ticket; TKT-0006 and TKT-0007 not
 * from this status, or a reissue of a ticket whose journeys gates reported as over; TKT-0008 a reissue of a ticket inside a
 * station; DESK-0001 changed since it was seen, or a refund of a used ticket decided on its status alone
 */
export async function changeTicket(
  trx: Trx,
  desk: Desk,
  input: Change,
  bySeller?: BySeller,
): Promise<Changed> {
  const { action } = input;
  const reason = requireText('reason', input.reason);
  const ticket = await store.lockWithSeats(trx, nameOf(input));
  if (!ticket) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const now = desk.clock();
  const { ticket_id: ticketId, status: from } = ticket;
  const next = nextStatus(from, action, beforeSuspension(ticket));
  if (!next.ok) throw new AppError(next.code, { values: { status: from } });
  const { seen } = input;
  const isAsSeen = async () => {
    if (seen === null) return true;
    if ('version' in seen) return seen.version === (await store.readVersion(trx, ticketId));
    // A ticket that passed a gate may have the same status as one that did not; a refund must be decided on that too.
    return seen.status === from && !(action === 'refund' && (await store.hasServed(trx, ticketId)));
  };
  if (!(await isAsSeen())) throw new AppError('DESK-0001', { values: { status: from } });
  if (action === 'reissue') {
    // A suspended ticket may be used up; a new one would give a journey away.
    if (await isUsedUp(trx, ticketId)) throw new AppError('TKT-0006', { values: { status: 'used' } });
    if (await isInside(trx, ticketId)) throw new AppError('TKT-0008');
  }

  if (!(await store.moveStatus(trx, ticketId, { action, from, to: next.status })))
    throw new AppError('TKT-0006', { values: { status: from } });
  const keepSeats = action === 'reissue' && input.keepSeats === true;
  const freed = CLOSING.includes(action)
    ? await freeSeats(trx, desk.operator, { ticket, action, keepSeats }, now)
    : [];
  const living = from === 'suspended' ? beforeSuspension(ticket) : from;
  const reissued =
    action === 'reissue'
      ? await reissueTicket(trx, desk, { ticket, status: living, reason }, now)
      : undefined;
  await insertEvents(trx, [
    {
      ticket_id: ticketId,
      kind: action,
      from_status: from,
      to_status: next.status,
      actor: desk.actor,
      at: new Date(now),
      detail: jsonText({ reason, ...(reissued ? { reissuedAs: reissued.ticketId } : {}) }),
    },
  ]);
  const as = reissued ? { reissuedAs: reissued.ticketId } : {};
  await followDeskAct(trx, { ticketId, action, ...as, bySeller }, now);
  const done = { at: now, ticket, reissued, freed };
  if (next.status !== 'inUse' && next.status !== 'bound') return { ...done, status: next.status };
  // Gates may have reported the end of the last journey while it was suspended.
  await recomputeAfterAct(trx, [ticketId], desk.operator.settings.rules, now);
  return { ...done, status: await store.readStatus(trx, ticketId) };
}

// The statuses of a ticket: one table of transitions, expiry, activation, reservations left.
import type { TicketStatus } from '@kippu/contract/values';
import type { TicketState, TripType } from '@kippu/contract/calls/traveller/ticket';
import { refuse, type Refusal } from '../outcome.ts';
import { addDays, dateAt, endOfDay, epochToWall, wallToEpoch } from '../time/service-day.ts';

export type TicketEvent =
  | 'bind'
  | 'use'
  | 'finish'
  | 'reopen'
  | 'transfer'
  | 'suspend'
  | 'resume'
  | 'refund'
  | 'void'
  | 'disuse'
  | 'reissue';

/** A resumed or reopened ticket returns to its former status. */
type Target = TicketStatus | 'asBefore';

/** The next status by status and event. A missing event is not allowed. */
export const TRANSITIONS: Record<TicketStatus, Partial<Record<TicketEvent, Target>>> = {
  unbound: { bind: 'bound', void: 'void', refund: 'refunded', suspend: 'suspended', reissue: 'reissued' },
  bound: {
    use: 'inUse',
    /** A departed train uses up a ticket that was never activated. */
    finish: 'used',
    transfer: 'bound',
    suspend: 'suspended',
    refund: 'refunded',
    void: 'void',
    disuse: 'disused',
    reissue: 'reissued',
  },
  inUse: {
    finish: 'used',
    transfer: 'inUse',
    suspend: 'suspended',
    refund: 'refunded',
    void: 'void',
    disuse: 'disused',
    reissue: 'reissued',
  },
  suspended: { resume: 'asBefore', refund: 'refunded', void: 'void', disuse: 'disused', reissue: 'reissued' },
  used: {
    /** The passages that used it up were set aside, because their gate is closed as of an earlier time. */
    reopen: 'asBefore',
  },
  refunded: {},
  void: {},
  disused: {},
  reissued: {},
};

/** The numeric state of each status: 10 waits for use, 20 is in use, 30 is closed. */
export const STATE_OF: Record<TicketStatus, TicketState> = {
  unbound: 10,
  bound: 10,
  inUse: 20,
  used: 30,
  refunded: 30,
  suspended: 30,
  void: 30,
  disused: 30,
  reissued: 30,
};

/**
 * Returns the next status. TKT-0007: the ticket is suspended. TKT-0006: any other transition that is not in the
 * table.
 * @param before for a resume or a reopening: the status before the suspension or the last journey, from the ticket's events
 */
export function nextStatus(
  status: TicketStatus,
  event: TicketEvent,
  before: 'unbound' | 'bound' | 'inUse' = 'bound',
): { readonly ok: true; readonly status: TicketStatus } | Refusal {
  const target = TRANSITIONS[status][event];
  if (target === undefined) return refuse(status === 'suspended' ? 'TKT-0007' : 'TKT-0006');
  return { ok: true, status: target === 'asBefore' ? before : target };
}

/** The fields that decide expiry. Dates and times as on the wire, in the railway's zone. */
interface Expirable {
  readonly ticketState: TicketState;
  /** 'YYYY-MM-DD', the last day; or 'YYYY-MM-DD HH:mm:ss', the last second. */
  readonly useExpireDate: string;
  /** 'YYYY-MM-DD HH:mm:ss', the last second; absent until activated. */
  readonly abtExpireDate?: string | null | undefined;
}

const lastMoment = (wire: string) => (wire.length === 10 ? endOfDay(wire) : wallToEpoch(wire)) + 999;

/**
 * Whether a ticket is expired: in state 10 after useExpireDate, in 20 after abtExpireDate (after useExpireDate
 * without one), in 30 always. The last second is still valid.
 * @param now epoch milliseconds
 * @throws RangeError on an invalid date
 */
export function isExpired(ticket: Expirable, now: number): boolean {
  if (ticket.ticketState === 30) return true;
  const inUse = ticket.ticketState === 20 && ticket.abtExpireDate;
  return now > lastMoment(inUse ? inUse : ticket.useExpireDate);
}

/**
 * Returns abtExpireDate for an activation at `now` (epoch milliseconds): 23:59:59 of the last day. The day of activation
 * is the first.
 * @param validDays the product's days, 1 or more
 * @throws RangeError on invalid days
 */
export function expiryOnActivation(now: number, validDays: number): string {
  if (!Number.isInteger(validDays) || validDays < 1) throw new RangeError(`not days: ${validDays}`);
  return epochToWall(endOfDay(addDays(dateAt(now), validDays - 1)));
}

/** The fields that decide how many seats may be reserved; `productReservations` is the product's own number, 0 for a product without seats. */
interface Reservable {
  readonly tripType?: TripType | null | undefined;
  readonly reservedNum: number;
  readonly productReservations?: number | null | undefined;
}

/**
 * Returns how many seats a ticket may still reserve: one for trip types 10 and 11, two for 20, otherwise the
 * product's number, minus the reserved ones, never below 0. None if the product includes none.
 */
export function reservationsLeft(ticket: Reservable): number {
  const allowed =
    ticket.productReservations === 0
      ? 0
      : ticket.tripType === 20
        ? 2
        : ticket.tripType === 10 || ticket.tripType === 11
          ? 1
          : (ticket.productReservations ?? 0);
  return Math.max(0, allowed - ticket.reservedNum);
}

/**
 * Returns null if a ticket may be used and reserved with, otherwise the first refusal: TKT-0007 suspended, TKT-0006
 * closed or not bound, TKT-0005 expired.
 * @param now epoch milliseconds
 */
export function refusalOfState(
  ticket: Expirable & { readonly status: TicketStatus },
  now: number,
): Refusal | null {
  if (ticket.status === 'suspended') return refuse('TKT-0007');
  if (ticket.ticketState === 30 || ticket.status === 'unbound') return refuse('TKT-0006');
  return isExpired(ticket, now) ? refuse('TKT-0005') : null;
}

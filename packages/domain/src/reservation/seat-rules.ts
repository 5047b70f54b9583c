// Whether seats may be reserved, changed or cancelled, and the first reason why not.
import { CHANGE_CLOSES_MINUTES, MAX_SEATS } from '@kippu/contract/limits';
import { ALLOWED, refuse, type Outcome } from './outcome.ts';
import { bookingOpensAt, dateAt } from './service-day.ts';

const CLOSES_MS = CHANGE_CLOSES_MINUTES * 60_000;

/** Takes a departure (epoch milliseconds); gives the last moment when its seats may be changed, 5 minutes before it. */
export const changeableUntil = (departAt: number): number => departAt - CLOSES_MS;

/**
 * Takes a departure and now (epoch milliseconds); refuses SEAT-0004 from the departure on, SEAT-0005 within the
 * 5 minutes before it. Exactly 5 minutes before is still in time.
 */
export function checkDeparture(departAt: number, now: number): Outcome {
  if (now >= departAt) return refuse('SEAT-0004');
  return now > changeableUntil(departAt) ? refuse('SEAT-0005', { minutes: CHANGE_CLOSES_MINUTES }) : ALLOWED;
}

/**
 * Takes a departure and now (epoch milliseconds); refuses SEAT-0009 before booking opens: one month ahead of the
 * calendar date of departure in Asia/Tokyo, at 10:00.
 */
export const checkWindow = (departAt: number, now: number): Outcome =>
  now < bookingOpensAt(dateAt(departAt)) ? refuse('SEAT-0009') : ALLOWED;

export interface SeatTicket {
  readonly ticketId: string;
  /** Reservations left (ticket-life), a seat being changed counted as free. */
  readonly left: number;
  /** Whether one of the ticket's sections, in its direction, covers the journey. */
  readonly covered: boolean;
  /** Whether it already holds a seat for this trip, the one being changed not counted. */
  readonly reservedForTrip: boolean;
}

export interface SeatRequest {
  /** Epoch milliseconds at the boarding stop; null when there is no such train, stop or order of stops. */
  readonly departAt: number | null;
  readonly now: number;
  readonly tickets: readonly SeatTicket[];
  /** Seats chosen; the ticket count for an automatic choice. */
  readonly seatCount: number;
  /** Seats free over the whole journey, those held for this traveller included. */
  readonly seatsLeft: number;
}

/** The order in which refusals are told when several hold: what no choice can mend comes first. */
export const SEAT_PRECEDENCE = [
  'SEAT-0013',
  'SEAT-0004',
  'SEAT-0005',
  'SEAT-0009',
  'SEAT-0010',
  'SEAT-0011',
  'SEAT-0006',
  'SEAT-0007',
  'SEAT-0003',
] as const;

/**
 * Takes a wish for seats; allows it or gives the first refusal in SEAT_PRECEDENCE: 0013 no such train, 0004 departed,
 * 0005 within 5 minutes, 0009 not open yet, 0010 section not covered, 0011 already reserved for this trip,
 * 0006 nothing left on a ticket or more than 6 at once, 0007 seats chosen differ from tickets (no ticket too),
 * 0003 too few seats left. `values` name the ticket or the counts.
 */
export function checkSeatRequest(wish: SeatRequest): Outcome {
  if (wish.departAt === null) return refuse('SEAT-0013');
  const departure = checkDeparture(wish.departAt, wish.now);
  if (!departure.ok) return departure;
  const window = checkWindow(wish.departAt, wish.now);
  if (!window.ok) return window;
  const count = wish.tickets.length;
  const uncovered = wish.tickets.find((t) => !t.covered);
  if (uncovered) return refuse('SEAT-0010', { ticketId: uncovered.ticketId });
  const twice = wish.tickets.find((t) => t.reservedForTrip);
  if (twice) return refuse('SEAT-0011', { ticketId: twice.ticketId });
  const spent = wish.tickets.find((t) => t.left < 1);
  if (spent) return refuse('SEAT-0006', { ticketId: spent.ticketId, max: MAX_SEATS });
  if (count > MAX_SEATS) return refuse('SEAT-0006', { max: MAX_SEATS });
  if (count === 0 || wish.seatCount !== count)
    return refuse('SEAT-0007', { seats: wish.seatCount, tickets: count });
  if (wish.seatsLeft < count) return refuse('SEAT-0003', { left: Math.max(0, wish.seatsLeft) });
  return ALLOWED;
}

/**
 * Takes a reservation's state (1 reserved, 2 cancelled, 3 departed), its departure and now (epoch milliseconds);
 * tells whether it may be changed or cancelled: SEAT-0012 already cancelled, then as checkDeparture. Until `freeUntil`, a
 * disruption's last moment to move, no departure closes it.
 */
export function checkReservationOpen(
  state: 1 | 2 | 3,
  departAt: number,
  now: number,
  freeUntil: number | null = null,
): Outcome {
  if (state === 2) return refuse('SEAT-0012');
  if (freeUntil !== null && now <= freeUntil) return ALLOWED;
  return state === 3 ? refuse('SEAT-0004') : checkDeparture(departAt, now);
}

/**
 * Takes the stored state and departure (epoch milliseconds) and now; gives the state as seen now: 1 turns into 3 at
 * departure, or after `freeUntil` where a disruption lets the traveller move until then.
 */
export const reservationStateAt = (
  state: 1 | 2 | 3,
  departAt: number,
  now: number,
  freeUntil: number | null = null,
): 1 | 2 | 3 => (state === 1 && now >= departAt && (freeUntil === null || now > freeUntil) ? 3 : state);

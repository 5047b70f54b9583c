// Whether seats may be reserved, changed or cancelled, and the first reason why not.
import { ALLOWED, refuse, type Outcome } from '../outcome.ts';
import { theRules } from '../rules.ts';
import { bookingOpensAt, dateAt, epochToWall } from '../time/service-day.ts';

/** Returns the last moment to change seats: the railway's minutes before `departAt`. Both in epoch milliseconds. */
export const changeableUntil = (departAt: number): number =>
  departAt - theRules().changeClosesMinutes * 60_000;

/**
 * Checks a departure; both times in epoch milliseconds. SEAT-0004: it has left. SEAT-0005: it leaves within
 * the railway's minutes. Exactly so many minutes before is in time.
 */
export function checkDeparture(departAt: number, now: number): Outcome {
  if (now >= departAt) return refuse('SEAT-0004');
  return now > changeableUntil(departAt)
    ? refuse('SEAT-0005', { minutes: theRules().changeClosesMinutes })
    : ALLOWED;
}

/**
 * Checks whether booking has opened; both times in epoch milliseconds. SEAT-0009 with the wall time `opens`: it opens
 * before the calendar date of departure, as the railway says.
 */
export function checkWindow(departAt: number, now: number): Outcome {
  const opens = bookingOpensAt(dateAt(departAt));
  return now < opens ? refuse('SEAT-0009', { opens: epochToWall(opens) }) : ALLOWED;
}

interface SeatTicket {
  readonly ticketId: string;
  /** How many seats it may still reserve (ticket/life.ts); a seat that is being changed counts as free. */
  readonly left: number;
  /** Whether one of the ticket's sections, in its direction, covers the journey. */
  readonly covered: boolean;
  /** Whether it already has a seat for this trip, except the one that is being changed. */
  readonly reservedForTrip: boolean;
}

export interface SeatRequest {
  /** Departure at the boarding stop in epoch milliseconds; null if there is no such train, stop or order of stops. */
  readonly departAt: number | null;
  readonly now: number;
  readonly tickets: readonly SeatTicket[];
  /** The number of chosen seats; for an automatic choice the number of tickets. */
  readonly seatCount: number;
  /** Seats free on the whole journey, including those held for this traveller. */
  readonly seatsLeft: number;
}

/** The order of refusals if several apply: first those that no other choice can solve. */
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
 * Checks a request for seats and returns the first refusal in SEAT_PRECEDENCE: 0013 no such train, 0004 departed,
 * 0005 too late, 0009 not open yet, 0010 section not covered, 0011 already reserved for this trip, 0006 a
 * ticket with no reservation left or more seats at once than the railway allows, 0007 numbers of seats and tickets differ (or no
 * ticket), 0003 too few seats left. `values` name the ticket or the counts.
 */
export function checkSeatRequest(input: SeatRequest): Outcome {
  if (input.departAt === null) return refuse('SEAT-0013');
  const departure = checkDeparture(input.departAt, input.now);
  if (!departure.ok) return departure;
  const window = checkWindow(input.departAt, input.now);
  if (!window.ok) return window;
  const count = input.tickets.length;
  const max = theRules().maxSeats;
  const uncovered = input.tickets.find((t) => !t.covered);
  if (uncovered) return refuse('SEAT-0010', { ticketId: uncovered.ticketId });
  const twice = input.tickets.find((t) => t.reservedForTrip);
  if (twice) return refuse('SEAT-0011', { ticketId: twice.ticketId });
  const spent = input.tickets.find((t) => t.left < 1);
  if (spent) return refuse('SEAT-0006', { ticketId: spent.ticketId, max });
  if (count > max) return refuse('SEAT-0006', { max });
  if (count === 0 || input.seatCount !== count)
    return refuse('SEAT-0007', { seats: input.seatCount, tickets: count });
  if (input.seatsLeft < count) return refuse('SEAT-0003', { left: Math.max(0, input.seatsLeft) });
  return ALLOWED;
}

/**
 * Checks whether a reservation may be changed or cancelled. SEAT-0012: already cancelled; then as checkDeparture.
 * Until `freeUntil`, the end of a disruption's extension, the departure does not matter. Times in epoch milliseconds.
 * @param state 1 reserved, 2 cancelled, 3 departed
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
 * Returns the state of a reservation at `now`: 1 becomes 3 at the departure, or after `freeUntil` if a disruption
 * lets the traveller move until then. Times in epoch milliseconds.
 */
export const reservationStateAt = (
  state: 1 | 2 | 3,
  departAt: number,
  now: number,
  freeUntil: number | null = null,
): 1 | 2 | 3 => (state === 1 && now >= departAt && (freeUntil === null || now > freeUntil) ? 3 : state);

// How a newer timetable affects a reservation, compared with what its traveller was last notified of.
import type { DisruptionKind, Reservation } from '@kippu/contract/calls/traveller/seat';
import { theRules } from '../rules.ts';

/** Epoch milliseconds at the traveller's own two stops. */
interface RideTimes {
  readonly departAt: number;
  readonly arriveAt: number;
}

/** The ride as the traveller knows it: the times at the booking, and the last notification. */
export interface KnownRide {
  readonly booked: RideTimes;
  readonly notified: RideTimes;
  /** The kind of the last notification; null for none since the booking. */
  readonly kind: DisruptionKind | null;
  /** The lost seats of that notification; empty for any kind but `seatGone`. */
  readonly seatsGone: readonly string[];
}

/** The ride in the newest timetable. */
export type TimetableRide =
  | { readonly runs: false }
  | { readonly runs: true; readonly times: RideTimes; readonly seatsGone: readonly string[] };

export interface Disruption {
  readonly kind: DisruptionKind;
  readonly booked: RideTimes;
  /** The newest times; for a cancelled ride the last notified ones. */
  readonly times: RideTimes;
  /** Until when (epoch milliseconds) seats may be moved, even after the departure. Null: the usual rules apply. */
  readonly freeUntil: number | null;
}

const DAY_MS = 86_400_000;

const sameSeats = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((seat) => b.includes(seat));
const same = (a: RideTimes, b: RideTimes) => a.departAt === b.departAt && a.arriveAt === b.arriveAt;

/**
 * Compares the ride that the traveller knows with the newest timetable. Returns the disruption to notify, or null if
 * there is nothing new: the same timetable notifies only once.
 */
export function disruptionOf(
  { booked, notified, kind, seatsGone }: KnownRide,
  current: TimetableRide,
): Disruption | null {
  if (!current.runs) {
    if (kind === 'cancelled') return null;
    const last = Math.max(booked.departAt, notified.departAt);
    const freeUntil = last + theRules().cancelledMoveDays * DAY_MS;
    return { kind: 'cancelled', booked, times: notified, freeUntil };
  }
  const { times } = current;
  const latest = Math.max(booked.departAt, times.departAt);
  if (current.seatsGone.length > 0) {
    if (kind === 'seatGone' && same(times, notified) && sameSeats(current.seatsGone, seatsGone)) return null;
    return { kind: 'seatGone', booked, times, freeUntil: latest };
  }
  const rides = kind !== 'cancelled' && kind !== 'seatGone';
  if (rides && same(times, notified)) return null;
  if (same(times, booked)) return { kind: 'restored', booked, times, freeUntil: null };
  return { kind: 'retimed', booked, times, freeUntil: booked.departAt };
}

/** Whether the ticket still has a seat on a running train; without `ticketId`, whether all tickets of the reservation have. */
export function hasSeatFor({ disruption, seats }: Reservation, ticketId?: string): boolean {
  if (disruption?.kind === 'cancelled') return false;
  return !seats.some(
    (seat) =>
      disruption?.seatsGone?.includes(seat.seatInfo) &&
      (ticketId === undefined || seat.ticketId === ticketId),
  );
}

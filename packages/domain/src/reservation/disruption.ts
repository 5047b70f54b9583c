// What a newer timetable does to a reservation, judged by what its traveller was told last.
import type { DisruptionKind, Reservation } from '@kippu/contract/seat';

/** Epoch milliseconds at the traveller's own two stops. */
interface RideTimes {
  readonly departAt: number;
  readonly arriveAt: number;
}

/** What the traveller knows: the times when booking, and the newest word since. */
export interface Standing {
  readonly booked: RideTimes;
  readonly told: RideTimes;
  /** Null while nothing was told since the booking. */
  readonly kind: DisruptionKind | null;
  /** The seats that were told to be gone; empty for any kind but `seatGone`. */
  readonly seatsGone: readonly string[];
}

/** What the timetable has of the ride now. */
export type Found =
  | { readonly runs: false }
  | { readonly runs: true; readonly times: RideTimes; readonly seatsGone: readonly string[] };

export interface Disruption {
  readonly kind: DisruptionKind;
  readonly booked: RideTimes;
  /** The newest times; of a cancelled ride those told last. */
  readonly times: RideTimes;
  /** Until when (epoch milliseconds) seats may be moved though a departure passed; null where its usual rules hold. */
  readonly freeUntil: number | null;
}

const DAY_MS = 86_400_000;
/** Longer than any ticket of a cancelled train is of use, so that its seat is never lost for want of a moment to choose. */
const CANCELLED_FREE_DAYS = 7;

const sameSeats = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((seat) => b.includes(seat));
const same = (a: RideTimes, b: RideTimes) => a.departAt === b.departAt && a.arriveAt === b.arriveAt;

/**
 * Takes what the traveller knows and what the timetable has; gives what to tell, or null when it is nothing new: asked
 * twice of one timetable, it tells once.
 */
export function disruptionOf({ booked, told, kind, seatsGone }: Standing, found: Found): Disruption | null {
  if (!found.runs) {
    if (kind === 'cancelled') return null;
    const last = Math.max(booked.departAt, told.departAt);
    return { kind: 'cancelled', booked, times: told, freeUntil: last + CANCELLED_FREE_DAYS * DAY_MS };
  }
  const { times } = found;
  const latest = Math.max(booked.departAt, times.departAt);
  if (found.seatsGone.length > 0) {
    if (kind === 'seatGone' && same(times, told) && sameSeats(found.seatsGone, seatsGone)) return null;
    return { kind: 'seatGone', booked, times, freeUntil: latest };
  }
  const rides = kind !== 'cancelled' && kind !== 'seatGone';
  if (rides && same(times, told)) return null;
  if (same(times, booked)) return { kind: 'restored', booked, times, freeUntil: null };
  return { kind: 'retimed', booked, times, freeUntil: booked.departAt };
}

/** Whether the reservation still has a seat in a train for the ticket, or for all of its tickets when none is named. */
export function hasSeatFor({ disruption, seats }: Reservation, ticketId?: string): boolean {
  if (disruption?.kind === 'cancelled') return false;
  const gone = disruption?.seatsGone ?? [];
  return !seats.some(
    (seat) => gone.includes(seat.seatInfo) && (ticketId === undefined || seat.ticketId === ticketId),
  );
}

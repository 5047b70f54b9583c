// What tickets may reserve: the sections they share, the dates, and how many seats each has left.
import { MAX_SEATS } from '@kippu/contract/limits';
import type { ChangeInfo, PlanInfo } from '@kippu/contract/seat';
import type { Section } from '@kippu/contract/station';
import { bookingWindow, dateAt } from '@kippu/domain/service-day';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { directionBetween } from './departure.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { findReservation } from './reservation-store.ts';
import { requireOpen } from './require-changeable.ts';
import { refused } from './seat-refusal.ts';
import { readSeatTickets } from './seat-ticket-store.ts';
import {
  covers,
  directionUsed,
  lastDepartureOf,
  leftOn,
  refusalOfTicket,
  requireTickets,
  type SeatTicket,
} from './seat-ticket.ts';

/**
 * Gives what the account's tickets may reserve together at `now` (epoch milliseconds). `change` is a reservation whose seats
 * count as free. Throws AppError TKT-0001, TKT-0005 to 0007, and SEAT-0010 when no section is common to all of them.
 */
export async function loadPlan(
  db: Db,
  operator: OperatorData,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
  change?: string,
): Promise<PlanInfo> {
  const rows = await readSeatTickets(db, accountId, ticketIds);
  const tickets = requireTickets(operator, rows, ticketIds, change);
  for (const ticket of tickets) {
    const refusal = refusalOfTicket(ticket, now);
    if (refusal) throw refused(refusal);
  }
  const shared = sharedSections(operator, tickets);
  if (shared.length === 0) throw new AppError('SEAT-0010');
  const window = bookingWindow(now);
  const lastDates = tickets.map((ticket) => dateAt(lastDepartureOf(ticket)));
  const perTicket = tickets.map((ticket) => ({ ticketId: ticket.ticketId, left: leftOn(ticket) }));
  return {
    // A section whose way is already reserved on a round trip is not offered again.
    sections: shared.filter((s) => !tickets.some((t) => directionUsed(operator, t, s.direction))),
    bookableFrom: window.from,
    bookableTo: [window.to, ...lastDates].toSorted()[0] ?? window.to,
    perTicket,
    maxSeats: Math.min(MAX_SEATS, perTicket.filter(({ left }) => left > 0).length),
  };
}

/** As loadPlan, for the tickets of a reservation to be changed. Throws SEAT-0001, 0004, 0005, 0012 too. */
export async function loadChange(
  db: Db,
  operator: OperatorData,
  accountId: string,
  reservationId: string,
  now: number,
): Promise<ChangeInfo> {
  const row = await findReservation(db, accountId, reservationId);
  if (!row) throw new AppError('SEAT-0001');
  requireOpen(row, now);
  const reservation = reservationAnswer(operator, row, now);
  const ticketIds = reservation.seats.map((seat) => seat.ticketId);
  const plan = await loadPlan(db, operator, accountId, ticketIds, now, reservationId);
  return { ...plan, reservation, seats: reservation.seats.map((seat) => seat.seatInfo) };
}

/** The sections of any of the tickets that all of them cover, each once. */
function sharedSections(operator: OperatorData, tickets: readonly SeatTicket[]): Section[] {
  const found = new Map<string, Section>();
  for (const { from, to } of tickets.flatMap(({ product }) => product?.sections ?? [])) {
    const all = tickets.every(({ product }) => product && covers(operator, product, from, to));
    const ends = [operator.stations.get(from), operator.stations.get(to)] as const;
    const direction = directionBetween(operator, from, to);
    if (all && ends[0] && ends[1] && direction)
      found.set(`${from} ${to}`, { from: ends[0], to: ends[1], direction });
  }
  return [...found.values()];
}

// What tickets may reserve together: their shared sections, the dates, and how many seats each has left.
import type { ChangeInfo, PlanInfo } from '@kippu/contract/calls/traveller/seat';
import type { Section } from '@kippu/contract/calls/traveller/station';
import { bookingWindow, dateAt } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { directionBetween } from '../timetable/departure.ts';
import { lastDepartureOf } from '../timetable/leaving.ts';
import { reservationAnswer } from '../booked/reservation-answer.ts';
import { findReservation } from '../store/reservation-store.ts';
import { requireOpen } from '../checks/require-changeable.ts';
import { refused } from '../checks/seat-refusal.ts';
import { readSeatTickets } from '../store/seat-ticket-store.ts';
import {
  covers,
  directionUsed,
  leftOn,
  refusalOfTicket,
  requireTickets,
  type SeatTicket,
} from '../checks/seat-ticket.ts';

/**
 * Returns what the account's tickets may reserve together at `now` (epoch milliseconds). `change` is a reservation whose
 * seats count as free. Throws AppError TKT-0001, TKT-0005 to 0007, and SEAT-0010 when they share no section.
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
    // A direction that a round trip has already reserved is not offered again.
    sections: shared.filter((s) => !tickets.some((t) => directionUsed(operator, t, s.direction))),
    bookableFrom: window.from,
    bookableTo: [window.to, ...lastDates].toSorted()[0] ?? window.to,
    perTicket,
    maxSeats: Math.min(operator.settings.rules.maxSeats, perTicket.filter(({ left }) => left > 0).length),
  };
}

/** As loadPlan, for the tickets of a reservation to be changed. Also throws SEAT-0001, 0004, 0005 and 0012. */
export async function loadChange(
  db: Db,
  operator: OperatorData,
  accountId: string,
  reservationId: string,
  now: number,
): Promise<ChangeInfo> {
  const row = await findReservation(db, accountId, reservationId);
  if (!row) throw new AppError('SEAT-0001');
  requireOpen(operator, row, now);
  const reservation = reservationAnswer(operator, row, now);
  const ticketIds = reservation.seats.map((seat) => seat.ticketId);
  const plan = await loadPlan(db, operator, accountId, ticketIds, now, reservationId);
  return { ...plan, reservation, seats: reservation.seats.map((seat) => seat.seatInfo) };
}

/** The sections that all the tickets cover, each once. */
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

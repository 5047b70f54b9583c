// The reservations of given tickets, for whoever shows a ticket.
import type { Reservation } from '@kippu/contract/seat';
import type { Db } from '../db/database.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { listReservationsOfTickets } from './reservation-store.ts';

/**
 * Takes an account, ticket ids and now (epoch milliseconds); gives each ticket's reservations, earliest first.
 * Only the account's own, departed ones (state 3) included, cancelled ones not; a ticket without any is absent.
 */
type ReservationsOfTickets = (
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Reservation[]>>;

/** Takes the operator's data; gives the reader. */
export function reservationsOfTickets(operator: OperatorData): ReservationsOfTickets {
  return async (db, accountId, ticketIds, now) => {
    if (ticketIds.length === 0) return new Map();
    const rows = await listReservationsOfTickets(db, accountId, ticketIds);
    const found = new Map<string, Reservation[]>();
    for (const row of rows) {
      const answer = reservationAnswer(operator, row, now);
      for (const ticketId of new Set(row.seats.map((seat) => seat.ticket_id)))
        if (ticketIds.includes(ticketId)) found.set(ticketId, [...(found.get(ticketId) ?? []), answer]);
    }
    return found;
  };
}

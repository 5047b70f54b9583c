// Reads the reservations of given tickets.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { listReservationsOfTickets } from '../store/reservation-store.ts';

/**
 * Returns each ticket's reservations, the earliest first; `now` in epoch milliseconds. Includes departed reservations
 * (state 3) but no cancelled ones, and only the account's own. A ticket without reservations is absent.
 */
type ReservationsOfTickets = (
  db: Db,
  accountId: string | null,
  ticketIds: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Reservation[]>>;

/** Returns the reader; `current` returns the operator's data at each call. */
export function reservationsOfTickets(current: () => OperatorData): ReservationsOfTickets {
  return async (db, accountId, ticketIds, now) => {
    if (ticketIds.length === 0) return new Map();
    const rows = await listReservationsOfTickets(db, accountId, ticketIds);
    const operator = current();
    const found = new Map<string, Reservation[]>();
    for (const row of rows) {
      const answer = reservationAnswer(operator, row, now);
      for (const ticketId of new Set(row.seats.map((seat) => seat.ticket_id)))
        if (ticketIds.includes(ticketId)) found.set(ticketId, [...(found.get(ticketId) ?? []), answer]);
    }
    return found;
  };
}

// Lists a ticket's reservations that end with it: whose train may still leave, or that may still be changed.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Db } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { reservationsOfTickets } from '../../reservation/booked/read-reservations.ts';
import { listFollowing } from '../../reservation/store/move-seats-store.ts';

/**
 * Lists them at `now` (epoch milliseconds), the earliest first; for an unbound ticket those of its order. With `onlyUpcoming` without those of a train that has
 * left by its timetable, though nobody says so.
 */
export async function upcomingSeats(
  db: Db,
  operator: OperatorData,
  { ticket_id: ticketId, account_id: from }: { ticket_id: string; account_id: string | null },
  now: number,
  onlyUpcoming = false,
): Promise<Reservation[]> {
  const moment = momentOf(operator, now);
  const following = await listFollowing(db, { ticketId, from, moment, onlyUpcoming });
  if (following.length === 0) return [];
  const found = await reservationsOfTickets(() => operator)(db, from, [ticketId], now);
  return (found.get(ticketId) ?? []).filter(({ reservationId }) => following.includes(reservationId));
}

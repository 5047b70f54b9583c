// Lists a ticket's reservations whose train has not left, or that may still be changed.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { reservationsOfTickets } from '../../reservation/booked/read-reservations.ts';

/** Lists them at `now` (epoch milliseconds), the earliest first; none for an unbound ticket. */
export async function upcomingSeats(
  db: Db,
  operator: OperatorData,
  { ticket_id: ticketId, account_id: accountId }: { ticket_id: string; account_id: string | null },
  now: number,
): Promise<Reservation[]> {
  if (accountId === null) return [];
  const found = await reservationsOfTickets(() => operator)(db, accountId, [ticketId], now);
  return (found.get(ticketId) ?? []).filter(({ state }) => state === 1);
}

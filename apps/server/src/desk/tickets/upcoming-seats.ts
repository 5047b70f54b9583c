// The reservations of a ticket whose train is still to leave.
import type { Reservation } from '@kippu/contract/seat';
import type { Db } from '../db/database.ts';
import { wireTime } from '../http/wire-time.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { reservationsOfTickets } from '../seat/read-reservations.ts';

/** Takes a ticket's row and now (epoch milliseconds); gives them, the earliest first; none for a ticket of nobody's. */
export async function upcomingSeats(
  db: Db,
  operator: OperatorData,
  { ticket_id: ticketId, account_id: accountId }: { ticket_id: string; account_id: string | null },
  now: number,
): Promise<Reservation[]> {
  if (accountId === null) return [];
  const found = await reservationsOfTickets(operator)(db, accountId, [ticketId], now);
  const wall = wireTime(now);
  return (found.get(ticketId) ?? []).filter(({ departAt }) => departAt > wall);
}

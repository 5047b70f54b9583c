// What happens to a ticket's seats when the ticket changes hands or is closed.
import { randomUUID } from 'node:crypto';
import type { Trx } from '../db/database.ts';
import { cancelReservation } from './reservation-store.ts';
import { dropHoldsOf, giveReservation, lockUpcomingSeats, splitReservation } from './seat-owner-store.ts';

/**
 * Gives the upcoming seats of a transferred ticket to its new owner; its seat in a group's reservation becomes one of its
 * own. Holds that name it are dropped. The caller has locked the ticket's row; `now` is epoch milliseconds.
 */
export async function moveSeatsWithTicket(
  trx: Trx,
  { ticketId, toAccountId, now }: { ticketId: string; toAccountId: string; now: number },
): Promise<void> {
  const seats = await lockUpcomingSeats(trx, ticketId, now);
  await dropHoldsOf(trx, ticketId, seats);
  for (const seat of seats)
    if (seat.shared) await splitReservation(trx, ticketId, seat, randomUUID(), toAccountId);
    else await giveReservation(trx, seat.reservation_id, toAccountId);
}

/**
 * Frees the upcoming seats of a ticket that was refunded, voided, disused or reissued: its reservations are cancelled, of a
 * group's only its own seat. The caller has locked the ticket's row; `now` is epoch milliseconds.
 */
export async function freeSeatsOfTicket(trx: Trx, ticketId: string, now: number): Promise<void> {
  const seats = await lockUpcomingSeats(trx, ticketId, now);
  await dropHoldsOf(trx, ticketId, seats);
  for (const seat of seats) {
    const owner = seat.account_id;
    const id = seat.shared ? randomUUID() : seat.reservation_id;
    if (seat.shared) await splitReservation(trx, ticketId, seat, id, owner);
    await cancelReservation(trx, owner, id, now);
  }
}

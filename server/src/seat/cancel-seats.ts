// Cancels a reservation, or the seats of some of its tickets, and frees them at once.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { Reservation, seatCancel } from '@kippu/contract/seat';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { splitReservation } from '../ticket/transfer-store.ts';
import { requireOpen } from './require-changeable.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { cancelReservation, lockReservation } from './reservation-store.ts';
import { lockAccountSeats, lockDepartures } from './seat-store.ts';

/**
 * Cancels the account's reservation, or of it the seats of `ticketIds` alone, which are then a cancelled reservation of
 * their own; gives what was cancelled. `now` is epoch milliseconds. Throws AppError SEAT-0001 (404) when the account has
 * none of this id, SEAT-0012 when it is cancelled already, SEAT-0004 or 0005 when it is too late, TKT-0001 (404) for a
 * ticket that has no seat in it.
 */
export async function cancelSeats(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  { reservationId, ticketIds }: BodyOf<typeof seatCancel>,
  now: number,
): Promise<Reservation> {
  await lockAccountSeats(trx, accountId);
  const reservation = await lockReservation(trx, accountId, reservationId);
  if (!reservation) throw new AppError('SEAT-0001');
  requireOpen(reservation, now);
  const { seats, departure_id: departureId } = reservation;
  const leaving = ticketIds ?? seats.map((seat) => seat.ticket_id);
  const stranger = leaving.find((ticketId) => seats.every((seat) => seat.ticket_id !== ticketId));
  if (stranger !== undefined) throw new AppError('TKT-0001', { values: { ticketId: stranger } });
  const isWhole = leaving.length === seats.length;
  const cancelledId = isWhole ? reservationId : randomUUID();
  if (!isWhole) {
    await lockDepartures(trx, [departureId]);
    await splitReservation(trx, { ticketIds: leaving, to: accountId, now }, reservationId, cancelledId);
  }
  if (!(await cancelReservation(trx, accountId, cancelledId, now))) throw new AppError('SEAT-0012');
  const freed = seats.filter((seat) => leaving.includes(seat.ticket_id));
  const cancelled = { ...reservation, reservation_id: cancelledId, state: 2 as const, seats: freed };
  return reservationAnswer(operator, cancelled, now);
}

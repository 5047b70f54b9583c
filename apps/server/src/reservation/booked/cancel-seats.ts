// Cancels a reservation, or the seats of some of its tickets, and frees the seats at once.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { Reservation, seatCancel } from '@kippu/contract/calls/traveller/seat';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { splitReservation } from '../store/move-seats-store.ts';
import { requireOpen } from '../checks/require-changeable.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { cancelReservation, lockReservation, type ReservationRow } from '../store/reservation-store.ts';
import { lockAccountSeats, lockDepartures } from '../../platform/db/locks.ts';

/**
 * Cancels the account's reservation. With `ticketIds` only their seats are cancelled, as a reservation of their own.
 *
 * @param now epoch milliseconds
 * @returns the cancelled reservation
 * @throws AppError SEAT-0001 (404) no such reservation of the account, SEAT-0012 cancelled already, SEAT-0004 or 0005
 * too late, TKT-0001 (404) a ticket without a seat in it
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
  requireOpen(operator, reservation, now);
  const { seats } = reservation;
  const leaving = ticketIds ?? seats.map((seat) => seat.ticket_id);
  const stranger = leaving.find((ticketId) => seats.every((seat) => seat.ticket_id !== ticketId));
  if (stranger !== undefined) throw new AppError('TKT-0001', { values: { ticketId: stranger } });
  const isWhole = leaving.length === seats.length;
  if (isWhole) await dropChanges(trx, accountId, reservation);
  const cancelledId = isWhole ? reservationId : await splitOff(trx, accountId, reservation, leaving, now);
  if (!(await cancelReservation(trx, accountId, cancelledId, now))) throw new AppError('SEAT-0012');
  const freed = seats.filter((seat) => leaving.includes(seat.ticket_id));
  const cancelled = { ...reservation, reservation_id: cancelledId, state: 2 as const, seats: freed };
  return reservationAnswer(operator, cancelled, now);
}

/** Deletes the holds for a change of a locked reservation, since they count on all its seats. The caller holds the account's seat lock. */
async function dropChanges(
  trx: Trx,
  accountId: string,
  { reservation_id: reservationId, departure_id: departureId }: ReservationRow,
): Promise<void> {
  const changes = await trx
    .selectFrom('seat_hold')
    .select(['hold_id', 'departure_id'])
    .where('account_id', '=', accountId)
    .where('change_of', '=', reservationId)
    .execute();
  await lockDepartures(trx, [departureId, ...changes.map((hold) => hold.departure_id)]);
  for (const { hold_id: holdId } of changes)
    await trx.deleteFrom('seat_hold').where('hold_id', '=', holdId).execute();
}

/**
 * Moves the seats of some tickets of a locked reservation into a new reservation. Deletes the holds for a change of the
 * old one. The caller holds the account's seat lock.
 * @param now epoch milliseconds
 * @returns the new reservation's id
 */
export async function splitOff(
  trx: Trx,
  accountId: string,
  reservation: ReservationRow,
  ticketIds: readonly string[],
  now: number,
): Promise<string> {
  await dropChanges(trx, accountId, reservation);
  const newId = randomUUID();
  await splitReservation(trx, { ticketIds, to: accountId, now }, reservation.reservation_id, newId);
  return newId;
}

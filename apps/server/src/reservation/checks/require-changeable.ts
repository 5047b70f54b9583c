// Checks and locks the reservation that is to be changed.
import { checkReservationOpen } from '@kippu/domain/reservation/seat-rules';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { freeUntilOf, leavingOf } from '../timetable/leaving.ts';
import { lockReservation, type ReservationRow } from '../store/reservation-store.ts';
import { requireAllowed } from './seat-refusal.ts';

/**
 * Throws AppError SEAT-0012, 0004 or 0005 when a reservation can no longer be changed or cancelled at `now` (epoch
 * milliseconds). A reservation that is disrupted stays open for longer, and so does one of a late train or one that a late train may not reach.
 */
export function requireOpen(operator: OperatorData, row: ReservationRow, now: number): void {
  const leavesAt = leavingOf(operator, row);
  requireAllowed(checkReservationOpen(row.state, leavesAt, now, freeUntilOf(operator, row, leavesAt)));
}

/**
 * Locks and returns the account's reservation. Throws AppError SEAT-0001 (404) when there is none, SEAT-0012, 0004 or
 * 0005 when it can no longer be changed at `now` (epoch milliseconds), SEAT-0007 when the tickets are not exactly its own.
 */
export async function requireChangeable(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  reservationId: string,
  ticketIds: readonly string[],
  now: number,
): Promise<ReservationRow> {
  const reservation = await lockReservation(trx, accountId, reservationId);
  if (!reservation) throw new AppError('SEAT-0001');
  requireOpen(operator, reservation, now);
  const own = new Set(reservation.seats.map((seat) => seat.ticket_id));
  if (own.size !== ticketIds.length || !ticketIds.every((id) => own.has(id)))
    throw new AppError('SEAT-0007', { values: { seats: own.size, tickets: ticketIds.length } });
  return reservation;
}

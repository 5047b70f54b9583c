// Cancels a reservation and frees its seats at once.
import type { Reservation } from '@kippu/contract/seat';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { requireOpen } from './require-changeable.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { cancelReservation, lockReservation } from './reservation-store.ts';
import { lockAccountSeats } from './seat-store.ts';

/**
 * Cancels the account's reservation; `now` is epoch milliseconds. Throws AppError SEAT-0001 (404) when it has none of this
 * id, SEAT-0012 when it is cancelled already, SEAT-0004 or 0005 when it is too late.
 */
export async function cancelSeats(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  reservationId: string,
  now: number,
): Promise<Reservation> {
  await lockAccountSeats(trx, accountId);
  const reservation = await lockReservation(trx, accountId, reservationId);
  if (!reservation) throw new AppError('SEAT-0001');
  requireOpen(reservation, now);
  if (!(await cancelReservation(trx, accountId, reservationId, now))) throw new AppError('SEAT-0012');
  return reservationAnswer(operator, { ...reservation, state: 2 }, now);
}

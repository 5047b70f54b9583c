// When the train of a stored reservation leaves.
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { ReservationRow } from '../store/reservation-store.ts';
import { findJourney, type Journey } from './departure.ts';

type Ride = Pick<ReservationRow, 'departure_id' | 'from_station' | 'to_station' | 'depart_at'>;

/** Returns the ride of a reservation in the current timetable; undefined if it has none. */
export const rideOfRow = (operator: OperatorData, row: Ride): Journey | undefined =>
  findJourney(operator, row.departure_id, row.from_station, row.to_station);

/**
 * Returns when the reservation's train leaves, for the rules of closing and change, in epoch milliseconds: as the traveller was told, or later if
 * the train is late; earlier only if it is reported to have left.
 */
export function leavingOf(
  operator: OperatorData,
  row: Ride,
  ride: Journey | undefined = rideOfRow(operator, row),
): number {
  const departAt = row.depart_at.getTime();
  if (!ride) return departAt;
  return ride.hasLeft ? ride.leavesAt : Math.max(departAt, ride.leavesAt);
}

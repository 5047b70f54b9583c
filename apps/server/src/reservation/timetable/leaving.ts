// When the train of a stored reservation leaves, and until when its seats may be changed.
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { ReservationRow } from '../store/reservation-store.ts';
import { connectionOf, type Connection } from '@kippu/domain/reservation/connection';
import { areAllRefunded } from '@kippu/domain/reservation/late-refund';
import { theRules } from '@kippu/domain/rules';
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

/** Returns what a late earlier train of the same tickets means for a reservation whose train leaves at `leavesAt`; null for nothing. */
export function connectionOfRow(
  operator: OperatorData,
  { feeders }: Pick<ReservationRow, 'feeders'>,
  leavesAt: number,
): Connection | null {
  const found = feeders.map((feeder) => {
    const ride = findJourney(operator, feeder.departure_id, feeder.from_station, feeder.to_station);
    return ride?.runs ? connectionOf(ride, leavesAt, theRules().connectionMinutes) : null;
  });
  return found.find((each) => each === 'missed') ?? found.find((each) => each !== null) ?? null;
}

/** Whether the train is expected so late that all seats of the reservation would be refunded. */
function isVeryLate(row: ReservationRow, ride: Journey | undefined): boolean {
  if (!ride?.runs) return false;
  const late = Math.max(ride.expectedDepartAt - ride.departAt, ride.expectedArriveAt - ride.arriveAt);
  return areAllRefunded(
    row.seats.map(({ car_class }) => car_class),
    late / 1000,
  );
}

/**
 * Returns until when (epoch milliseconds) the seats may be changed whatever the closing time: by a disruption, or until the train leaves if the
 * traveller may not reach it, or if it is so late that its seats would be refunded. Null: the closing time holds.
 */
export function freeUntilOf(operator: OperatorData, row: ReservationRow, leavesAt: number): number | null {
  const byDisruption = row.disruption?.freeUntil ?? null;
  const isFree =
    connectionOfRow(operator, row, leavesAt) !== null || isVeryLate(row, rideOfRow(operator, row));
  if (!isFree) return byDisruption;
  return Math.max(leavesAt - 1, byDisruption ?? 0);
}

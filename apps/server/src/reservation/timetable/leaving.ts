// When the train of a stored reservation leaves, and until when its seats may be changed.
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { ReservationRow } from '../store/reservation-store.ts';
import { connectionOf, type Connection } from '@kippu/domain/reservation/connection';
import { areAllRefunded } from '@kippu/domain/reservation/late-refund';
import { changeableUntil } from '@kippu/domain/reservation/seat-rules';
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt, endOfDay } from '@kippu/domain/time/service-day';
import type { TicketTable } from '../../platform/db/tables/tables.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { findJourney, journeysOn, type Journey } from './departure.ts';

/** A ticket's product and what says until when it is valid. */
interface TicketEnds {
  readonly row: Pick<TicketTable, 'status' | 'use_expire_date' | 'abt_expire_date'>;
  /** Undefined when the operator no longer has the product. */
  readonly product: Product | undefined;
}

/**
 * Returns the last time (epoch milliseconds) at which a train may leave for this ticket: abtExpireDate once in use; before
 * that, the last day of validity when activated on the last possible day.
 */
export function lastDepartureOf({ row, product }: TicketEnds): number {
  if (row.status === 'inUse' && row.abt_expire_date) return row.abt_expire_date.getTime() + 999;
  return endOfDay(addDays(dateAt(row.use_expire_date.getTime()), (product?.days ?? 1) - 1)) + 999;
}

/** Returns the last time (epoch milliseconds) at which a train may leave for all tickets of a reservation. */
const lastDepartureOfAll = (
  { products }: OperatorData,
  { tickets }: Pick<ReservationRow, 'tickets'>,
): number =>
  Math.min(
    ...tickets.map(({ productId, status, useExpireAt, abtExpireAt }) =>
      lastDepartureOf({
        row: {
          status,
          use_expire_date: new Date(useExpireAt),
          abt_expire_date: abtExpireAt === null ? null : new Date(abtExpireAt),
        },
        product: products.get(productId),
      }),
    ),
  );

/** How many days after the reservation's are searched for another train. A ticket that is valid for longer has one. */
const DAYS_SEARCHED = 2;

/** Where another train can be booked instead of a reservation's. */
interface OtherTrains {
  /** The date (YYYY-MM-DD) of the nearest one. */
  readonly date: string;
  /** Whether it leaves on the reservation's day, or today where that day is over. */
  readonly isSameDay: boolean;
}

/**
 * Returns on which day another train of the reservation's ride can still be booked with its tickets at `now` (epoch milliseconds), full or not;
 * null if there is none before the tickets end.
 */
export function otherTrainsOf(
  operator: OperatorData,
  row: Pick<ReservationRow, 'departure_id' | 'from_station' | 'to_station' | 'depart_at' | 'tickets'>,
  now: number,
): OtherTrains | null {
  const last = lastDepartureOfAll(operator, row);
  const hasTrain = (date: string) =>
    journeysOn(operator, date, row.from_station, row.to_station).some(
      (ride) =>
        ride.runs &&
        !ride.hasLeft &&
        ride.departureId !== row.departure_id &&
        ride.departAt <= last &&
        now <= changeableUntil(ride.leavesAt),
    );
  const today = dateAt(now);
  const booked = dateAt(row.depart_at.getTime());
  const sameDay = booked < today ? today : booked;
  if (hasTrain(sameDay)) return { date: sameDay, isSameDay: true };
  const after = Array.from({ length: DAYS_SEARCHED }, (_, day) => addDays(sameDay, day + 1));
  const before = sameDay > today ? [addDays(sameDay, -1), today] : [];
  const date = [...after, ...before].find(hasTrain);
  // The ticket is valid longer than the days that were searched.
  const later = last > endOfDay(after.at(-1) ?? '') + 999 ? after[0] : undefined;
  const found = date ?? later;
  return found === undefined ? null : { date: found, isSameDay: false };
}

type Ride = Pick<ReservationRow, 'departure_id' | 'from_station' | 'to_station' | 'depart_at'>;

/** Returns the ride of a reservation in the current timetable; undefined if it has none. */
export const rideOfRow = (operator: OperatorData, row: Ride): Journey | undefined =>
  findJourney(operator, row.departure_id, row.from_station, row.to_station);

/**
 * Returns when the reservation's train leaves, for the rules of closing and change, in epoch milliseconds: as the traveller was notified, or later if
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
 * Until when a disruption lets the seats be changed, in epoch milliseconds; null if it does not. Never longer than a train may leave for the tickets.
 * A traveller may still be choosing another train when the cancelled one runs after all, so that choice may be completed.
 */
function freeByDisruption(operator: OperatorData, row: ReservationRow): number | null {
  if (!row.disruption) return null;
  const { kind, freeUntil, foundAt } = row.disruption;
  const until = kind === 'restored' ? foundAt + operator.settings.rules.holdSeconds * 1000 : freeUntil;
  return until === null ? null : Math.min(until, lastDepartureOfAll(operator, row));
}

/**
 * Returns until when (epoch milliseconds) the seats may be changed whatever the closing time: by a disruption, or until the train leaves if the
 * traveller may not reach it, or if it is so late that its seats would be refunded. Null: the closing time holds.
 */
export function freeUntilOf(operator: OperatorData, row: ReservationRow, leavesAt: number): number | null {
  const byDisruption = freeByDisruption(operator, row);
  const isFree =
    connectionOfRow(operator, row, leavesAt) !== null || isVeryLate(row, rideOfRow(operator, row));
  if (!isFree) return byDisruption;
  return Math.max(leavesAt - 1, byDisruption ?? 0);
}

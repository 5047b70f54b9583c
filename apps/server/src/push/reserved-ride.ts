// A reservation's train as its traveller has to know it now.
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import type { RideState } from '@kippu/domain/live/ride-news';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { cutOf } from '../reservation/timetable/live-answer.ts';
import { leavingOf, rideOfRow } from '../reservation/timetable/leaving.ts';
import type { RecipientRow } from './notification-store.ts';

/** A traveller may still wait for a train that was cancelled so long after its time. */
const WAITS_MS = 2 * 3_600_000;

export interface ReservedRide {
  readonly state: RideState;
  /** When it leaves where the traveller boards, epoch milliseconds; by the timetable for a cancelled one. */
  readonly leavesAt: number;
  /** Whether it runs and only leaves out a stop of the traveller's. */
  readonly isLeftOut: boolean;
}

type Row = Pick<
  RecipientRow,
  'departure_id' | 'from_station' | 'to_station' | 'depart_at' | 'trip_id' | 'disruption'
>;

/** Returns the ride of an active reservation at `now`, epoch milliseconds; undefined if the train has left. */
export function reservedRide(operator: OperatorData, row: Row, now: number): ReservedRide | undefined {
  const ride = rideOfRow(operator, row);
  const { disruption } = row;
  const departAt = row.depart_at.getTime();
  const leavesAt = leavingOf(operator, row, ride);
  const runs = ride?.runs === true && disruption?.kind !== 'cancelled';
  if (runs ? leavesAt <= now : departAt <= now - WAITS_MS) return undefined;
  const cut = ride && cutOf(ride);
  const isKnown = ride?.expected?.[ride.firstLeg]?.isKnown === true;
  return {
    state: {
      runs,
      departAt,
      minutesLate: isKnown ? lateMinutes((ride.expectedDepartAt - departAt) / 1000) : null,
      platform: ride?.platform ?? null,
      seatsGone: disruption?.kind === 'seatGone' ? disruption.seatsGone : [],
    },
    leavesAt,
    isLeftOut: !runs && cut !== undefined && cut !== 'train',
  };
}

/**
 * Returns what a traveller who was never notified knows of the ride: the ride by the timetable, as it was booked; or `state`, if they reserved
 * after the last news of the train.
 */
export function firstKnown(
  operator: OperatorData,
  row: Row & Pick<RecipientRow, 'reserved_at'>,
  state: RideState,
) {
  const ride = rideOfRow(operator, row);
  const asOf = ride?.live?.asOf;
  if (row.disruption === null && asOf !== undefined && row.reserved_at.getTime() > asOf) return state;
  const departAt = row.disruption?.bookedDepartAt ?? row.depart_at.getTime();
  return { runs: true, departAt, minutesLate: 0, platform: ride?.from.platform ?? null, seatsGone: [] };
}

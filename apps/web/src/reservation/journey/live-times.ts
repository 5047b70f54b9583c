// The times of a train as it really runs, where that is known.
import type { LiveRide } from '@kippu/contract/calls/traveller/seat';
import { wallToEpoch } from '@kippu/domain/time/service-day';

/** A ride of the wire: a train of the list, or a reservation. Times are the timetable's. */
export interface Ride {
  readonly departAt: string;
  readonly arriveAt: string;
  readonly live?: LiveRide | undefined;
}

const MINUTE_MS = 60_000;

/** When the train is expected to leave: never before its timetable. Epoch milliseconds. */
export const leavesAt = ({ departAt, live }: Ride): number =>
  Math.max(wallToEpoch(departAt), wallToEpoch(live?.expectedDepartAt ?? departAt));

/** How many minutes later than planned; undefined where nothing is known. */
const lateBy = (planned: string, expected: string | undefined): number | undefined =>
  expected === undefined
    ? undefined
    : Math.max(0, Math.round((wallToEpoch(expected) - wallToEpoch(planned)) / MINUTE_MS));

export interface Lateness {
  /** Minutes at the departure, and at the arrival; 0 for a train on time or early. Undefined where nothing is known. */
  readonly departs: number | undefined;
  readonly arrives: number | undefined;
}

/** Returns how late a ride is. */
export const latenessOf = ({ departAt, arriveAt, live }: Ride): Lateness => ({
  departs: lateBy(departAt, live?.expectedDepartAt),
  arrives: lateBy(arriveAt, live?.expectedArriveAt),
});

/** The times to show: the expected ones where the train is late. */
export function shownTimes(ride: Ride): { readonly departAt: string; readonly arriveAt: string } {
  const { departs = 0, arrives = 0 } = latenessOf(ride);
  const { live, departAt, arriveAt } = ride;
  return {
    departAt: departs > 0 ? (live?.expectedDepartAt ?? departAt) : departAt,
    arriveAt: arrives > 0 ? (live?.expectedArriveAt ?? arriveAt) : arriveAt,
  };
}

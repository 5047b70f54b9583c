// The times of a train as it really runs, where that is known.
import type { LiveRide } from '@kippu/contract/calls/traveller/seat';
import { wallToEpoch } from '@kippu/domain/time/service-day';

/** A ride of the wire: a train of the list, or a reservation. Times are the timetable's. */
export interface Ride {
  readonly departAt: string;
  readonly arriveAt: string;
  readonly live?: LiveRide | undefined;
}

/** The expected time if it is later than the planned one. A train that is early waits. */
const later = (planned: string, expected: string | undefined): string =>
  expected !== undefined && wallToEpoch(expected) > wallToEpoch(planned) ? expected : planned;

/** The times to show: the expected ones where the train is late. Those of a train that does not take the traveller are of no use. */
export const shownTimes = ({ departAt, arriveAt, live }: Ride): Pick<Ride, 'departAt' | 'arriveAt'> =>
  live?.runs
    ? { departAt: later(departAt, live.expectedDepartAt), arriveAt: later(arriveAt, live.expectedArriveAt) }
    : { departAt, arriveAt };

/** When the train is expected to leave: never before its timetable. Epoch milliseconds. */
export const leavesAt = (ride: Ride): number => wallToEpoch(shownTimes(ride).departAt);

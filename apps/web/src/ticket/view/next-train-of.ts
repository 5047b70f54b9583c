// Which of the coming trains the first screen shows as the next one.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { leavesAt } from '../../reservation/journey/live-times.ts';
import { hasNoSeat } from './disrupted.ts';

/** Returns the first train that has not left and has a seat for the traveller. `now` is in epoch milliseconds, server's clock. */
export const nextTrainOf = (coming: readonly Reservation[], now: number): Reservation | undefined =>
  coming.find(
    (each) => each.state === 1 && !each.live?.hasLeft && leavesAt(each) >= now - 60_000 && !hasNoSeat(each),
  );

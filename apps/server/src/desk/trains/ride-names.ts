// The names of a ride's stations, for the desk's calls.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { namesOf } from '@kippu/contract/names';

export const rideNames = ({ from, to }: Pick<Reservation, 'from' | 'to'>) => ({
  ...namesOf(from, 'stationName', 'fromName'),
  ...namesOf(to, 'stationName', 'toName'),
});

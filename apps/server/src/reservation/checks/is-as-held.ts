// Whether a held ride still runs as it did when the hold was made.
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { Journey } from '../timetable/departure.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';

/** Compares legs, times and seats of a hold with its ride in the current timetable. */
export const isAsHeld = (hold: SeatHoldTable, ride: Journey): boolean =>
  ride.firstLeg === hold.first_leg &&
  ride.endLeg === hold.end_leg &&
  (hold.depart_at === null || hold.depart_at.getTime() === ride.departAt) &&
  (hold.arrive_at === null || hold.arrive_at.getTime() === ride.arriveAt) &&
  hold.seats.every((seat) => carOfSeat(ride.formation, seat) !== undefined);

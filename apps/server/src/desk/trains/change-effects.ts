// Whom a change of a train touches: its reservations before and after, by the functions that move reservations.
import type { ChangeEffects } from '@kippu/contract/calls/desk/live';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { hasSeat } from '../../reservation/disruption/move-reservations.ts';
import { listAheadOn } from '../../reservation/store/disruption-store.ts';
import { readReservations, type ReservationRow } from '../../reservation/store/reservation-store.ts';
import { findJourney, type Journey } from '../../reservation/timetable/departure.ts';

type Kind = keyof ChangeEffects;

/** A ride that is expected less than a minute later is on time for travellers. */
const MINUTE_MS = 60_000;

interface Trains {
  readonly old: OperatorData;
  readonly next: OperatorData;
}

const rideOf = (operator: OperatorData, row: ReservationRow): Journey | undefined => {
  const ride = findJourney(operator, row.departure_id, row.from_station, row.to_station);
  return ride?.runs ? ride : undefined;
};
const hasSeats = (ride: Journey, { seats }: ReservationRow) =>
  seats.every(({ seat, car_class }) => hasSeat(ride, seat, car_class));

function kindOf({ old, next }: Trains, row: ReservationRow): Kind {
  const [before, after] = [rideOf(old, row), rideOf(next, row)];
  if (!after) return before ? 'losesTrain' : 'unchanged';
  if (!hasSeats(after, row)) return before && !hasSeats(before, row) ? 'unchanged' : 'losesSeat';
  if (!before || !hasSeats(before, row)) return 'restored';
  const shift = Math.max(
    after.expectedDepartAt - before.expectedDepartAt,
    after.expectedArriveAt - before.expectedArriveAt,
  );
  const back = Math.min(
    after.expectedDepartAt - before.expectedDepartAt,
    after.expectedArriveAt - before.expectedArriveAt,
  );
  if (shift >= MINUTE_MS) return 'later';
  return back <= -MINUTE_MS ? 'earlier' : 'unchanged';
}

/** Counts the departures' reservations and their travellers by what the change means for them. Changes nothing. */
export async function changeEffects(
  db: Db,
  trains: Trains,
  departureIds: readonly string[],
  now: number,
): Promise<ChangeEffects> {
  const none = () => ({ reservations: 0, travellers: 0 });
  const effects: ChangeEffects = {
    losesTrain: none(),
    losesSeat: none(),
    later: none(),
    earlier: none(),
    restored: none(),
    unchanged: none(),
  };
  const ids = await listAheadOn(db, departureIds, { moment: momentOf(trains.old, now), isLive: true });
  for (const row of await readReservations(db, ids)) {
    const touched = effects[kindOf(trains, row)];
    touched.reservations += 1;
    touched.travellers += row.seats.length;
  }
  return effects;
}

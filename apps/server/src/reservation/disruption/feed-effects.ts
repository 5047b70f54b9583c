// What another timetable would do, told before it is in effect: to the trains, and to what travellers have reserved.
import type { FeedEffects } from '@kippu/contract/desk-feed';
import { disruptionOf, type Found } from '@kippu/domain/disruption';
import { addDays, dateAt } from '@kippu/domain/service-day';
import type { Db } from '../db/database.ts';
import type { OperatorData, Trip } from '../operator/operator-data.ts';
import { hasSeat, mayDiffer, standingOf } from './compare-feed.ts';
import { findJourney } from './departure.ts';
import { groupFutureRides } from './disruption-store.ts';
import { readReservations, type ReservationRow } from './reservation-store.ts';

/** Further ahead nobody can reserve, and a season's change of days is seen. */
const DAYS_COMPARED = 190;

interface Timetables {
  /** In effect. */
  readonly old: OperatorData;
  /** In question. */
  readonly next: OperatorData;
}

const looksLike = ({ trainNo, direction, formationId, stops }: Trip) =>
  JSON.stringify([trainNo, direction, formationId, stops]);

/** The trips that run on other days than before, among those that both have. */
function tripsOfOtherDays({ old, next }: Timetables, now: number): Set<string> {
  const found = new Set<string>();
  for (let day = 0, date = dateAt(now); day < DAYS_COMPARED; day += 1, date = addDays(date, 1)) {
    const [before, after] = [old, next].map(
      (data) => new Set(data.tripsOn(date).map(({ tripId }) => tripId)),
    );
    for (const [these, those] of [
      [before, after],
      [after, before],
    ])
      for (const tripId of these ?? []) if (!those?.has(tripId)) found.add(tripId);
  }
  return found;
}

function tripEffects(timetables: Timetables, now: number): FeedEffects['trips'] {
  const { old, next } = timetables;
  const otherDays = tripsOfOtherDays(timetables, now);
  const both = [...next.trips.values()].flatMap((trip) => {
    const before = old.trips.get(trip.tripId);
    return before ? [{ trip, before }] : [];
  });
  return {
    added: next.trips.size - both.length,
    gone: old.trips.size - both.length,
    changed: both.filter(
      ({ trip, before }) => looksLike(trip) !== looksLike(before) || otherDays.has(trip.tripId),
    ).length,
  };
}

function rideIn({ old, next }: Timetables, row: ReservationRow): Found {
  const [before, ride] = [old, next].map((data) =>
    findJourney(data, row.departure_id, row.from_station, row.to_station),
  );
  if (!ride) return { runs: false };
  const wasGone = row.disruption?.seatsGone ?? [];
  // One that the present train has and that is gone all the same is somebody else's by now.
  const isGone = (seat: string, carClass: string) =>
    !hasSeat(ride, seat, carClass) ||
    (before !== undefined && hasSeat(before, seat, carClass) && wasGone.includes(seat));
  const seatsGone = row.seats
    .filter(({ seat, car_class }) => isGone(seat, car_class))
    .map(({ seat }) => seat);
  return { runs: true, times: { departAt: ride.departAt, arriveAt: ride.arriveAt }, seatsGone };
}

/** Counts what the next timetable would change, as compareWithFeed would at a start now; changes nothing. `now` in epoch milliseconds. */
export async function feedEffects(db: Db, timetables: Timetables, now: number): Promise<FeedEffects> {
  const reservations = { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 };
  const concerned = (await groupFutureRides(db, now))
    .filter((group) => mayDiffer(timetables.next, group))
    .flatMap(({ reservation_ids }) => reservation_ids);
  for (const row of await readReservations(db, [...new Set(concerned)])) {
    const news = disruptionOf(standingOf(row), rideIn(timetables, row));
    if (news) reservations[news.kind] += 1;
  }
  return { trips: tripEffects(timetables, now), reservations };
}

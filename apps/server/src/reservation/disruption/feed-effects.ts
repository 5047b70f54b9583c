// Previews what another timetable would change: the trains, and the travellers' reservations.
import type { FeedEffects, StoppedTrain } from '@kippu/contract/calls/desk/timetable';
import { disruptionOf, type TimetableRide } from '@kippu/domain/reservation/disruption';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import type { OperatorData, Trip } from '../../platform/operator/operator-data.ts';
import { hasSeat, mayDiffer, knownRideOf } from './move-reservations.ts';
import { findJourney } from '../timetable/departure.ts';
import { groupFutureRides, listDeparturesAfter } from '../store/disruption-store.ts';
import { readReservations, type ReservationRow } from '../store/reservation-store.ts';

/** No seat is sold so many days ahead, and a timetable's change between seasons falls within them. */
const DAYS_COMPARED = 190;
const READ_AT_ONCE = 1000;
/** Departures of one statement: all that are booked in a month would take longer than a statement may. */
const DEPARTURES_AT_ONCE = 10;

interface Timetables {
  /** The one in effect. */
  readonly old: OperatorData;
  /** The one that would replace it. */
  readonly next: OperatorData;
}

const contentOf = ({ trainNo, direction, formations, stops }: Trip) =>
  JSON.stringify([trainNo, direction, formations, stops]);

/** The trips of both timetables that run on different days. */
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
      ({ trip, before }) => contentOf(trip) !== contentOf(before) || otherDays.has(trip.tripId),
    ).length,
  };
}

/** How many days before the departure seats are sold. */
const DAYS_SOLD = 31;
const MAX_STOPPED = 20;

/** Joins dates that follow each other. */
function inRuns(dates: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = [];
  for (const date of dates) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === date) last.to = date;
    else runs.push({ from: date, to: date });
  }
  return runs;
}

/** Finds which trains, by number, do not run although they run in the timetable in effect, and from when no train runs. */
function stoppedTrains({ old, next }: Timetables, now: number): FeedEffects['stopped'] {
  const today = dateAt(now);
  const days = Array.from({ length: DAYS_COMPARED }, (_, day) => addDays(today, day));
  const lastWith = (data: OperatorData) => days.findLastIndex((date) => data.tripsOn(date).length > 0);
  const end = lastWith(next) + 1;
  const isWarned = end < DAYS_SOLD || end <= lastWith(old);
  const found = new Map<string, StoppedTrain>();
  // Days without any train are gaps: each train of them is not listed again.
  for (const from of days.slice(0, end).filter((date) => next.tripsOn(date).length > 0)) {
    const running = new Set(next.tripsOn(from).map(({ trainNo }) => trainNo));
    for (const trainNo of new Set(old.tripsOn(from).map((trip) => trip.trainNo))) {
      if (running.has(trainNo)) continue;
      const known = found.get(trainNo) ?? { trainNo, from, days: 0 };
      found.set(trainNo, { ...known, days: known.days + 1 });
    }
  }
  const trains = [...found.values()];
  const silent = days
    .slice(0, end)
    .filter((date) => next.tripsOn(date).length === 0 && old.tripsOn(date).length > 0);
  return {
    ...(isWarned ? { allFrom: addDays(today, end) } : {}),
    gaps: inRuns(silent).slice(0, MAX_STOPPED),
    trains: trains.slice(0, MAX_STOPPED),
    more: Math.max(0, trains.length - MAX_STOPPED),
  };
}

/** Returns a reservation's ride in the next timetable, with those of its seats that it would lose. */
function rideIn({ old, next }: Timetables, row: ReservationRow): TimetableRide {
  const [before, ride] = [old, next].map((data) =>
    findJourney(data, row.departure_id, row.from_station, row.to_station),
  );
  if (!ride?.runs) return { runs: false };
  const wasGone = row.disruption?.seatsGone ?? [];
  // A seat that the current train has and that is still gone was sold to another traveller.
  const isGone = (seat: string, carClass: string) =>
    !hasSeat(ride, seat, carClass) ||
    (before !== undefined && hasSeat(before, seat, carClass) && wasGone.includes(seat));
  const seatsGone = row.seats
    .filter(({ seat, car_class }) => isGone(seat, car_class))
    .map(({ seat }) => seat);
  return { runs: true, times: { departAt: ride.departAt, arriveAt: ride.arriveAt }, seatsGone };
}

/** Counts what the next timetable would change if it took effect at `now` (epoch milliseconds). Changes nothing. */
export async function feedEffects(db: Db, timetables: Timetables, now: number): Promise<FeedEffects> {
  const reservations = { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 };
  let after = { service_date: addDays(dateAt(now), -2), departure_id: '' };
  for (;;) {
    const departures = await listDeparturesAfter(db, after, DEPARTURES_AT_ONCE);
    const last = departures.at(-1);
    if (!last) break;
    after = last;
    const departureIds = departures.map(({ departure_id }) => departure_id);
    const groups = await groupFutureRides(db, departureIds, momentOf(timetables.old, now));
    const concerned = groups.filter((group) => mayDiffer(timetables.next, group));
    const ids = [...new Set(concerned.flatMap(({ reservation_ids }) => reservation_ids))];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE)
      for (const row of await readReservations(db, ids.slice(at, at + READ_AT_ONCE))) {
        const news = disruptionOf(knownRideOf(row), rideIn(timetables, row));
        if (news) reservations[news.kind] += 1;
      }
  }
  return { trips: tripEffects(timetables, now), stopped: stoppedTrains(timetables, now), reservations };
}

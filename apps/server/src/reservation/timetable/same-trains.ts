// Finds the trains that run under another trip id in a newer timetable: the same number, day and stops.
import { serviceDateOf } from '@kippu/domain/time/service-day';
import { departureIdOf, tripIdOf } from './departure.ts';
import type { FormerTrip, OperatorData, Trip } from '../../platform/operator/operator-data.ts';

/** The trips that run departures of other trips, by departure id. */
export type Replacements = Readonly<Record<string, string>>;

type TrainFacts = Pick<Trip, 'trainNo' | 'direction' | 'stops'>;

const trainKey = ({ trainNo, direction, stops }: TrainFacts) =>
  JSON.stringify([trainNo, direction, stops.map(({ stationId }) => stationId)]);

interface Booked {
  /** Ids of departures with reservations or holds. */
  readonly departureIds: readonly string[];
  /** The replacements in the timetable so far. */
  readonly replacements: Replacements;
  /** The trips as the timetable so far, or an older one, had them. */
  readonly trips: ReadonlyMap<string, FormerTrip>;
}

/**
 * Returns which trips of the next timetable run the booked departures whose own trip it no longer runs: the trip that ran
 * it so far, else the only one of that day with the same number, direction and stops that has no bookings of its own.
 */
export function replacementsIn(next: OperatorData, booked: Booked): Replacements {
  const own = new Set(booked.departureIds);
  const taken = new Set<string>();
  const days = new Map<string, Map<string, Trip[]>>();
  const trainsOn = (date: string) => {
    const known = days.get(date);
    if (known) return known;
    const trains = new Map<string, Trip[]>();
    for (const trip of next.tripsOn(date))
      trains.set(trainKey(trip), [...(trains.get(trainKey(trip)) ?? []), trip]);
    days.set(date, trains);
    return trains;
  };
  const runs = (tripId: string, date: string) => {
    const trip = next.trips.get(tripId);
    return trip !== undefined && next.servicesOn(date).has(trip.serviceId);
  };
  const found: Record<string, string> = {};
  const replace = (departureId: string, tripId: string) => {
    found[departureId] = tripId;
    taken.add(departureIdOf(tripId, serviceDateOf(departureId)));
  };
  const stopped = booked.departureIds.filter((id) => !runs(tripIdOf(id), serviceDateOf(id))).toSorted();
  for (const departureId of stopped) {
    const before = booked.replacements[departureId];
    if (before !== undefined && runs(before, serviceDateOf(departureId))) replace(departureId, before);
  }
  for (const departureId of stopped.filter((id) => !(id in found))) {
    const date = serviceDateOf(departureId);
    const last = booked.replacements[departureId];
    const train = booked.trips.get(last ?? '') ?? booked.trips.get(tripIdOf(departureId));
    const candidates = (train ? (trainsOn(date).get(trainKey(train)) ?? []) : []).filter(({ tripId }) => {
      const id = departureIdOf(tripId, date);
      return !own.has(id) && !taken.has(id);
    });
    const [trip, ...others] = candidates;
    if (trip && others.length === 0) replace(departureId, trip.tripId);
  }
  return found;
}

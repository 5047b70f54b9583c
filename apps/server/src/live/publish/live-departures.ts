// The trains in the published feeds: those of which something is known, from those that just ended to a week ahead.
import { expectedStops, type ExpectedStop, type LiveTrain } from '@kippu/domain/live/live-train';
import { addDays, dateAt, gtfsToEpoch, serviceDateOf } from '@kippu/domain/time/service-day';
import type { TripDescriptor } from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData, Trip } from '../../platform/operator/operator-data.ts';

/** The most trains in a feed, the earliest first: with 40 stops each 3 MB. */
const MAX_TRAINS = 2_000;
const FUTURE_DAYS = 7;
/** How long a train that has ended stays in the feeds. */
const ENDED_MS = 3_600_000;

export interface LiveDeparture {
  /** Of the trip that runs, which may be a replacement. */
  readonly ownId: string;
  readonly trip: Trip;
  readonly serviceDate: string;
  /** The moment from which its times count, epoch milliseconds. */
  readonly dayStart: number;
  readonly live: LiveTrain;
  readonly stops: readonly ExpectedStop[];
}

/** Returns the trip of the timetable that runs a departure on its date; undefined where none does. */
export function tripOf(operator: OperatorData, departureId: string): Trip | undefined {
  const serviceDate = serviceDateOf(departureId);
  const tripId =
    operator.former.replacements.get(departureId) ?? departureId.slice(0, departureId.lastIndexOf('@'));
  const trip = operator.trips.get(tripId);
  return trip && operator.servicesOn(serviceDate).has(trip.serviceId) ? trip : undefined;
}

/** Names a train as the published timetable does. A feed's reader needs the date, because the trip runs on many days. */
export const descriptorOf = ({ tripId, routeId }: Trip, serviceDate: string) =>
  ({ tripId, startDate: serviceDate.replaceAll('-', ''), routeId }) satisfies Partial<TripDescriptor>;

/**
 * Lists the trains of which something is known, the earliest first.
 * @param now epoch milliseconds
 */
export function liveDepartures(operator: OperatorData, now: number): LiveDeparture[] {
  const until = addDays(dateAt(now), FUTURE_DAYS);
  const dayStarts = new Map<string, number>();
  const found: { readonly startsAt: number; readonly departure: LiveDeparture }[] = [];
  for (const [departureId, live] of operator.live) {
    const serviceDate = serviceDateOf(departureId);
    const trip = serviceDate <= until ? tripOf(operator, departureId) : undefined;
    // The published timetable does not have the trains that feeds add.
    if (!trip || trip.addedAs !== undefined) continue;
    const stops = expectedStops(trip.stops, live);
    const dayStart = dayStarts.get(serviceDate) ?? gtfsToEpoch(serviceDate, 0);
    dayStarts.set(serviceDate, dayStart);
    if (dayStart + (stops.at(-1)?.arrive ?? 0) * 1000 < now - ENDED_MS) continue;
    found.push({
      startsAt: dayStart + (trip.stops[0]?.depart ?? 0) * 1000,
      departure: { ownId: `${trip.tripId}@${serviceDate}`, trip, serviceDate, dayStart, live, stops },
    });
  }
  return found
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .slice(0, MAX_TRAINS)
    .map(({ departure }) => departure);
}

// Finds the train of the timetable that a live feed names.
import { stopKeys, type StopKey } from '@kippu/domain/live/live-train';
import { addDays, dateAt, gtfsSeconds, gtfsToEpoch, isDate } from '@kippu/domain/time/service-day';
import type { TripDescriptor } from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import { addedTripId } from '../../platform/operator/added-train-store.ts';
import type { OperatorData, Trip } from '../../platform/operator/operator-data.ts';

export interface KnownTrain {
  /** Of the train that it replaces, where it is a replacement. */
  readonly departureId: string;
  readonly trip: Trip;
  readonly serviceDate: string;
  /** The names of its stops, in their order. */
  readonly keys: readonly StopKey[];
}

/** Why a feed's train is not of the timetable. */
export type Unmatched = 'noTrip' | 'wrongDate' | 'unknownTrip' | 'notOnThatDay' | 'severalTrains';

/** Feeds contain trains from two days ago, which may still run, to a week ahead. */
const PAST_DAYS = 2;
const FUTURE_DAYS = 7;
/** Where a feed gives no date. */
const NEAR_DAYS = [0, -1, 1, -2];

const shortTime = (time: string) => (time.endsWith(':00') ? time.slice(0, -3) : time);

/** What a feed says to name a train. */
export type NamedTrip = Pick<
  TripDescriptor,
  'tripId' | 'startDate' | 'startTime' | 'routeId' | 'directionId'
>;

export class TrainFinder {
  readonly #operator: OperatorData;
  readonly #now: number;
  readonly #today: string;
  /** The first stop's departure of a day's trips by route and time, for trains without an id. */
  readonly #byStart = new Map<string, Map<string, Trip[]>>();

  /** @param now epoch milliseconds */
  constructor(operator: OperatorData, now: number) {
    this.#operator = operator;
    this.#now = now;
    this.#today = dateAt(now);
  }

  find(named: NamedTrip): KnownTrain | Unmatched {
    const { tripId, startDate, startTime = '' } = named;
    if (!tripId) return this.#byStartTime(named);
    const ids = [tripId, ...(startTime === '' ? [] : [`${tripId}~${shortTime(padded(startTime))}`])];
    if (startDate === undefined || startDate === '') return this.#nearest(ids);
    const date = dateOf(startDate);
    if (date === undefined || !this.#isNear(date)) return 'wrongDate';
    const found = ids.map((id) => this.#on(id, date)).find((one) => typeof one !== 'string');
    if (found) return found;
    const byStart = this.#byStartTime(named);
    if (typeof byStart !== 'string') return byStart;
    if (ids.some((id) => this.#operator.trips.has(id))) return 'notOnThatDay';
    return byStart === 'severalTrains' ? byStart : 'unknownTrip';
  }

  #isNear(date: string): boolean {
    return addDays(this.#today, -PAST_DAYS) <= date && date <= addDays(this.#today, FUTURE_DAYS);
  }

  /** Returns the train that runs as a trip, or in its place, on a service date. */
  #on(tripId: string, serviceDate: string): KnownTrain | Unmatched {
    const { trips, former, replacedIds } = this.#operator;
    const ownId = `${tripId}@${serviceDate}`;
    const trip =
      trips.get(former.replacements.get(ownId) ?? tripId) ?? trips.get(addedTripId(tripId, serviceDate));
    if (!trip) return 'unknownTrip';
    if (!this.#operator.servicesOn(serviceDate).has(trip.serviceId)) return 'notOnThatDay';
    const runningId = `${trip.tripId}@${serviceDate}`;
    const departureId = replacedIds.get(runningId) ?? runningId;
    return { departureId, trip, serviceDate, keys: stopKeys(trip.stops) };
  }

  /** Returns the train of the day on which it runs nearest to now. */
  #nearest(ids: readonly string[]): KnownTrain | Unmatched {
    let nearest: KnownTrain | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const id of ids)
      for (const days of NEAR_DAYS) {
        const train = this.#on(id, addDays(this.#today, days));
        if (typeof train === 'string') continue;
        const { trip, serviceDate } = train;
        const starts = gtfsToEpoch(serviceDate, trip.stops[0]?.depart ?? 0);
        const ends = gtfsToEpoch(serviceDate, trip.stops.at(-1)?.arrive ?? 0);
        const away = Math.max(0, starts - this.#now, this.#now - ends);
        if (away < least) [nearest, least] = [train, away];
      }
    return nearest ?? (ids.some((id) => this.#operator.trips.has(id)) ? 'notOnThatDay' : 'unknownTrip');
  }

  /** Returns the only train of a route that starts at this time on this date. */
  #byStartTime({ routeId, directionId, startTime, startDate }: NamedTrip): KnownTrain | Unmatched {
    if (!routeId || !startTime || !startDate) return 'noTrip';
    const date = dateOf(startDate);
    if (date === undefined || !this.#isNear(date)) return 'wrongDate';
    const seconds = secondsOf(startTime);
    if (seconds === undefined) return 'noTrip';
    const direction = directionId === undefined ? undefined : directionId === 0 ? 'outbound' : 'inbound';
    const found = (this.#startsOn(date).get(`${routeId} ${seconds}`) ?? []).filter(
      (trip) => direction === undefined || trip.direction === direction,
    );
    const [only, another] = found;
    if (another) return 'severalTrains';
    return only ? this.#on(only.tripId, date) : 'unknownTrip';
  }

  #startsOn(date: string): Map<string, Trip[]> {
    const known = this.#byStart.get(date);
    if (known) return known;
    const starts = new Map<string, Trip[]>();
    for (const trip of this.#operator.tripsOn(date)) {
      const key = `${trip.routeId} ${trip.stops[0]?.depart}`;
      const same = starts.get(key);
      if (same) same.push(trip);
      else starts.set(key, [trip]);
    }
    this.#byStart.set(date, starts);
    return starts;
  }
}

/** Reads YYYYMMDD as 'YYYY-MM-DD'; undefined where it is no day. */
export function dateOf(text: string): string | undefined {
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isDate(date) ? date : undefined;
}

const padded = (time: string) => (/^\d:/.test(time) ? `0${time}` : time);

function secondsOf(time: string): number | undefined {
  return /^\d{1,3}:[0-5]\d:[0-5]\d$/.test(time) ? gtfsSeconds(time) : undefined;
}

// The railway's own timetable, as anybody may read it: its trains, their stops, and the platforms of its stations.
import type { Feed } from '@kippu/server/platform/gtfs/feed';
import { WHOLE_FEED } from '@kippu/server/platform/gtfs/feed';
import { readFeed } from '@kippu/server/platform/gtfs/read/read-feed';
import { runsOn } from '@kippu/server/platform/gtfs/read/running-days';
import type { FeedInput } from '@kippu/server/platform/gtfs/source/open-source';
import { addDays, dateAt, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { setZone } from '@kippu/domain/time/zone';

export interface TrainStop {
  /** The timetable's id of the platform or station. */
  readonly stopId: string;
  readonly stationId: string;
  readonly name: string;
  /** `stop_sequence`. */
  readonly sequence: number;
  /** By the timetable, epoch milliseconds. */
  readonly arrive: number;
  readonly depart: number;
}

/** A train on its day. */
export interface Train {
  readonly tripId: string;
  readonly routeId: string;
  readonly number: string;
  readonly direction: 0 | 1 | undefined;
  /** 'YYYY-MM-DD' */
  readonly serviceDate: string;
  readonly stops: readonly TrainStop[];
}

/** Names a train on its day. */
export const keyOf = ({ tripId, serviceDate }: Train): string => `${tripId}@${serviceDate}`;
/** When a train begins and ends by the timetable, epoch milliseconds. */
export const startOf = ({ stops }: Train): number => stops[0]?.depart ?? 0;
export const endOf = ({ stops }: Train): number => stops.at(-1)?.arrive ?? 0;

export interface Platform {
  readonly stopId: string;
  /** As signs show it. */
  readonly code: string;
}

export class Timetable {
  readonly #feed: Feed;
  readonly #days = new Map<string, readonly Train[]>();
  readonly #platforms = new Map<string, Platform[]>();

  private constructor(feed: Feed) {
    this.#feed = feed;
    for (const { stopId, parentId, platform } of feed.stops) {
      if (parentId === undefined || platform === '') continue;
      const others = this.#platforms.get(parentId) ?? [];
      this.#platforms.set(parentId, [...others, { stopId, code: platform }]);
    }
  }

  /**
   * Reads a timetable, and sets this process's zone to that of its times.
   * @param today 'YYYY-MM-DD'
   * @throws Error if it is no timetable
   */
  static async read(input: FeedInput, today: string): Promise<Timetable> {
    const { feed } = await readFeed(input, { selection: WHOLE_FEED, today });
    if (!feed) throw new Error('this is no timetable (GTFS)');
    setZone(feed.timezone);
    return new Timetable(feed);
  }

  get agencyId(): string {
    return this.#feed.agencies[0]?.agencyId ?? '';
  }

  /** Returns the platforms of a station that the timetable names; none where it names stations alone. */
  platformsOf(stationId: string): readonly Platform[] {
    return this.#platforms.get(stationId) ?? [];
  }

  /** Returns the trains that run at any time between two moments, epoch milliseconds, the first to leave first. */
  trainsBetween(from: number, until: number): Train[] {
    const found: Train[] = [];
    for (let date = addDays(dateAt(from), -1); date <= dateAt(until); date = addDays(date, 1))
      found.push(...this.#trainsOf(date).filter((train) => endOf(train) >= from && startOf(train) <= until));
    return found.sort((a, b) => startOf(a) - startOf(b));
  }

  #trainsOf(serviceDate: string): readonly Train[] {
    const known = this.#days.get(serviceDate);
    if (known) return known;
    const { trips, services, stops, calls } = this.#feed;
    const trains = trips.flatMap((trip): Train[] => {
      const service = services.get(trip.serviceId);
      if (!service || !runsOn(service, serviceDate)) return [];
      const { tripId, routeId, number, directionId: direction, first, end } = trip;
      const at = (seconds: number | undefined) => gtfsToEpoch(serviceDate, seconds ?? 0);
      const trainStops = Array.from({ length: end - first }, (_, n): TrainStop => {
        const call = first + n;
        const stop = stops[calls.stop[call] ?? -1];
        if (!stop) throw new Error(`a stop of ${tripId} is not in the timetable`);
        return {
          stopId: stop.stopId,
          stationId: stop.parentId ?? stop.stopId,
          name: stop.name.in?.['en'] ?? stop.name.text,
          sequence: calls.sequence[call] ?? n + 1,
          arrive: at(calls.arrive[call]),
          depart: at(calls.depart[call]),
        };
      });
      return [{ tripId, routeId, number: number || tripId, direction, serviceDate, stops: trainStops }];
    });
    this.#days.set(serviceDate, trains);
    return trains;
  }
}

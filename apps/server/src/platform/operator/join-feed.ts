// Joins a feed with the operator's own files about trains: stations, platforms, directions, formations.
import type { Offered } from '@kippu/contract/languages';
import { completeTexts, wireNames, type ByLanguage } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { Direction } from '@kippu/contract/values';
import { NO_GATE_PLACE } from '@kippu/ticket-code/certificate/payload';
import {
  NO_ALIGHTING,
  NO_BOARDING,
  type Feed,
  type FeedName,
  type FeedStop,
  type FeedTrip,
} from '../gtfs/feed.ts';
import { inLanguage, textsOf } from '../gtfs/name-in.ts';
import type { Findings } from '../gtfs/report/findings.ts';
import { ASSIGNMENTS_FILE, FormationsOfTrains, type Assignments } from './assignments.ts';
import type { Agency, OperatorParts, StopPlace, Trip, TripStop } from './operator-data.ts';
import type { Platforms, StationsExtra } from './files/operator-schemas.ts';

/** What the operator's files say about the trains of the feed. */
export interface TrainFiles {
  /** IANA name of the railway's zone. */
  readonly zone: string;
  /** The languages in which its names are shown. */
  readonly offered: Offered;
  readonly assignments: Assignments;
  readonly stationsExtra: StationsExtra;
  readonly platforms: Platforms;
}

type TrainParts = Pick<
  OperatorParts,
  | 'agency'
  | 'version'
  | 'from'
  | 'to'
  | 'stations'
  | 'stopPlaces'
  | 'routes'
  | 'services'
  | 'trips'
  | 'leftOut'
>;

const sameZone = (a: string, b: string): boolean => {
  const usual = (name: string) =>
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  return a === b || usual(a) === usual(b);
};

class FeedJoin {
  readonly #feed: Feed;
  readonly #files: TrainFiles;
  readonly #findings: Findings;
  /** The position of each stop's station in the feed's stops. */
  readonly #stationAt: readonly number[];

  constructor(feed: Feed, files: TrainFiles, findings: Findings) {
    this.#feed = feed;
    this.#files = files;
    this.#findings = findings;
    const positions = new Map(feed.stops.map(({ stopId }, at) => [stopId, at]));
    this.#stationAt = feed.stops.map(({ parentId }, at) =>
      parentId === undefined ? at : (positions.get(parentId) ?? at),
    );
  }

  parts(): TrainParts {
    const { timezone, version, days, trips, services, leftOut } = this.#feed;
    if (timezone !== '' && !sameZone(timezone, this.#files.zone))
      this.#findings.add('wrong_timezone', {
        file: 'agency.txt',
        column: 'agency_timezone',
        value: timezone,
        against: this.#files.zone,
      });
    if (trips.length === 0 || !days) this.#findings.add('no_reserved_service', { against: ASSIGNMENTS_FILE });
    const stations = this.#stations();
    return {
      agency: this.#agency(),
      version,
      from: days?.from ?? '',
      to: days?.to ?? '',
      stations,
      stopPlaces: this.#stopPlaces(stations),
      routes: this.#routes(),
      services,
      trips: this.#trips(),
      leftOut,
    };
  }

  /** The agency with most trains. */
  #agency(): Agency {
    const { agencies, routes, trips, timezone } = this.#feed;
    const agencyOf = new Map(routes.map(({ routeId, agencyId }) => [routeId, agencyId]));
    const counts = new Map<string, number>();
    for (const { routeId } of trips) {
      const id = agencyOf.get(routeId) ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const [first] = agencies.toSorted(
      (a, b) => (counts.get(b.agencyId) ?? 0) - (counts.get(a.agencyId) ?? 0),
    );
    return { agencyId: first?.agencyId ?? '', name: first?.name.text ?? '', url: first?.url ?? '', timezone };
  }

  /** Returns a name in each language of the wire and the operator. */
  readonly #inAll = (name: FeedName): ByLanguage =>
    completeTexts(textsOf(name, this.#feed.language), this.#files.offered);

  #routes(): OperatorParts['routes'] {
    const { routes } = this.#feed;
    return new Map(
      routes.map(({ routeId, shortName, longName }) => [
        routeId,
        { routeId, trainName: this.#inAll(shortName), longName: this.#inAll(longName) },
      ]),
    );
  }

  #station(at: number): FeedStop | undefined {
    return this.#feed.stops[this.#stationAt[at] ?? -1];
  }

  /** The stations where trains call, and those that the operator's files name. */
  #stations(): ReadonlyMap<string, Station> {
    const { stops, calls } = this.#feed;
    const { stationsExtra: extra } = this.#files;
    const called = new Set<string>();
    for (const stop of new Set(calls.stop)) {
      const id = this.#station(stop)?.stopId;
      if (id !== undefined) called.add(id);
    }
    const stations = new Map<string, Station>();
    stops.forEach((stop, at) => {
      const isStation = this.#stationAt[at] === at;
      const more = extra.stations[stop.stopId] ?? (called.has(stop.stopId) ? extra.default : undefined);
      if (!isStation || (!more && !called.has(stop.stopId))) return;
      const place = { file: 'stops.txt', line: stop.line, column: 'stop_id', value: stop.stopId };
      // In certificates this id means 'no station'.
      if (stop.stopId === NO_GATE_PLACE) this.#findings.add('reserved_id', place);
      if (!more) this.#findings.add('station_without_entry', { ...place, against: 'stations-extra.json' });
      const { region = '', gate = 'none' } = more ?? {};
      const alsoNamed = extra.stations[stop.stopId]?.alsoNamed;
      stations.set(
        stop.stopId,
        this.#newStation(stop, {
          region,
          gate,
          haruka: called.has(stop.stopId),
          ...(alsoNamed && { alsoNamed }),
        }),
      );
    });
    for (const id of Object.keys(extra.stations))
      if (!stations.has(id))
        this.#findings.add('unknown_station_entry', {
          file: 'stations-extra.json',
          value: id,
          against: 'stops.txt',
        });
    return stations;
  }

  #stopPlaces(stations: TrainParts['stations']): TrainParts['stopPlaces'] {
    const places = new Map<string, StopPlace>();
    this.#feed.stops.forEach(({ stopId, platform }, at) => {
      const stationId = this.#station(at)?.stopId ?? '';
      if (stations.has(stationId)) places.set(stopId, { stationId, platform: platform || undefined });
    });
    return places;
  }

  #newStation(stop: FeedStop, more: Pick<Station, 'region' | 'gate' | 'alsoNamed' | 'haruka'>): Station {
    const { stopId, code, name, lat, lon, line } = stop;
    const { language: feedLanguage } = this.#feed;
    const { offered } = this.#files;
    for (const language of offered.languages)
      if (inLanguage(name, language, feedLanguage) === undefined)
        this.#findings.add('missing_translation', {
          file: 'stops.txt',
          line,
          column: 'stop_name',
          value: name.text,
          against: language,
        });
    return {
      stationId: stopId,
      code,
      ...wireNames('stationName', textsOf(name, feedLanguage), offered),
      lat,
      lon,
      ...more,
    };
  }

  #trips(): OperatorParts['trips'] {
    const { trips, routes } = this.#feed;
    const formations = new FormationsOfTrains(this.#files.assignments);
    const directions = new Directions(trips, (trip) => this.#stationIds(trip));
    const routeOf = new Map(routes.map((route) => [route.routeId, route]));
    const headsigns = new Map<FeedName, ByLanguage>();
    const inAll = (name: FeedName) => {
      const found = headsigns.get(name) ?? this.#inAll(name);
      headsigns.set(name, found);
      return found;
    };
    const joined = new Map<string, Trip>();
    for (const trip of trips) {
      const { tripId, routeId, serviceId, number, headsign } = trip;
      const direction = directions.of(trip);
      const own = formations.of(trip, routeOf.get(routeId) ?? { routeId });
      if (own.length === 0)
        this.#findings.add('trip_without_formation', {
          file: 'trips.txt',
          column: 'trip_id',
          value: tripId,
          against: ASSIGNMENTS_FILE,
        });
      const last = this.#station(this.#feed.calls.stop[trip.end - 1] ?? -1);
      joined.set(tripId, {
        tripId,
        trainNo: number === '' ? tripId : number,
        routeId,
        serviceId,
        direction,
        headsign: inAll(headsign ?? last?.name ?? NO_NAME),
        formations: own,
        stops: this.#stops(trip, direction),
      });
    }
    for (const one of formations.unused())
      this.#findings.add('assignment_without_train', { file: ASSIGNMENTS_FILE, value: JSON.stringify(one) });
    return joined;
  }

  #stationIds({ first, end }: FeedTrip): string[] {
    return [...this.#feed.calls.stop.subarray(first, end)].map((at) => this.#station(at)?.stopId ?? '');
  }

  #stops({ tripId, repeats, first, end }: FeedTrip, direction: Direction): TripStop[] {
    const { stops, calls } = this.#feed;
    const { platforms, exceptions } = this.#files.platforms;
    const own = exceptions.filter((one) => one.tripId === tripId || one.tripId === repeats);
    return Array.from({ length: end - first }, (_, n): TripStop => {
      const at = first + n;
      const stop = calls.stop[at] ?? 0;
      const stationId = this.#station(stop)?.stopId ?? '';
      const exception = own.find((one) => one.stationId === stationId);
      const usual = platforms[stationId]?.[direction] ?? (stops[stop]?.platform || undefined);
      const flags = calls.flags[at] ?? 0;
      const sequence = calls.sequence[at];
      return {
        stationId,
        arrive: calls.arrive[at] ?? 0,
        depart: calls.depart[at] ?? 0,
        platform: exception ? (exception.platform ?? undefined) : usual,
        stopId: stops[stop]?.stopId ?? '',
        ...(sequence === undefined ? {} : { sequence }),
        ...((flags & NO_BOARDING) === 0 ? {} : { noBoarding: true }),
        ...((flags & NO_ALIGHTING) === 0 ? {} : { noAlighting: true }),
      };
    });
  }
}

const NO_NAME: FeedName = { text: '' };

/** The directions of trips. Where the feed does not say, a trip that calls at two stations in the order of another is of its direction. */
class Directions {
  readonly #stationsOf: (trip: FeedTrip) => readonly string[];
  /** Stations in the order of the outbound direction, by route. */
  readonly #patterns = new Map<string, Map<string, number>>();

  constructor(trips: readonly FeedTrip[], stationsOf: (trip: FeedTrip) => readonly string[]) {
    this.#stationsOf = stationsOf;
    for (const trip of trips) {
      if (trip.directionId !== 0 || this.#patterns.has(trip.routeId)) continue;
      this.#patterns.set(trip.routeId, inOrder(stationsOf(trip)));
    }
  }

  of(trip: FeedTrip): Direction {
    if (trip.directionId !== undefined) return trip.directionId === 0 ? 'outbound' : 'inbound';
    const own = this.#stationsOf(trip);
    const pattern = this.#patterns.get(trip.routeId);
    if (!pattern) {
      this.#patterns.set(trip.routeId, inOrder(own));
      return 'outbound';
    }
    const places = own.flatMap((id) => pattern.get(id) ?? []);
    const [start, end] = [places[0], places.at(-1)];
    return start !== undefined && end !== undefined && end < start ? 'inbound' : 'outbound';
  }
}

const inOrder = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, at]));

/** Joins a feed with the operator's files. What does not fit is added to `findings`; with an error there, the parts are not to be used. */
export const joinFeed = (feed: Feed, files: TrainFiles, findings: Findings): TrainParts =>
  new FeedJoin(feed, files, findings).parts();

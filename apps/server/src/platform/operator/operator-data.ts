// The operator's data: its own files and its timetable, joined and read-only.
import { pageSettingsOf, railwayHas, type PageSettings } from '@kippu/contract/page-settings';
import type { Direction } from '@kippu/contract/values';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { isDate } from '@kippu/domain/time/service-day';
import type { ByLanguage } from '@kippu/contract/names';
import type { FeedService, LeftOut } from '../gtfs/feed.ts';
import type { LiveTrains } from '../live/live-trains.ts';
import { runsOn } from '../gtfs/read/running-days.ts';
import type { TrainFormation } from './assignments.ts';
import type * as schemas from './files/operator-schemas.ts';
import type { OperatorSettings } from './files/operator-settings.ts';

/** The railway, as its feed names it. */
export interface Agency {
  readonly agencyId: string;
  /** In the feed's language. */
  readonly name: string;
  readonly url: string;
  /** IANA name of the zone of all times. */
  readonly timezone: string;
}

/** A stop of a train; times in seconds since the start of the service day, past 86,400 after midnight. */
export interface TripStop {
  readonly stationId: string;
  readonly arrive: number;
  readonly depart: number;
  readonly platform: string | undefined;
  /** The timetable's id of the platform or station, and `stop_sequence`, by which live feeds name it. Absent in trips of older releases. */
  readonly stopId?: string;
  readonly sequence?: number;
  /** Passengers may not board here, or not leave. Absent where they may. */
  readonly noBoarding?: true;
  readonly noAlighting?: true;
}
/** What a live feed may name as a stop: a station where trains call, or a platform of one. */
export interface StopPlace {
  readonly stationId: string;
  /** Undefined for a station, and where the timetable does not say. */
  readonly platform: string | undefined;
}
interface Route {
  readonly routeId: string;
  readonly trainName: ByLanguage;
  readonly longName: ByLanguage;
}
export interface Trip {
  readonly tripId: string;
  /** The number on the timetable, such as '13'; the trip's id where the feed has none. */
  readonly trainNo: string;
  readonly routeId: string;
  readonly serviceId: string;
  readonly direction: Direction;
  readonly headsign: ByLanguage;
  /** The formations that run as it, the one that wins first. Without one for a day, it has no reserved seats on that day. */
  readonly formations: readonly TrainFormation[];
  readonly stops: readonly TripStop[];
  /** A live feed's id of a train that it adds, to which the desk gave cars. Absent for a train of the timetable's files. */
  readonly addedAs?: string;
}
/** A trip of an older timetable that still has reservations or a history. */
export interface FormerTrip extends Pick<Trip, 'tripId' | 'trainNo' | 'direction' | 'stops'> {
  readonly trainName: ByLanguage;
}
/** What earlier timetables leave to a newer one. */
export interface FormerData {
  /** Trips and stations that left the timetable but are still referred to. */
  readonly trips: ReadonlyMap<string, FormerTrip>;
  readonly stations: ReadonlyMap<string, Station>;
  /** The trips that run departures of other trips, by departure id: a replacement keeps the id of the train that it replaces. */
  readonly replacements: ReadonlyMap<string, string>;
}
const NOTHING_FORMER: FormerData = { trips: new Map(), stations: new Map(), replacements: new Map() };

/** What the operator's files contain, joined and checked. It has no functions, so that a worker thread can send it. */
export interface OperatorParts {
  readonly settings: OperatorSettings;
  readonly agency: Agency;
  /** The feed's name for this edition; '' if it has none. */
  readonly version: string;
  /** First and last service date with a train. */
  readonly from: string;
  readonly to: string;
  readonly stations: ReadonlyMap<string, Station>;
  /** The stops of the feed at stations where trains call, by the feed's ids. */
  readonly stopPlaces: ReadonlyMap<string, StopPlace>;
  readonly regions: readonly schemas.OperatorRegion[];
  readonly routes: ReadonlyMap<string, Route>;
  readonly services: ReadonlyMap<string, FeedService>;
  readonly trips: ReadonlyMap<string, Trip>;
  readonly formations: ReadonlyMap<string, schemas.Formation>;
  readonly products: ReadonlyMap<string, schemas.Product>;
  /** The ids of each area's stations, by the area's id. */
  readonly areas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counters: readonly schemas.OperatorCounter[];
  readonly demo: schemas.Demo;
  readonly platforms: schemas.Platforms;
  /** What of the feed is not this operator's reserved service. */
  readonly leftOut: LeftOut;
}

export interface OperatorData extends OperatorParts {
  readonly former: FormerData;
  /** How trains really run, where that is known. */
  readonly live: LiveTrains;
  /** The departure ids that replacements run, by their own id. The inverse of `former.replacements`. */
  readonly replacedIds: ReadonlyMap<string, string>;
  /** Returns the ids of the services that run on a service date 'YYYY-MM-DD'. Throws RangeError for an invalid date. */
  servicesOn(date: string): ReadonlySet<string>;
  /** Returns the trips of a service date, earliest first. A 24:10 train belongs to the day before. */
  tripsOn(date: string): readonly Trip[];
}

/** Dates whose services and trips are cached: more than are used at a time. */
const DATES_KEPT = 400;

/** Adds the functions, what earlier timetables left, and how trains really run. */
export function operatorOf(
  parts: OperatorParts,
  former: FormerData = NOTHING_FORMER,
  live: LiveTrains = new Map(),
): OperatorData {
  const inOrder = [...parts.trips.values()].sort(
    (a, b) => (a.stops[0]?.depart ?? 0) - (b.stops[0]?.depart ?? 0),
  );
  const running = new Map<string, ReadonlySet<string>>();
  const trains = new Map<string, readonly Trip[]>();
  const servicesOn = (date: string) => {
    const services = running.get(date) ?? runningOn(parts.services, date);
    if (running.size >= DATES_KEPT) running.clear();
    running.set(date, services);
    return services;
  };
  const tripsOn = (date: string) => {
    const services = servicesOn(date);
    const trips = trains.get(date) ?? inOrder.filter((trip) => services.has(trip.serviceId));
    if (trains.size >= DATES_KEPT) trains.clear();
    trains.set(date, trips);
    return trips;
  };
  const replacedIds = new Map(
    [...former.replacements].map(([id, tripId]) => [`${tripId}${id.slice(id.lastIndexOf('@'))}`, id]),
  );
  return { ...parts, former, live, replacedIds, servicesOn, tripsOn };
}

/** Returns what pages know of the railway. */
export const settingsForPages = ({
  settings,
  products,
  stations,
}: Pick<OperatorParts, 'settings' | 'products' | 'stations'>): PageSettings =>
  pageSettingsOf(
    settings,
    railwayHas({ products: [...products.values()], stations: [...stations.values()] }),
  );

function runningOn(services: ReadonlyMap<string, FeedService>, date: string): ReadonlySet<string> {
  if (!isDate(date)) throw new RangeError(`not a date YYYY-MM-DD: ${date}`);
  return new Set([...services].filter(([, service]) => runsOn(service, date)).map(([id]) => id));
}

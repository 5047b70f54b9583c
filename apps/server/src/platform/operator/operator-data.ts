// The operator's whole data as the server uses it: loaded once at start, checked across files, then read-only.
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Direction, Station } from '@kippu/contract/station';
import { isDate } from '@kippu/domain/service-day';
import { type FeedTexts, type GtfsAgency, type GtfsFeed, type GtfsService, type InLanguages, readGtfs } from './gtfs-reader.ts';
import { OperatorDataError, readJson } from './operator-files.ts';
import * as schemas from './operator-schemas.ts';

/** A stop of a train; times in seconds since the start of the service day, past 86,400 after midnight. */
export interface TripStop {
  readonly stationId: string;
  readonly arrive: number;
  readonly depart: number;
  readonly platform: string | undefined;
}
export interface Route {
  readonly routeId: string;
  readonly trainName: InLanguages;
  readonly longName: InLanguages;
}
export interface Trip {
  readonly tripId: string;
  /** The number travellers know, such as '13'. */
  readonly trainNo: string;
  readonly routeId: string;
  readonly serviceId: string;
  readonly direction: Direction;
  readonly headsign: InLanguages;
  readonly formationId: string;
  readonly stops: readonly TripStop[];
}
/** A trip of an older timetable that still has reservations or a history. */
export interface FormerTrip extends Pick<Trip, 'tripId' | 'trainNo' | 'direction' | 'formationId' | 'stops'> {
  readonly trainName: InLanguages;
}
/** What left the timetable but is still named somewhere. */
interface FormerData {
  readonly trips: ReadonlyMap<string, FormerTrip>;
  readonly stations: ReadonlyMap<string, Station>;
}
export interface OperatorData {
  readonly agency: GtfsAgency;
  /** What the feed calls this edition of itself; '' where it says nothing. */
  readonly version: string;
  /** First and last service date of the feed. */
  readonly from: string;
  readonly to: string;
  readonly stations: ReadonlyMap<string, Station>;
  readonly regions: readonly schemas.OperatorRegion[];
  readonly routes: ReadonlyMap<string, Route>;
  readonly trips: ReadonlyMap<string, Trip>;
  readonly formations: ReadonlyMap<string, schemas.Formation>;
  readonly products: ReadonlyMap<string, schemas.Product>;
  readonly counters: readonly schemas.OperatorCounter[];
  readonly platforms: schemas.Platforms;
  /** Empty until rememberFeed has read it. */
  readonly former: FormerData;
  /** Takes a service date 'YYYY-MM-DD'; gives the ids of the services that run. Throws RangeError on no date. */
  servicesOn(date: string): ReadonlySet<string>;
  /** Takes a service date; gives its trips, earliest first. A 24:10 train is among those of the day before. */
  tripsOn(date: string): readonly Trip[];
}

/** For so many dates it is kept which services run: more than are asked for at a time. */
const DATES_KEPT = 1000;

/**
 * Takes the operator's folder, and a feed in place of the folder's; gives the data. Throws OperatorDataError at the first
 * fault, naming file and line.
 */
export function loadOperator(dir: string, texts?: FeedTexts): OperatorData {
  const feed = readGtfs(dir, texts);
  const formations = loadFormations(dir);
  for (const trip of feed.trips.values())
    if (!formations.has(trip.formationId))
      trip.row.fail(`kippu_formation_id '${trip.formationId}' has no file in formations/; add it`);

  const { stations, regions } = loadStations(dir, feed);
  const platforms = loadPlatforms(dir, feed);
  const products = loadProducts(dir, stations);
  const counters = loadCounters(dir, products);
  const routes = new Map(
    [...feed.routes].map(([routeId, r]) => [routeId, { routeId, trainName: r.shortNames, longName: r.longNames }]),
  );
  const trips = joinTrips(feed, platforms);
  const inOrder = [...trips.values()].sort((a, b) => (a.stops[0]?.depart ?? 0) - (b.stops[0]?.depart ?? 0));
  const running = new Map<string, ReadonlySet<string>>();
  const servicesOn = (date: string) => {
    const services = running.get(date) ?? runningOn(feed.services, date);
    if (running.size >= DATES_KEPT) running.clear();
    running.set(date, services);
    return services;
  };
  const tripsOn = (date: string) => {
    const services = servicesOn(date);
    return inOrder.filter((trip) => services.has(trip.serviceId));
  };
  const { agency, version, from, to } = feed;
  return {
    ...{ agency, version, from, to, stations, regions, routes, trips, formations, products, counters, platforms },
    former: { trips: new Map(), stations: new Map() },
    servicesOn,
    tripsOn,
  };
}

function runningOn(services: ReadonlyMap<string, GtfsService>, date: string): ReadonlySet<string> {
  if (!isDate(date)) throw new RangeError(`not a date YYYY-MM-DD: ${date}`);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const runs = (s: GtfsService) =>
    s.added.has(date) || (s.days[weekday] === true && s.from <= date && date <= s.to && !s.removed.has(date));
  return new Set([...services].filter(([, service]) => runs(service)).map(([id]) => id));
}

function loadFormations(dir: string): Map<string, schemas.Formation> {
  const names = existsSync(join(dir, 'formations')) ? readdirSync(join(dir, 'formations')).sort() : [];
  const formations = new Map<string, schemas.Formation>();
  for (const name of names.filter((n) => n.endsWith('.json'))) {
    const { value, fail } = readJson(dir, join('formations', name), schemas.Formation);
    if (`${value.id}.json` !== name) fail(value.id, `id is '${value.id}'; name it as the file, ${name}`);
    const numbers = value.cars.map((car) => car.car);
    if (new Set(numbers).size !== numbers.length) fail('cars', 'a car number stands twice; number the cars anew');
    formations.set(value.id, value);
  }
  if (formations.size === 0)
    throw new OperatorDataError('formations', 1, 'no formation; add a file such as formations/haruka-9.json');
  return formations;
}

function loadStations(dir: string, feed: GtfsFeed) {
  const { value: extra, fail } = readJson(dir, 'stations-extra.json', schemas.StationsExtra);
  const regions = new Set(extra.regions.map((r) => r.region));
  for (const [id, { region }] of Object.entries(extra.stations)) {
    if (!feed.stops.has(id)) fail(id, `station '${id}' is not in gtfs/stops.txt; add it there or remove it`);
    if (!regions.has(region)) fail(id, `region '${region}' of '${id}' is not in regions; add it there`);
  }
  const calledAt = new Set([...feed.trips.values()].flatMap((trip) => trip.calls.map((call) => call.stopId)));
  const stations = new Map<string, Station>();
  for (const stop of feed.stops.values()) {
    const more = extra.stations[stop.stopId];
    if (!more) return stop.row.fail(`stop '${stop.stopId}' has no entry in stations-extra.json; add one`);
    stations.set(stop.stopId, {
      stationId: stop.stopId,
      code: stop.code,
      stationNameJp: stop.names.ja,
      stationNameEn: stop.names.en,
      stationNameKr: stop.names.ko,
      stationNameCn: stop.names['zh-CN'],
      stationNameTc: stop.names['zh-TW'],
      lat: stop.lat,
      lon: stop.lon,
      region: more.region,
      gate: more.gate,
      haruka: calledAt.has(stop.stopId),
    });
  }
  return { stations, regions: extra.regions };
}

function loadPlatforms(dir: string, feed: GtfsFeed): schemas.Platforms {
  const { value, fail } = readJson(dir, 'platforms.json', schemas.Platforms);
  for (const id of [...Object.keys(value.platforms), ...value.exceptions.map((e) => e.stationId)])
    if (!feed.stops.has(id)) fail(id, `station '${id}' is not in gtfs/stops.txt; correct the id`);
  for (const { tripId } of value.exceptions)
    if (!feed.trips.has(tripId)) fail(tripId, `trip '${tripId}' is not in gtfs/trips.txt; correct the id`);
  return value;
}

function loadProducts(dir: string, stations: ReadonlyMap<string, Station>): Map<string, schemas.Product> {
  const { value, fail } = readJson(dir, 'products.json', schemas.Products);
  const products = new Map<string, schemas.Product>();
  for (const product of value) {
    const id = product.productId;
    if (products.has(id)) fail(id, `productId '${id}' stands twice; remove one`);
    for (const end of product.sections.flatMap(({ from, to }) => [from, to]))
      if (!stations.get(end)?.haruka) fail(id, `no train of the feed stops at '${end}', named by '${id}'; correct it`);
    if ((product.kind === 'haruka') !== (product.tripType !== undefined))
      fail(id, `'${id}': tripType goes with the kind haruka, and only with it; correct one`);
    if (product.reservations > 0 && (product.sections.length === 0 || product.carClasses.length === 0))
      fail(id, `'${id}' includes reservations; name its sections and carClasses`);
    if ((product.kind === 'voucher') !== (product.exchangeForJp !== undefined))
      fail(id, `'${id}': the five exchangeFor names go with the kind voucher, and only with it; correct one`);
    products.set(id, product);
  }
  return products;
}

function loadCounters(dir: string, products: ReadonlyMap<string, schemas.Product>): schemas.OperatorCounter[] {
  const { value, fail } = readJson(dir, 'counters.json', schemas.Counters);
  for (const counter of value)
    for (const id of counter.productIds)
      if (!products.has(id)) fail(counter.counterId, `product '${id}' is not in products.json; correct the id`);
  return value;
}

function joinTrips(feed: GtfsFeed, platforms: schemas.Platforms): Map<string, Trip> {
  const exceptions = new Map(platforms.exceptions.map((e) => [`${e.tripId} ${e.stationId}`, e.platform]));
  return new Map(
    [...feed.trips.values()].map((trip) => {
      const direction = trip.directionId === 0 ? 'outbound' : 'inbound';
      const platformAt = (stationId: string) => {
        const exception = exceptions.get(`${trip.tripId} ${stationId}`);
        return exception === undefined ? platforms.platforms[stationId]?.[direction] : (exception ?? undefined);
      };
      const stops = trip.calls.map(({ stopId, arrive, depart }) => {
        return { stationId: stopId, arrive, depart, platform: platformAt(stopId) };
      });
      const { tripId, routeId, serviceId, formationId } = trip;
      const joined = { tripId, routeId, serviceId, formationId, direction, stops } as const;
      return [tripId, { ...joined, trainNo: trip.shortName, headsign: trip.headsigns }];
    }),
  );
}

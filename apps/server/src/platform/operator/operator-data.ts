// The operator's data: loaded once at the start, checked across files, then read-only.
import { basename } from 'node:path';
import type { Direction } from '@kippu/contract/values';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { isDate } from '@kippu/domain/time/service-day';
import { NO_GATE_PLACE } from '@kippu/ticket-code/certificate/payload';
import {
  type GtfsAgency,
  type GtfsFeed,
  type GtfsService,
  type InLanguages,
  readGtfs,
} from './gtfs-reader.ts';
import { listJson, OperatorDataError, type OperatorFiles, readJson } from './operator-files.ts';
import * as schemas from './operator-schemas.ts';

/** A stop of a train; times in seconds since the start of the service day, past 86,400 after midnight. */
export interface TripStop {
  readonly stationId: string;
  readonly arrive: number;
  readonly depart: number;
  readonly platform: string | undefined;
}
interface Route {
  readonly routeId: string;
  readonly trainName: InLanguages;
  readonly longName: InLanguages;
}
export interface Trip {
  readonly tripId: string;
  /** The number on the timetable, such as '13'. */
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
  readonly agency: GtfsAgency;
  /** The feed's name for this edition; '' if it has none. */
  readonly version: string;
  /** First and last service date of the feed. */
  readonly from: string;
  readonly to: string;
  readonly stations: ReadonlyMap<string, Station>;
  readonly regions: readonly schemas.OperatorRegion[];
  readonly routes: ReadonlyMap<string, Route>;
  readonly services: ReadonlyMap<string, GtfsService>;
  readonly trips: ReadonlyMap<string, Trip>;
  readonly formations: ReadonlyMap<string, schemas.Formation>;
  readonly products: ReadonlyMap<string, schemas.Product>;
  /** The ids of each area's stations, by the area's id. */
  readonly areas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly gateRules: schemas.GateRules;
  readonly counters: readonly schemas.OperatorCounter[];
  readonly entryRules: schemas.EntryRules;
  readonly platforms: schemas.Platforms;
}

export interface OperatorData extends OperatorParts {
  readonly former: FormerData;
  /** The departure ids that replacements run, by their own id. The inverse of `former.replacements`. */
  readonly replacedIds: ReadonlyMap<string, string>;
  /** Returns the ids of the services that run on a service date 'YYYY-MM-DD'. Throws RangeError for an invalid date. */
  servicesOn(date: string): ReadonlySet<string>;
  /** Returns the trips of a service date, earliest first. A 24:10 train belongs to the day before. */
  tripsOn(date: string): readonly Trip[];
}

/** Dates whose services are cached: more than are used at a time. */
const DATES_KEPT = 1000;

/** Loads the operator's data from its files. Throws OperatorDataError at the first fault, naming file and line. */
export const loadOperator = (files: OperatorFiles): OperatorData => operatorOf(loadParts(files));

/** As loadOperator, without functions and without what earlier timetables left. */
export function loadParts(files: OperatorFiles): OperatorParts {
  const feed = readGtfs(files);
  const formations = loadFormations(files);
  for (const trip of feed.trips.values())
    if (!formations.has(trip.formationId))
      trip.row.fail(`kippu_formation_id '${trip.formationId}' has no file in formations/; add it`);

  const { stations, regions } = loadStations(files, feed);
  const platforms = loadPlatforms(files, feed);
  const areas = loadAreas(files, stations);
  const { value: gateRules } = readJson(files, 'gates.json', schemas.GateRules);
  const products = loadProducts(files, stations, areas);
  const counters = loadCounters(files, products);
  const { value: entryRules } = readJson(files, 'entries.json', schemas.EntryRules);
  const routes = new Map(
    [...feed.routes].map(([routeId, r]) => [
      routeId,
      { routeId, trainName: r.shortNames, longName: r.longNames },
    ]),
  );
  const trips = joinTrips(feed, platforms);
  const { agency, version, from, to, services } = feed;
  return {
    agency,
    version,
    from,
    to,
    stations,
    regions,
    routes,
    services,
    trips,
    formations,
    products,
    counters,
    platforms,
    entryRules,
    areas,
    gateRules,
  };
}

/** Adds the functions, and what earlier timetables left. */
export function operatorOf(parts: OperatorParts, former: FormerData = NOTHING_FORMER): OperatorData {
  const inOrder = [...parts.trips.values()].sort(
    (a, b) => (a.stops[0]?.depart ?? 0) - (b.stops[0]?.depart ?? 0),
  );
  const running = new Map<string, ReadonlySet<string>>();
  const servicesOn = (date: string) => {
    const services = running.get(date) ?? runningOn(parts.services, date);
    if (running.size >= DATES_KEPT) running.clear();
    running.set(date, services);
    return services;
  };
  const tripsOn = (date: string) => {
    const services = servicesOn(date);
    return inOrder.filter((trip) => services.has(trip.serviceId));
  };
  const replacedIds = new Map(
    [...former.replacements].map(([id, tripId]) => [`${tripId}${id.slice(id.lastIndexOf('@'))}`, id]),
  );
  return { ...parts, former, replacedIds, servicesOn, tripsOn };
}

function runningOn(services: ReadonlyMap<string, GtfsService>, date: string): ReadonlySet<string> {
  if (!isDate(date)) throw new RangeError(`not a date YYYY-MM-DD: ${date}`);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const runs = (s: GtfsService) =>
    s.added.has(date) || (s.days[weekday] === true && s.from <= date && date <= s.to && !s.removed.has(date));
  return new Set([...services].filter(([, service]) => runs(service)).map(([id]) => id));
}

function loadFormations(files: OperatorFiles): Map<string, schemas.Formation> {
  const formations = new Map<string, schemas.Formation>();
  for (const file of listJson(files, 'formations')) {
    const { value, fail } = readJson(files, file, schemas.Formation);
    const name = basename(file);
    if (`${value.id}.json` !== name) fail(value.id, `id is '${value.id}'; name it as the file, ${name}`);
    const numbers = value.cars.map((car) => car.car);
    if (new Set(numbers).size !== numbers.length)
      fail('cars', 'a car number stands twice; give each car its own number');
    formations.set(value.id, value);
  }
  if (formations.size === 0)
    throw new OperatorDataError('formations', 1, 'no formation; add a file such as formations/haruka-9.json');
  return formations;
}

function loadStations(files: OperatorFiles, feed: GtfsFeed) {
  const { value: extra, fail } = readJson(files, 'stations-extra.json', schemas.StationsExtra);
  const regions = new Set(extra.regions.map((r) => r.region));
  for (const [id, { region }] of Object.entries(extra.stations)) {
    if (!feed.stops.has(id)) fail(id, `station '${id}' is not in gtfs/stops.txt; add it there or remove it`);
    if (!regions.has(region)) fail(id, `region '${region}' of '${id}' is not in regions; add it there`);
  }
  const calledAt = new Set([...feed.trips.values()].flatMap((trip) => trip.calls.map((call) => call.stopId)));
  const stations = new Map<string, Station>();
  for (const stop of feed.stops.values()) {
    // In certificates this id means 'no station'.
    if (stop.stopId === NO_GATE_PLACE)
      return stop.row.fail(`stop_id '${NO_GATE_PLACE}' is reserved; choose another`);
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

function loadPlatforms(files: OperatorFiles, feed: GtfsFeed): schemas.Platforms {
  const { value, fail } = readJson(files, 'platforms.json', schemas.Platforms);
  for (const id of [...Object.keys(value.platforms), ...value.exceptions.map((e) => e.stationId)])
    if (!feed.stops.has(id)) fail(id, `station '${id}' is not in gtfs/stops.txt; correct the id`);
  for (const { tripId } of value.exceptions)
    if (!feed.trips.has(tripId)) fail(tripId, `trip '${tripId}' is not in gtfs/trips.txt; correct the id`);
  return value;
}

function loadAreas(
  files: OperatorFiles,
  stations: ReadonlyMap<string, Station>,
): Map<string, ReadonlySet<string>> {
  const { value, fail } = readJson(files, 'areas.json', schemas.Areas);
  const all = [...stations.values()];
  const areas = new Map<string, ReadonlySet<string>>();
  for (const { areaId, areas: within = [], regions = [], stations: single = [] } of value) {
    if (areas.has(areaId)) fail(areaId, `areaId '${areaId}' stands twice; remove one`);
    for (const region of regions)
      if (!all.some((station) => station.region === region))
        fail(region, `no station is in the region '${region}' of area '${areaId}'; correct it`);
    for (const id of single)
      if (!stations.has(id))
        fail(id, `station '${id}' of area '${areaId}' is not in gtfs/stops.txt; correct the id`);
    for (const id of within)
      if (!areas.has(id))
        fail(areaId, `area '${id}' does not stand above area '${areaId}'; move it there, or correct it`);
    const inside = within.flatMap((id) => [...(areas.get(id) ?? [])]);
    const inRegions = all
      .filter((station) => regions.includes(station.region))
      .map((station) => station.stationId);
    const ids = new Set([...inside, ...inRegions, ...single]);
    if (ids.size === 0) fail(areaId, `area '${areaId}' has no station; name areas, regions or stations`);
    areas.set(areaId, ids);
  }
  return areas;
}

type Fail = (needle: string, problem: string) => never;

/** Refuses a product whose gates are missing, do not exist, or do not open for a journey that it may reserve. */
function checkGates(
  product: schemas.Product,
  stations: ReadonlyMap<string, Station>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
  fail: Fail,
): void {
  const { productId: id, kind, gates, sections } = product;
  if (kind === 'voucher' || kind === 'eticket') {
    if (gates) fail(id, `'${id}': a ${kind} opens no gate; remove gates`);
    return;
  }
  if (!gates) return fail(id, `'${id}' names no gates; add an area, or stations for in and out`);
  if ('area' in gates && !areas.has(gates.area))
    fail(id, `area '${gates.area}' of '${id}' is not in areas.json; add it there`);
  const area = 'area' in gates ? (areas.get(gates.area) ?? new Set<string>()) : null;
  const entries = area ?? new Set('in' in gates ? gates.in : []);
  const exits = area ?? new Set('out' in gates ? gates.out : []);
  for (const station of [...entries, ...exits])
    if (!stations.has(station))
      fail(id, `station '${station}' of '${id}' is not in gtfs/stops.txt; correct the id`);
  for (const { from, to } of sections) {
    if (!entries.has(from))
      fail(id, `'${id}' may reserve from '${from}' but opens no gate to enter there; add it`);
    if (!exits.has(to)) fail(id, `'${id}' may reserve to '${to}' but opens no gate to leave there; add it`);
  }
}

function loadProducts(
  files: OperatorFiles,
  stations: ReadonlyMap<string, Station>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, schemas.Product> {
  const { value, fail } = readJson(files, 'products.json', schemas.Products);
  const products = new Map<string, schemas.Product>();
  for (const product of value) {
    const id = product.productId;
    if (products.has(id)) fail(id, `productId '${id}' stands twice; remove one`);
    for (const end of product.sections.flatMap(({ from, to }) => [from, to]))
      if (!stations.get(end)?.haruka)
        fail(id, `no train of the feed stops at '${end}', named by '${id}'; correct it`);
    if ((product.kind === 'haruka') !== (product.tripType !== undefined))
      fail(id, `'${id}': tripType goes with the kind haruka, and only with it; correct one`);
    if (product.reservations > 0 && (product.sections.length === 0 || product.carClasses.length === 0))
      fail(id, `'${id}' includes reservations; name its sections and carClasses`);
    if (product.admissions !== undefined && product.kind !== 'eticket')
      fail(id, `'${id}': admissions go with the kind eticket only; remove them`);
    if ((product.kind === 'voucher') !== (product.exchangeForJp !== undefined))
      fail(id, `'${id}': the five exchangeFor names go with the kind voucher, and only with it; correct one`);
    checkGates(product, stations, areas, fail);
    products.set(id, product);
  }
  return products;
}

function loadCounters(
  files: OperatorFiles,
  products: ReadonlyMap<string, schemas.Product>,
): schemas.OperatorCounter[] {
  const { value, fail } = readJson(files, 'counters.json', schemas.Counters);
  for (const counter of value)
    for (const id of counter.productIds)
      if (!products.has(id))
        fail(counter.counterId, `product '${id}' is not in products.json; correct the id`);
  return value;
}

function joinTrips(feed: GtfsFeed, platforms: schemas.Platforms): Map<string, Trip> {
  const exceptions = new Map(platforms.exceptions.map((e) => [`${e.tripId} ${e.stationId}`, e.platform]));
  return new Map(
    [...feed.trips.values()].map((trip) => {
      const direction = trip.directionId === 0 ? 'outbound' : 'inbound';
      const platformAt = (stationId: string) => {
        const exception = exceptions.get(`${trip.tripId} ${stationId}`);
        return exception === undefined
          ? platforms.platforms[stationId]?.[direction]
          : (exception ?? undefined);
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

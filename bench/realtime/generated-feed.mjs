// Makes a GTFS-Realtime feed for any timetable, with MobilityData's encoder and a reader of its own, so that it shares no mistake with Kippu's. It
// says of each train of a day one thing, of which Kippu must know the train and what was said.
import bindings from 'gtfs-realtime-bindings';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';

const { transit_realtime: standard } = bindings;
const TripIs = standard.TripDescriptor.ScheduleRelationship;
const StopIs = standard.TripUpdate.StopTimeUpdate.ScheduleRelationship;
const DAY_SECONDS = 86_400;
/** How many dates from the first one of the timetable are tried for the busiest. */
const DAYS_TRIED = 400;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** @typedef {Record<string, string>} Row */
/** @typedef {{ sequence: number, stopId: string, arrive: number | undefined, depart: number | undefined }} Stop */
/**
 * A train of a day. `startTime` is set for one of a trip with frequencies.
 * @typedef {{ trip: Row, stops: Stop[], start: number, startTime: string | undefined }} Train
 */
/** How an update names its train, and what it says. */
export const WAYS = /** @type {const} */ ([
  'times',
  'cancelled',
  'delays',
  'byRoute',
  'replaced',
  'skips',
  'oneDelay',
]);

/** @param {string} text 'H:MM:SS' */
const secondsOf = (text) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};
/** @param {number} seconds */
const clockOf = (seconds) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

/**
 * Reads the tables of a timetable.
 * @param {string} path of a ZIP file
 */
function tablesOf(path) {
  const files = unzipSync(readFileSync(path));
  /** @param {string} name @returns {Row[]} */
  const table = (name) => {
    const found = Object.keys(files).find((each) => each === name || each.endsWith(`/${name}`));
    const bytes = found === undefined ? undefined : files[found];
    return bytes
      ? parse(Buffer.from(bytes), { columns: true, bom: true, trim: true, relax_column_count: true })
      : [];
  };
  return table;
}

/**
 * The services of each of the first dates of the timetable.
 * @param {(name: string) => Row[]} table
 * @returns {Map<string, Set<string>>} by date, YYYYMMDD
 */
function servicesByDate(table) {
  const rules = table('calendar.txt');
  const exceptions = table('calendar_dates.txt');
  const first = [
    ...rules.map((row) => row['start_date'] ?? ''),
    ...exceptions.map((row) => row['date'] ?? ''),
  ]
    .filter((date) => date !== '')
    .toSorted()[0];
  if (first === undefined) throw new Error('the timetable has no dates');
  const begins = Date.UTC(Number(first.slice(0, 4)), Number(first.slice(4, 6)) - 1, Number(first.slice(6)));
  /** @type {Map<string, Set<string>>} */
  const services = new Map();
  for (let day = 0; day < DAYS_TRIED; day += 1) {
    const at = new Date(begins + day * DAY_SECONDS * 1000);
    const date = at.toISOString().slice(0, 10).replaceAll('-', '');
    const own = new Set(
      rules
        .filter(
          (row) =>
            row[WEEKDAYS[at.getUTCDay()] ?? ''] === '1' &&
            (row['start_date'] ?? '') <= date &&
            date <= (row['end_date'] ?? ''),
        )
        .map((row) => row['service_id'] ?? ''),
    );
    for (const row of exceptions.filter((each) => each['date'] === date))
      if (row['exception_type'] === '1') own.add(row['service_id'] ?? '');
      else own.delete(row['service_id'] ?? '');
    services.set(date, own);
  }
  return services;
}

/**
 * The trains of a trip on a day: one, or one for each headway.
 * @param {Row} trip
 * @param {Stop[]} stops
 * @param {Row[]} frequencies of this trip
 * @returns {Train[]}
 */
function trainsOf(trip, stops, frequencies) {
  const start = stops[0]?.depart ?? stops[0]?.arrive ?? 0;
  if (frequencies.length === 0) return [{ trip, stops, start, startTime: undefined }];
  return frequencies.flatMap((row) => {
    const [from, until] = [secondsOf(row['start_time'] ?? ''), secondsOf(row['end_time'] ?? '')];
    const headway = Number(row['headway_secs']);
    return Array.from({ length: Math.ceil((until - from) / headway) }, (_, at) => {
      const begins = from + at * headway;
      return { trip, stops, start: begins, startTime: clockOf(begins) };
    });
  });
}

/**
 * The moment of a time of a service day: it counts from noon minus 12 hours.
 * @param {string} date YYYYMMDD
 * @param {string} zone
 */
function dayStart(date, zone) {
  const noon = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6)), 12);
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(noon)
    .match(/\d+/g)
    ?.map(Number);
  const [day = 0, month = 1, year = 0, hours = 0, minutes = 0, seconds = 0] = shown ?? [];
  const offset = Date.UTC(year, month - 1, day, hours, minutes, seconds) - noon;
  return (noon - offset) / 1000 - DAY_SECONDS / 2;
}

/**
 * One update.
 * @param {(typeof WAYS)[number]} way
 * @param {Train} train
 * @param {{ date: string, midnight: number, late: number, id: string }} of `late` in seconds
 */
function updateOf(way, { trip, stops, start, startTime }, { date, midnight, late, id }) {
  const shift = startTime === undefined ? 0 : start - (stops[0]?.depart ?? stops[0]?.arrive ?? 0);
  const named = {
    tripId: trip['trip_id'] ?? '',
    startDate: date,
    ...(startTime === undefined ? {} : { startTime }),
  };
  /** @param {number | undefined} planned */
  const event = (planned) => (planned === undefined ? {} : { time: midnight + planned + shift + late });
  const timed = stops
    .filter(({ arrive, depart }) => arrive !== undefined || depart !== undefined)
    .map(({ sequence, arrive, depart }) => ({
      stopSequence: sequence,
      arrival: event(arrive ?? depart),
      departure: event(depart ?? arrive),
    }));
  const first = stops[0];
  const byRoute = {
    tripId: `live-${id}`,
    routeId: trip['route_id'] ?? '',
    startDate: date,
    startTime: clockOf(start),
    ...(trip['direction_id'] ? { directionId: Number(trip['direction_id']) } : {}),
  };
  switch (way) {
    case 'times':
      return { trip: named, stopTimeUpdate: timed };
    case 'cancelled':
      return { trip: { ...named, scheduleRelationship: TripIs.CANCELED }, stopTimeUpdate: [] };
    case 'delays':
      return { trip: named, stopTimeUpdate: [{ stopId: first?.stopId, departure: { delay: late } }] };
    case 'byRoute':
      return { trip: byRoute, stopTimeUpdate: timed };
    case 'replaced':
      return { trip: { ...named, scheduleRelationship: TripIs.REPLACEMENT }, stopTimeUpdate: timed };
    case 'skips':
      return {
        trip: named,
        stopTimeUpdate: timed.map((stop, at) =>
          at === 1 && timed.length > 2
            ? { stopSequence: stop.stopSequence, scheduleRelationship: StopIs.SKIPPED }
            : stop,
        ),
      };
    case 'oneDelay':
      return { trip: named, delay: late, stopTimeUpdate: [] };
  }
}

/**
 * Makes the feed of the busiest of the timetable's first days.
 * @param {string} path of the timetable's ZIP file
 * @param {number} most updates
 */
export function generatedFeed(path, most) {
  const table = tablesOf(path);
  const zone = table('agency.txt')[0]?.['agency_timezone'] ?? '';
  /** @type {Map<string, Stop[]>} */
  const stops = new Map();
  /** @param {string | undefined} text */
  const time = (text) => (text ? secondsOf(text) : undefined);
  for (const row of table('stop_times.txt')) {
    const own = stops.get(row['trip_id'] ?? '') ?? [];
    stops.set(row['trip_id'] ?? '', own);
    own.push({
      sequence: Number(row['stop_sequence']),
      stopId: row['stop_id'] ?? '',
      arrive: time(row['arrival_time']),
      depart: time(row['departure_time']),
    });
  }
  for (const own of stops.values()) own.sort((a, b) => a.sequence - b.sequence);
  const frequencies = Map.groupBy(table('frequencies.txt'), (row) => row['trip_id'] ?? '');
  const trips = table('trips.txt');
  const ofService = Map.groupBy(trips, (trip) => trip['service_id'] ?? '');
  /** @param {Set<string>} services */
  const tripsOf = (services) => [...services].reduce((sum, id) => sum + (ofService.get(id)?.length ?? 0), 0);
  const [[date, services] = ['', new Set()]] = [...servicesByDate(table)].toSorted(
    ([, a], [, b]) => tripsOf(b) - tripsOf(a),
  );
  const all = trips
    .filter((trip) => services.has(trip['service_id'] ?? ''))
    .flatMap((trip) =>
      trainsOf(trip, stops.get(trip['trip_id'] ?? '') ?? [], frequencies.get(trip['trip_id'] ?? '') ?? []),
    )
    .filter((train) => train.stops.length > 1);
  // From all parts of the day and all routes.
  const step = Math.max(1, Math.ceil(all.length / most));
  const chosen = all.filter((_, at) => at % step === 0);
  const midnight = dayStart(date, zone);
  const now = midnight + DAY_SECONDS / 2;
  const said = chosen.map((train, at) => {
    const way = WAYS[at % WAYS.length] ?? 'times';
    const late = 60 * (1 + (at % 40));
    return { way, train, late, update: updateOf(way, train, { date, midnight, late, id: String(at) }) };
  });
  const bytes = standard.FeedMessage.encode({
    header: {
      gtfsRealtimeVersion: '2.0',
      incrementality: standard.FeedHeader.Incrementality.FULL_DATASET,
      timestamp: now,
    },
    entity: said.map(({ update }, at) => ({ id: String(at), tripUpdate: update })),
  }).finish();
  return { bytes, date, zone, now: now * 1000, said, trains: all.length };
}

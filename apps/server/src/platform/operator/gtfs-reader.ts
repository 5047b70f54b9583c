// Reads and validates the files of a GTFS feed; stops at the first fault, naming file and line.
import { join } from 'node:path';
import type { FeedFile } from '@kippu/contract/values';
import { LANGUAGES, TIME_ZONE, type Language } from '@kippu/contract/limits';
import { gtfsSeconds, isDate } from '@kippu/domain/time/service-day';
import { type CsvRow, OperatorDataError, type OperatorFiles, readCsv } from './operator-files.ts';

/** A text in each language. */
export type InLanguages = Readonly<Record<Language, string>>;
export interface GtfsAgency {
  readonly agencyId: string;
  readonly name: string;
  readonly url: string;
  readonly timezone: typeof TIME_ZONE;
}
interface GtfsStop {
  readonly stopId: string;
  readonly code: string;
  readonly names: InLanguages;
  readonly lat: number;
  readonly lon: number;
  readonly zoneId: string;
  /** Its row in stops.txt, for faults found later. */
  readonly row: CsvRow;
}
interface GtfsRoute {
  readonly routeId: string;
  readonly shortNames: InLanguages;
  readonly longNames: InLanguages;
}
/** Seconds since the start of the service day; past 86,400 after midnight. */
interface GtfsCall {
  readonly stopId: string;
  readonly arrive: number;
  readonly depart: number;
}
interface GtfsTrip {
  readonly tripId: string;
  readonly routeId: string;
  readonly serviceId: string;
  readonly shortName: string;
  /** 0 outbound (to the airport), 1 inbound. */
  readonly directionId: 0 | 1;
  readonly headsigns: InLanguages;
  readonly formationId: string;
  readonly calls: readonly GtfsCall[];
  readonly row: CsvRow;
}
export interface GtfsService {
  /** Monday first. */
  readonly days: readonly boolean[];
  readonly from: string;
  readonly to: string;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}
export interface GtfsFeed {
  readonly agency: GtfsAgency;
  /** The feed's name for this edition; '' if it has none. */
  readonly version: string;
  /** First and last service date, 'YYYY-MM-DD'. */
  readonly from: string;
  readonly to: string;
  readonly stops: ReadonlyMap<string, GtfsStop>;
  readonly routes: ReadonlyMap<string, GtfsRoute>;
  readonly services: ReadonlyMap<string, GtfsService>;
  readonly trips: ReadonlyMap<string, GtfsTrip>;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A feed that is not in a folder: the texts of its files by name. */
export type FeedTexts = Readonly<Partial<Record<FeedFile, string>>>;

/** Reads the feed in the folder `gtfs` of the operator's files. Throws OperatorDataError at the first fault. */
export function readGtfs(files: OperatorFiles): GtfsFeed {
  const read = (name: FeedFile, columns: string[]) => readCsv(files, join('gtfs', name), columns);
  const agencyColumns = ['agency_id', 'agency_name', 'agency_url', 'agency_timezone'];
  const agencyRow = only(read('agency.txt', agencyColumns), 'agency.txt');
  const timezone = agencyRow.text('agency_timezone');
  if (timezone !== TIME_ZONE)
    agencyRow.fail(`agency_timezone is '${timezone}'; times on the wire are ${TIME_ZONE}, write that`);
  const agency: GtfsAgency = {
    agencyId: agencyRow.text('agency_id'),
    name: agencyRow.text('agency_name'),
    url: agencyRow.matching('agency_url', /^https?:\/\//, 'an address with http:// or https://'),
    timezone: TIME_ZONE,
  };
  const infoColumns = ['feed_publisher_name', 'feed_lang', 'feed_start_date', 'feed_end_date'];
  const info = only(read('feed_info.txt', infoColumns), 'feed_info.txt');
  const [from, to] = [date(info, 'feed_start_date'), date(info, 'feed_end_date')];
  if (from > to) info.fail('feed_end_date is before feed_start_date; swap or correct them');

  const translate = readTranslations(
    read('translations.txt', ['table_name', 'field_name', 'language', 'translation', 'record_id']),
  );
  const stops = unique(
    read('stops.txt', ['stop_id', 'stop_name', 'stop_lat', 'stop_lon']),
    'stop_id',
    (row) => ({
      stopId: row.text('stop_id'),
      code: row.optional('stop_code'),
      names: translate('stops', 'stop_name', row.text('stop_id'), row),
      lat: row.number('stop_lat', -90, 90),
      lon: row.number('stop_lon', -180, 180),
      zoneId: row.optional('zone_id'),
      row,
    }),
  );
  const routeColumns = ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_type'];
  const routes = unique(read('routes.txt', routeColumns), 'route_id', (row) => {
    if (row.text('agency_id') !== agency.agencyId)
      row.fail(`agency_id '${row.text('agency_id')}' is not in agency.txt; write ${agency.agencyId}`);
    row.matching('route_type', /^2$/, '2 (rail), the only kind the app sells seats for');
    const routeId = row.text('route_id');
    return {
      routeId,
      shortNames: translate('routes', 'route_short_name', routeId, row),
      longNames: translate('routes', 'route_long_name', routeId, row),
    };
  });
  const services = readServices(
    read('calendar.txt', ['service_id', ...DAYS, 'start_date', 'end_date']),
    read('calendar_dates.txt', ['service_id', 'date', 'exception_type']),
  );
  const tripColumns = [
    'route_id',
    'service_id',
    'trip_id',
    'trip_headsign',
    'trip_short_name',
    'direction_id',
  ];
  const tripRows = read('trips.txt', [...tripColumns, 'kippu_formation_id']);
  const known = new Set(tripRows.map((row) => row.text('trip_id')));
  const callColumns = ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'];
  const calls = readCalls(read('stop_times.txt', callColumns), known, stops);
  const trips = unique(tripRows, 'trip_id', (row): GtfsTrip => {
    const tripId = row.text('trip_id');
    const own = calls.get(tripId) ?? [];
    if (own.length < 2) row.fail(`trip ${tripId} has fewer than two stops; add them to stop_times.txt`);
    return {
      tripId,
      routeId: reference(row, 'route_id', routes, 'routes.txt'),
      serviceId: reference(row, 'service_id', services, 'calendar.txt'),
      shortName: row.text('trip_short_name'),
      directionId: row.matching('direction_id', /^[01]$/, '0 (outbound) or 1 (inbound)') === '0' ? 0 : 1,
      headsigns: translate('trips', 'trip_headsign', tripId, row),
      formationId: row.text('kippu_formation_id'),
      calls: own,
      row,
    };
  });
  return { agency, version: info.optional('feed_version'), from, to, stops, routes, services, trips };
}

function only(rows: CsvRow[], name: string): CsvRow {
  const [first, second] = rows;
  second?.fail(`${name} has more than one row; keep one`);
  return first ?? noRow(name);
}
function noRow(name: string): never {
  throw new OperatorDataError(join('gtfs', name), 1, 'the file has no row; add one');
}

function unique<T>(rows: CsvRow[], idColumn: string, make: (row: CsvRow) => T): Map<string, T> {
  const made = new Map<string, T>();
  for (const row of rows) {
    const id = row.matching(idColumn, /^.{1,64}$/, 'at most 64 characters');
    if (made.has(id)) row.fail(`${idColumn} '${id}' stands twice; remove one`);
    made.set(id, make(row));
  }
  return made;
}

function reference(row: CsvRow, column: string, known: { has(id: string): boolean }, file: string): string {
  const id = row.text(column);
  return known.has(id) ? id : row.fail(`${column} '${id}' is not in ${file}; add it there or correct it`);
}

function date(row: CsvRow, column: string): string {
  const hint = 'a date YYYYMMDD';
  const text = row.matching(column, /^\d{8}$/, hint).replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return isDate(text) ? text : row.fail(`${column} is no day of the calendar; write ${hint}`);
}

type Translate = (table: string, field: string, id: string, row: CsvRow) => InLanguages;

/** Japanese is the feed's own text; the other languages must be in translations.txt, by record id or by text. */
function readTranslations(rows: CsvRow[]): Translate {
  const texts = new Map<string, string>();
  const key = (...parts: string[]) => parts.join('\u0000');
  for (const row of rows) {
    const [id, text] = [row.optional('record_id'), row.optional('field_value')];
    if ((id === '') === (text === '')) row.fail('fill in either record_id or field_value, not both');
    const language = row.text('language');
    texts.set(
      key(row.text('table_name'), row.text('field_name'), language, id ? 'id' : 'text', id || text),
      row.text('translation'),
    );
  }
  return (table, field, id, row) => {
    const own = row.text(field);
    const names = LANGUAGES.map((language) => {
      const found =
        texts.get(key(table, field, language, 'id', id)) ??
        texts.get(key(table, field, language, 'text', own));
      const text = found ?? (language === 'ja' ? own : undefined);
      return [
        language,
        text ?? row.fail(`${field} '${own}' (${id}) has no ${language} text; add a row to translations.txt`),
      ];
    });
    return Object.fromEntries(names) as InLanguages;
  };
}

function readServices(calendar: CsvRow[], exceptions: CsvRow[]): Map<string, GtfsService> {
  const dates = new Map<string, { added: Set<string>; removed: Set<string> }>();
  const services = unique(calendar, 'service_id', (row): GtfsService => {
    const [from, to] = [date(row, 'start_date'), date(row, 'end_date')];
    if (from > to) row.fail('end_date is before start_date; swap or correct them');
    const own = { added: new Set<string>(), removed: new Set<string>() };
    dates.set(row.text('service_id'), own);
    return { days: DAYS.map((day) => row.matching(day, /^[01]$/, '0 or 1') === '1'), from, to, ...own };
  });
  for (const row of exceptions) {
    const own = dates.get(reference(row, 'service_id', services, 'calendar.txt'));
    const type = row.matching('exception_type', /^[12]$/, '1 (added) or 2 (removed)');
    (type === '1' ? own?.added : own?.removed)?.add(date(row, 'date'));
  }
  return services;
}

function time(row: CsvRow, column: string): number {
  return gtfsSeconds(row.matching(column, /^\d{2}:[0-5]\d:[0-5]\d$/, 'HH:MM:SS, hours past 24 allowed'));
}

function readCalls(
  rows: CsvRow[],
  trips: ReadonlySet<string>,
  stops: ReadonlyMap<string, GtfsStop>,
): Map<string, GtfsCall[]> {
  const sorted = rows
    .map((row) => ({ row, sequence: row.number('stop_sequence', 0, 10_000) }))
    .sort((a, b) => a.sequence - b.sequence);
  const calls = new Map<string, GtfsCall[]>();
  const last = new Map<string, number>();
  for (const { row, sequence } of sorted) {
    const tripId = reference(row, 'trip_id', trips, 'trips.txt');
    const stopId = reference(row, 'stop_id', stops, 'stops.txt');
    const [arrive, depart] = [time(row, 'arrival_time'), time(row, 'departure_time')];
    const own = calls.get(tripId) ?? [];
    calls.set(tripId, own);
    const before = own.at(-1);
    if (last.get(tripId) === sequence)
      row.fail(`stop_sequence ${sequence} stands twice in ${tripId}; give each stop its own number`);
    last.set(tripId, sequence);
    if (depart < arrive) row.fail('departure_time is before arrival_time; correct one');
    if (before && arrive <= before.depart)
      row.fail('arrival_time is not after the departure before it; correct it, past midnight write 24:10:00');
    if (own.some((call) => call.stopId === stopId))
      row.fail(`stop ${stopId} stands twice in ${tripId}; remove one`);
    own.push({ stopId, arrive, depart });
  }
  return calls;
}

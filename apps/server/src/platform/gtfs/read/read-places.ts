// Reads agencies, the feed's own description, stops and routes.
import type { FeedAgency, FeedRoute, FeedStop } from '../feed.ts';
import { formOf } from './forms.ts';
import { readTable, type Row, type TableInput } from './table.ts';

export interface FeedHead {
  readonly agencies: readonly FeedAgency[];
  readonly timezone: string;
  readonly language: string;
  readonly version: string;
}

/** Returns a BCP 47 tag in its usual form; undefined where the text is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the language of a column; undefined where it is empty or none, which is reported. */
function languageIn(row: Row, column: string): string | undefined {
  const text = row.get(column);
  if (text === '') return undefined;
  const tag = languageTag(text);
  // 'en_US' is understood, but is not how the tag is written.
  if (tag === undefined || text.includes('_')) row.report('invalid_language_code', column);
  return tag;
}

async function readAgencies(input: TableInput) {
  const agencies = new Map<string, FeedAgency>();
  const zones = new Set<string>();
  let language: string | undefined;
  const rows = await readTable(input, formOf('agency.txt'), (row) => {
    const agencyId = row.get('agency_id');
    const zone = row.required('agency_timezone');
    if (zone !== '' && !isTimezone(zone)) row.report('invalid_timezone', 'agency_timezone');
    else if (zone !== '') zones.add(zone);
    const [first] = zones;
    if (zones.size > 1 && zone !== first)
      row.report('inconsistent_agency_timezone', 'agency_timezone', first);
    if (!/^https?:\/\//.test(row.get('agency_url'))) row.report('invalid_url', 'agency_url');
    language ??= languageIn(row, 'agency_lang');
    const name = row.words('agency_name');
    if (name === '') row.report('missing_required_field', 'agency_name');
    const known = agencies.get(agencyId);
    if (known) {
      const isSame = known.name.text === name && known.url === row.get('agency_url');
      return row.report(isSame ? 'repeated_row' : 'duplicate_key', 'agency_id');
    }
    agencies.set(agencyId, { agencyId, name: { text: name }, url: row.get('agency_url') });
  });
  if (rows === undefined) input.findings.add('missing_required_file', { file: 'agency.txt' });
  else if (rows === 0) input.findings.add('empty_file', { file: 'agency.txt' });
  return { agencies, timezone: [...zones][0] ?? '', language };
}

/** Reads agency.txt and feed_info.txt. */
export async function readHead(input: TableInput): Promise<FeedHead> {
  const { agencies, timezone, language: ofAgency } = await readAgencies(input);
  let version = '';
  let ofFeed: string | undefined;
  let rows = 0;
  const found = await readTable(input, formOf('feed_info.txt'), (row) => {
    rows += 1;
    if (rows > 1) return row.report('more_than_one_entity', 'feed_publisher_name');
    version = row.words('feed_version');
    ofFeed = languageIn(row, 'feed_lang');
    const [from, to] = ['feed_start_date', 'feed_end_date'].map((column) =>
      row.get(column) === '' ? undefined : row.date(column),
    );
    if (from !== undefined && to !== undefined && from > to)
      row.report('start_and_end_range_out_of_order', 'feed_end_date', from);
  });
  if (found === undefined) input.findings.add('missing_recommended_file', { file: 'feed_info.txt' });
  // 'mul' says that the names are in several languages.
  const language = [ofFeed, ofAgency].find((tag) => tag !== undefined && tag !== 'mul');
  return { agencies: [...agencies.values()], timezone, language: language ?? 'und', version };
}

const KINDS = [0, 1, 2, 3, 4] as const;

export const NO_STOP = -1;
export const BROKEN_STOP = -2;

export interface FeedStops {
  /** Stops and stations. */
  readonly stops: readonly FeedStop[];
  /** The position of each of them by its id; NO_STOP for an entrance, a node or a boarding area, BROKEN_STOP for one that is reported. */
  readonly positions: ReadonlyMap<string, number>;
}

/** Reads stops.txt. Entrances, nodes and boarding areas are checked and left out. */
export async function readStops(input: TableInput): Promise<FeedStops> {
  const { findings } = input;
  const stops: FeedStop[] = [];
  const positions = new Map<string, number>();
  const kinds = new Map<string, number>();
  const parents: { id: string; kind: number; parentId: string; line: number }[] = [];
  const rows = await readTable(input, formOf('stops.txt'), (row) => {
    const stopId = row.id('stop_id');
    const kind = row.oneOf('location_type', KINDS, 0);
    if (stopId === '' || kind === undefined) return;
    if (kinds.has(stopId)) return row.report('duplicate_key', 'stop_id');
    kinds.set(stopId, kind);
    positions.set(stopId, kind > 1 ? NO_STOP : BROKEN_STOP);
    const parentId = row.get('parent_station');
    parents.push({ id: stopId, kind, parentId, line: row.line });
    if (kind === 1 && parentId !== '') row.report('station_with_parent_station', 'parent_station');
    if (kind >= 2 && parentId === '') row.report('location_without_parent_station', 'parent_station');
    if (kind > 1) return;
    const name = row.words('stop_name');
    if (name === '' && (kind === 1 || parentId === '')) row.report('missing_stop_name', 'stop_name');
    const isPlaced = row.get('stop_lat') !== '' && row.get('stop_lon') !== '';
    if (!isPlaced)
      return row.report('stop_without_location', row.get('stop_lat') === '' ? 'stop_lat' : 'stop_lon');
    const [lat, lon] = [row.decimal('stop_lat', 90), row.decimal('stop_lon', 180)];
    if (lat === undefined || lon === undefined) return;
    positions.set(stopId, stops.length);
    stops.push({
      stopId,
      kind: kind === 1 ? 1 : 0,
      ...(parentId === '' || kind === 1 ? {} : { parentId }),
      code: row.words('stop_code'),
      platform: row.words('platform_code'),
      name: { text: name },
      lat,
      lon,
      line: row.line,
    });
  });
  if (rows === undefined) findings.add('missing_required_file', { file: 'stops.txt' });
  else if (rows === 0) findings.add('empty_file', { file: 'stops.txt' });
  for (const { kind, parentId, line } of parents) {
    if (parentId === '' || kind === 1) continue;
    const place = { file: 'stops.txt', line, column: 'parent_station', value: parentId };
    const parentKind = kinds.get(parentId);
    if (parentKind === undefined) findings.add('foreign_key_violation', { ...place, against: 'stops.txt' });
    // A boarding area belongs to a platform, all others to a station.
    else if (parentKind !== (kind === 4 ? 0 : 1))
      findings.add('wrong_parent_location_type', { ...place, against: String(parentKind) });
  }
  return { stops, positions };
}

export interface FeedRoutes {
  readonly routes: ReadonlyMap<string, FeedRoute>;
  /** The ids of all routes, of broken ones too. */
  readonly ids: ReadonlySet<string>;
}

/** Reads routes.txt. */
export async function readRoutes(input: TableInput, agencies: readonly FeedAgency[]): Promise<FeedRoutes> {
  const { findings } = input;
  const routes = new Map<string, FeedRoute>();
  const ids = new Set<string>();
  const agencyIds = new Set(agencies.map(({ agencyId }) => agencyId));
  const [only] = agencies;
  const rows = await readTable(input, formOf('routes.txt'), (row) => {
    const routeId = row.id('route_id');
    const type = row.whole('route_type', 1799);
    ids.add(routeId);
    const given = row.get('agency_id');
    if (given === '' && agencies.length > 1) row.report('missing_required_field', 'agency_id');
    else if (given !== '' && !agencyIds.has(given))
      row.report('foreign_key_violation', 'agency_id', 'agency.txt');
    const [shortName, longName] = [row.words('route_short_name'), row.words('route_long_name')];
    if (shortName === '' && longName === '')
      row.report('route_both_short_and_long_name_missing', 'route_short_name');
    if (routeId === '' || type === undefined) return;
    if (routes.has(routeId)) return row.report('duplicate_key', 'route_id');
    const agencyId = given === '' ? (only?.agencyId ?? '') : given;
    const names = { shortName: { text: shortName || longName }, longName: { text: longName || shortName } };
    routes.set(routeId, { routeId, agencyId, type, ...names });
  });
  if (rows === undefined) findings.add('missing_required_file', { file: 'routes.txt' });
  else if (rows === 0) findings.add('empty_file', { file: 'routes.txt' });
  return { routes, ids };
}

// Reads a feed: all that is wrong with it at once, and what of it is this operator's reserved service.
import { invisibleShown } from '@kippu/domain/text/seen-text';
import type { Feed, FeedRoute, FeedTrip, Selection } from '../feed.ts';
import { Findings } from '../report/findings.ts';
import {
  FEED_LIMITS,
  READ_FILES,
  SourceFault,
  type FeedLimits,
  type FeedSource,
} from '../source/feed-source.ts';
import { openSource, type FeedInput } from '../source/open-source.ts';
import { KNOWN_FILES } from './forms.ts';
import { readCalls } from './read-calls.ts';
import { readFrequencies, runningTrips, type RunningTrip } from './read-frequencies.ts';
import { readHead, readRoutes, readStops } from './read-places.ts';
import { readServices } from './read-services.ts';
import {
  readTranslations,
  translatedAgencies,
  translatedRoutes,
  translatedStops,
  type Translations,
} from './read-translations.ts';
import { readTrips, type TripRows } from './read-trips.ts';
import { runningDays, runsAtAll, warnOfDays } from './running-days.ts';
import type { TableInput } from './table.ts';

/** How far the reading is. */
export interface Progress {
  /** The file that is read. */
  readonly file: string;
  /** The share of all bytes that is read, from 0 to 1. */
  readonly share: number;
}

/** The trains of one agency and type of route. */
export interface RouteGroup {
  readonly agencyId: string;
  readonly agencyName: string;
  readonly type: number;
  readonly routes: number;
  readonly trips: number;
  /** How many of the trips are kept. */
  readonly kept: number;
}

export interface ReadFeed {
  /** Undefined where the feed could not be opened. Only without errors it is as published. */
  readonly feed: Feed | undefined;
  readonly findings: Findings;
  readonly groups: readonly RouteGroup[];
}

export interface ReadOptions {
  readonly selection: Selection;
  /** 'YYYY-MM-DD', for warnings of days without trains. */
  readonly today: string;
  readonly limits?: FeedLimits;
  readonly onProgress?: (progress: Progress) => void;
}

/** Reports what is wrong with the archive itself: bytes appended to it, an inner folder, names with NUL, and unknown files. */
function reportFiles({ files, folder, appended }: FeedSource, findings: Findings): void {
  if (appended > 0) findings.add('zip_with_appendix', { value: String(appended) });
  if (folder.includes('\0')) findings.add('invalid_character', { value: folder });
  else if (folder !== '') findings.add('feed_in_folder', { value: folder });
  for (const { name } of files) {
    if (name.includes('\0')) findings.add('invalid_character', { file: name });
    else if (!KNOWN_FILES.includes(name)) findings.add('unknown_file', { file: name });
  }
}

/**
 * Counts the bytes read of all files. For each file, returns what to call with the bytes just read: it calls `onProgress`
 * when a percent more is read, or another file begins.
 */
function progressOf({ files }: FeedSource, onProgress: ReadOptions['onProgress']) {
  const all = files
    .filter(({ name }) => READ_FILES.some((each) => each === name))
    .reduce((sum, { bytes }) => sum + bytes, 1);
  let done = 0;
  let shown = { file: '', percent: -1 };
  return (file: string) => (bytes: number) => {
    done += bytes;
    const percent = Math.floor((done / all) * 100);
    if (percent === shown.percent && file === shown.file) return;
    shown = { file, percent };
    onProgress?.({ file, share: Math.min(1, done / all) });
  };
}

/** Counts routes and trips by agency and type of route, the groups with the most kept trips first. */
function groupsOf(feed: Feed, allRoutes: readonly FeedRoute[], { byRoute, kept }: TripRows): RouteGroup[] {
  const names = new Map(feed.agencies.map(({ agencyId, name }) => [agencyId, name.text]));
  const ofRoute = new Map<string, number>();
  for (const { routeId } of kept) ofRoute.set(routeId, (ofRoute.get(routeId) ?? 0) + 1);
  const groups = new Map<string, RouteGroup>();
  for (const { routeId, agencyId, type } of allRoutes) {
    const key = `${agencyId} ${type}`;
    const group = groups.get(key) ?? {
      agencyId: invisibleShown(agencyId),
      agencyName: names.get(agencyId) ?? '',
      type,
      routes: 0,
      trips: 0,
      kept: 0,
    };
    const [trips, own] = [byRoute.get(routeId) ?? 0, ofRoute.get(routeId) ?? 0];
    groups.set(key, {
      ...group,
      routes: group.routes + 1,
      trips: group.trips + trips,
      kept: group.kept + own,
    });
  }
  return [...groups.values()].toSorted((a, b) => b.kept - a.kept || b.trips - a.trips);
}

/** Puts the translated headsigns into trips, and reports trips without a train number or a headsign. */
const tripsOf = (running: readonly RunningTrip[], names: Translations, findings: Findings): FeedTrip[] =>
  running.map(({ line, headsign, ...trip }) => {
    const { tripId, repeats = tripId, number } = trip;
    const place = { file: 'trips.txt', line };
    if (number === '')
      findings.add('missing_train_number', { ...place, column: 'trip_short_name', value: tripId });
    if (headsign === '')
      findings.add('missing_headsign', { ...place, column: 'trip_headsign', value: tripId });
    return {
      ...trip,
      headsign: headsign === '' ? undefined : names.of('trips.trip_headsign', repeats, headsign),
    };
  });

/** Warns of services that have ended while others go on, and of trips without a day. */
function reportServices(feed: Feed, findings: Findings, today: string): void {
  const idle = new Set([...feed.services].filter(([, service]) => !runsAtAll(service)).map(([id]) => id));
  for (const { tripId, serviceId } of feed.trips)
    if (idle.has(serviceId))
      findings.add('trip_without_service_days', {
        file: 'trips.txt',
        column: 'service_id',
        value: `${tripId}: ${serviceId}`,
      });
  if (!feed.days || feed.days.to < today) return;
  for (const [serviceId, { to, added, days: weekdays }] of feed.services) {
    const last = [...added, ...(weekdays.some(Boolean) ? [to] : [])].reduce((a, b) => (a > b ? a : b), '');
    if (last !== '' && last < today)
      findings.add('expired_calendar', { column: 'service_id', value: serviceId, against: last });
  }
}

/**
 * Reads a feed. Never rejects for what is in it: that is in `findings`.
 * @param input where the feed is
 */
export async function readFeed(input: FeedInput, options: ReadOptions): Promise<ReadFeed> {
  const findings = new Findings();
  try {
    const source = await openSource(input, options.limits ?? FEED_LIMITS);
    return await readSource(source, findings, options);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    findings.add(error.code, error.place);
    return { feed: undefined, findings, groups: [] };
  }
}

async function readSource(
  source: FeedSource,
  findings: Findings,
  { selection, today, limits = FEED_LIMITS, onProgress }: ReadOptions,
): Promise<ReadFeed> {
  reportFiles(source, findings);
  const ofFile = progressOf(source, onProgress);
  const tableOf = (file: string): TableInput => ({ source, findings, onBytes: ofFile(file) });
  const head = await readHead(tableOf('agency.txt'));
  const { stops, positions } = await readStops(tableOf('stops.txt'));
  const routes = await readRoutes(tableOf('routes.txt'), head.agencies);
  const services = await readServices(tableOf('calendar.txt'));
  const tripRows = await readTrips(tableOf('trips.txt'), {
    routes,
    services,
    selection,
    mostKept: limits.keptTrips,
  });
  const periods = await readFrequencies(tableOf('frequencies.txt'), tripRows);
  const tripCalls = await readCalls(
    tableOf('stop_times.txt'),
    tripRows,
    { stops, positions },
    limits.keptCalls,
  );
  const isWanted = (tripId: string) => (tripRows.positions.get(tripId) ?? -1) >= 0;
  const names = await readTranslations(tableOf('translations.txt'), isWanted);
  const running = runningTrips(tableOf(''), tripRows.kept, tripCalls, {
    periods,
    asExact: selection.asExact,
    limits,
  });
  const trips = tripsOf(running.trips, names, findings);
  const usedIds = new Set(trips.map(({ serviceId }) => serviceId));
  const allRoutes = [...routes.routes.values()];
  const usedServices = new Map([...services.services].filter(([id]) => usedIds.has(id)));
  const days = runningDays(usedServices.values());
  const [from, to] = [days[0], days.at(-1)];
  const usedRoutes = new Set(trips.map(({ routeId }) => routeId));
  const usedStops = new Set(running.calls.stop);
  const feed: Feed = {
    agencies: translatedAgencies(names, head.agencies),
    timezone: head.timezone,
    language: head.language,
    version: head.version,
    days: from === undefined || to === undefined ? undefined : { from, to },
    stops: translatedStops(names, stops),
    routes: translatedRoutes(
      names,
      allRoutes.filter(({ routeId }) => usedRoutes.has(routeId)),
    ),
    services: usedServices,
    trips,
    calls: running.calls,
    leftOut: {
      routes: allRoutes.length - usedRoutes.size,
      trips: tripRows.positions.size - tripRows.kept.length,
      stops: stops.filter(({ kind }, at) => kind === 0 && !usedStops.has(at)).length,
      withoutExactTimes: running.withoutExactTimes,
    },
  };
  reportServices(feed, findings, today);
  warnOfDays(findings, days, today);
  return { feed, findings, groups: groupsOf(feed, allRoutes, tripRows) };
}

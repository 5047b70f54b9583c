// Writes a feed as the standard's files: what the reader kept of a timetable, for other apps.
import { NO_ALIGHTING, NO_BOARDING, type Feed, type FeedName, type FeedTrip } from '../feed.ts';
import { clockText } from '../read/table.ts';
import type { FeedTexts } from '../source/open-source.ts';

type Cell = string | number;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
const table = (columns: string, rows: Iterable<readonly Cell[]>): string =>
  [columns.replaceAll(' ', ','), ...Array.from(rows, (row) => row.map(cell).join(','))].join('\r\n') + '\r\n';

const dateText = (date: string) => date.replaceAll('-', '');
/** Degrees to a tenth of a millimetre, without an exponent. */
const degrees = (value: number) => value.toFixed(9).replace(/\.?0+$/, '');
/** 'mul': of several languages, or of one that the feed does not name. */
const languageText = ({ language }: Feed) => (language === 'und' ? 'mul' : language);

function agencyFile(feed: Feed): string {
  const language = feed.language === 'und' ? '' : feed.language;
  return table(
    'agency_id agency_name agency_url agency_timezone agency_lang',
    feed.agencies.map(({ agencyId, name, url }) => [agencyId, name.text, url, feed.timezone, language]),
  );
}

function infoFile(feed: Feed): string {
  const { agencies, days, version } = feed;
  const [first] = agencies;
  return table(
    'feed_publisher_name feed_publisher_url feed_lang feed_start_date feed_end_date feed_version',
    [
      [
        first?.name.text ?? '',
        first?.url ?? '',
        languageText(feed),
        dateText(days?.from ?? ''),
        dateText(days?.to ?? ''),
        version,
      ],
    ],
  );
}

const stopsFile = ({ stops }: Feed): string =>
  table(
    'stop_id stop_code stop_name stop_lat stop_lon location_type parent_station platform_code',
    stops.map(({ stopId, code, name, lat, lon, kind, parentId = '', platform }) => [
      stopId,
      code,
      name.text,
      degrees(lat),
      degrees(lon),
      kind,
      parentId,
      platform,
    ]),
  );

const routesFile = ({ routes }: Feed): string =>
  table(
    'route_id agency_id route_short_name route_long_name route_type',
    routes.map(({ routeId, agencyId, shortName, longName, type }) => [
      routeId,
      agencyId,
      shortName.text,
      longName.text,
      type,
    ]),
  );

const calendarFile = ({ services }: Feed): string =>
  table(
    'service_id monday tuesday wednesday thursday friday saturday sunday start_date end_date',
    Array.from(services, ([id, { days, from, to }]) => [
      id,
      ...days.map(Number),
      dateText(from),
      dateText(to),
    ]),
  );

const datesFile = ({ services }: Feed): string =>
  table(
    'service_id date exception_type',
    [...services].flatMap(([id, { added, removed }]) => [
      ...[...added].map((date) => [id, dateText(date), 1]),
      ...[...removed].map((date) => [id, dateText(date), 2]),
    ]),
  );

const tripsFile = ({ trips }: Feed): string =>
  table(
    'route_id service_id trip_id trip_headsign trip_short_name direction_id',
    trips.map(({ routeId, serviceId, tripId, headsign, number, directionId = '' }) => [
      routeId,
      serviceId,
      tripId,
      headsign?.text ?? '',
      number,
      directionId,
    ]),
  );

/** The calls of a trip. A feed that an earlier release stored has no sequences: its stops are counted from 1, as in trip updates. */
function callRows({ stops, calls }: Feed, { tripId, first, end }: FeedTrip): Cell[][] {
  return Array.from({ length: end - first }, (_, n) => {
    const at = first + n;
    const flags = calls.flags[at] ?? 0;
    return [
      tripId,
      clockText(calls.arrive[at] ?? 0),
      clockText(calls.depart[at] ?? 0),
      stops[calls.stop[at] ?? -1]?.stopId ?? '',
      calls.sequence[at] ?? n + 1,
      (flags & NO_BOARDING) === 0 ? 0 : 1,
      (flags & NO_ALIGHTING) === 0 ? 0 : 1,
    ];
  });
}

const callsFile = (feed: Feed): string =>
  table(
    'trip_id arrival_time departure_time stop_id stop_sequence pickup_type drop_off_type',
    feed.trips.flatMap((trip) => callRows(feed, trip)),
  );

function translationsFile({ agencies, stops, routes, trips }: Feed): string {
  const rowsOf = (file: string, field: string, id: string, name: FeedName | undefined) =>
    Object.entries(name?.in ?? {}).map(([language, text]) =>
      // A record without an id is found by its text.
      [file, field, language, text, id, id === '' ? (name?.text ?? '') : ''],
    );
  return table('table_name field_name language translation record_id field_value', [
    ...agencies.flatMap(({ agencyId, name }) => rowsOf('agency', 'agency_name', agencyId, name)),
    ...stops.flatMap(({ stopId, name }) => rowsOf('stops', 'stop_name', stopId, name)),
    ...routes.flatMap(({ routeId, shortName, longName }) => [
      ...rowsOf('routes', 'route_short_name', routeId, shortName),
      ...rowsOf('routes', 'route_long_name', routeId, longName),
    ]),
    ...trips.flatMap(({ tripId, headsign }) => rowsOf('trips', 'trip_headsign', tripId, headsign)),
  ]);
}

/** Returns the files of a feed by name. Read again, they are the same feed, but that trips which repeated are trips of their own. */
export const feedTexts = (feed: Feed): FeedTexts => ({
  'agency.txt': agencyFile(feed),
  'feed_info.txt': infoFile(feed),
  'stops.txt': stopsFile(feed),
  'routes.txt': routesFile(feed),
  'calendar.txt': calendarFile(feed),
  'calendar_dates.txt': datesFile(feed),
  'trips.txt': tripsFile(feed),
  'stop_times.txt': callsFile(feed),
  'translations.txt': translationsFile(feed),
});

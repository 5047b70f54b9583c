// A second, small railway for tests: other kinds, classes, ends, letters, rows and rules, in another zone and currency.
import { readInput, requireRead } from '../../src/platform/operator/read-input.ts';
import { operatorOf, type OperatorData } from '../../src/platform/operator/operator-data.ts';
import type { FolderTexts } from '../../src/platform/operator/files/operator-files.ts';

const words = (en: string) => ({ en });
const names = (prefix: string, name: string, traditional = 'Tc') =>
  Object.fromEntries(['Jp', 'En', 'Kr', 'Cn', traditional].map((suffix) => [prefix + suffix, name]));
const car = (
  number: number,
  carClass: string,
  letters: readonly string[],
  aisleAfter: string,
  more: object,
) => ({
  car: number,
  series: 'X',
  class: carClass,
  reserved: true,
  rows: 10,
  letters,
  aisleAfter,
  assumed: true,
  power: true,
  facilities: [],
  ...more,
});
const product = (productId: string, kind: string, more: object) => ({
  productId,
  kind,
  days: 1,
  reservations: 0,
  activateWithinDays: 90,
  price: { adult: 4550, child: 2275 },
  ...names('productName', productId, 'TC'),
  ...names('notes', 'No notes'),
  sections: [],
  carClasses: [],
  ...more,
});
const UP = [{ from: 'low', to: 'top' }];
const ALL = { in: ['low', 'mid', 'top'], out: ['low', 'mid', 'top'] };

const FILES: Readonly<Record<string, unknown>> = {
  'operator.json': {
    operatorId: 'other',
    appName: 'Other',
    tagline: words('Trains to the top'),
    zone: 'Europe/Zurich',
    zoneName: words('Swiss time'),
    currency: 'CHF',
    languages: ['en'],
    fallback: 'en',
    kinds: [
      { kind: 'ride', use: 'journeys', words: words('Ride') },
      { kind: 'rover', use: 'days', words: words('Rover') },
      { kind: 'cablecar', use: 'admission', words: words('Cable car') },
      { kind: 'coupon', use: 'exchange', words: words('Coupon') },
    ],
    classes: [
      { class: 'second', words: words('Second') },
      { class: 'first', mark: '1', words: words('First') },
      { class: 'panorama', mark: 'P', words: words('Panorama') },
    ],
    directions: { outbound: { end: 'summit' }, inbound: { end: 'valley' } },
    rules: {
      bookingOpens: { monthsAhead: 0, daysAhead: 3, hour: 6 },
      changeClosesMinutes: 30,
      holdSeconds: 120,
      maxSeats: 2,
      fewSeats: 3,
      cancelledMoveDays: 1,
      liveFadesMinutes: 20,
      connectionMinutes: 5,
      exitGraceHours: 1,
      passBackMinutes: 0,
      verifiedMinutes: 4,
      cancelMinutes: 3,
      cancelsPerDay: 1,
      nearbyMetres: 200,
      maxNearby: 2,
    },
  },
  'formations/assignments.json': {
    routeTypes: [2],
    assignments: [
      { formation: 'three-classes', trip: 't1' },
      { formation: 'three-classes', trip: 't2' },
    ],
  },
  'formations/three-classes.json': {
    id: 'three-classes',
    series: 'X',
    carOneEnd: 'summit',
    rowOneEnd: 'valley',
    seatsTurn: false,
    noPassageBetween: [],
    assumed: 'all',
    cars: [
      car(21, 'first', ['J', 'K', 'M'], 'K', { firstRow: 5 }),
      car(22, 'second', ['P', 'Q', 'R', 'S'], 'Q', { firstRow: 15 }),
      car(23, 'panorama', ['W', 'X'], 'W', {}),
    ],
  },
  'platforms.json': { platforms: {}, exceptions: [] },
  'stations-extra.json': {
    regions: [{ region: 'all', ...names('regionName', 'All') }],
    default: { region: 'all', gate: 'qr' },
    stations: {},
  },
  'areas.json': [{ areaId: 'line', regions: ['all'] }],
  'products.json': [
    product('up', 'ride', {
      tripType: 11,
      reservations: 1,
      sections: UP,
      carClasses: ['second', 'panorama'],
      gates: { in: ['low', 'mid'], out: ['mid', 'top'] },
    }),
    product('three-days', 'rover', {
      days: 3,
      reservations: 5,
      sections: UP,
      carClasses: ['first', 'second'],
      gates: { area: 'line' },
    }),
    product('any-way', 'rover', { gates: ALL }),
    product('peak', 'cablecar', { admissions: 2 }),
    product('fondue', 'coupon', names('exchangeFor', 'A fondue')),
  ],
  'counters.json': [],
};

const FEED = {
  'agency.txt':
    'agency_id,agency_name,agency_url,agency_timezone\n1,Other,https://other.example,Europe/Zurich\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\nlow,Low,46.1,7.1\nmid,Mid,46.2,7.2\ntop,Top,46.3,7.3\n',
  'routes.txt': 'route_id,agency_id,route_short_name,route_long_name,route_type\nR,1,PEAK,Peak line,2\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nD,1,1,1,1,1,1,1,20260101,20271231\n',
  'trips.txt':
    'route_id,service_id,trip_id,trip_short_name,direction_id\nR,D,t1,1,0\nR,D,t2,2,1\nR,D,t3,3,0\n',
  'stop_times.txt':
    'trip_id,stop_sequence,stop_id,arrival_time,departure_time\nt1,1,low,08:00:00,08:00:00\nt1,2,mid,08:20:00,08:21:00\nt1,3,top,08:50:00,08:50:00\nt2,1,top,12:00:00,12:00:00\nt2,2,mid,12:20:00,12:21:00\nt2,3,low,12:50:00,12:50:00\nt3,1,low,16:00:00,16:00:00\nt3,2,top,16:40:00,16:40:00\n',
};

/** The texts of the other railway's files. */
export const OTHER_TEXTS: FolderTexts = Object.fromEntries(
  Object.entries(FILES).map(([file, value]) => [file, JSON.stringify(value, null, 2)]),
);

/** The trains that the railway of the nights has besides, from 'low' to 'top': their number, and when they leave by their service day. */
export const NIGHT_TRAINS = [
  ['n1', '25:30:00', '26:10:00'],
  ['n2', '26:30:00', '27:10:00'],
  ['n3', '27:30:00', '28:10:00'],
] as const;

/** Reads the other railway in a zone, with trains through the night. Returns its files too. Sets nothing. */
export async function nightRailway(zone: string): Promise<{ operator: OperatorData; texts: FolderTexts }> {
  const { assignments } = FILES['formations/assignments.json'] as { assignments: object[] };
  const changed = {
    'operator.json': { ...(FILES['operator.json'] as object), zone },
    'formations/assignments.json': {
      routeTypes: [2],
      assignments: [...assignments, ...NIGHT_TRAINS.map(([trip]) => ({ formation: 'three-classes', trip }))],
    },
  };
  const texts = {
    ...OTHER_TEXTS,
    ...Object.fromEntries(
      Object.entries(changed).map(([file, value]) => [file, JSON.stringify(value, null, 2)]),
    ),
  };
  const feed = {
    ...FEED,
    'agency.txt': FEED['agency.txt'].replace('Europe/Zurich', zone),
    'trips.txt': FEED['trips.txt'] + NIGHT_TRAINS.map(([trip]) => `R,D,${trip},${trip},0\n`).join(''),
    'stop_times.txt':
      FEED['stop_times.txt'] +
      NIGHT_TRAINS.map(
        ([trip, leaves, arrives]) =>
          `${trip},1,low,${leaves},${leaves}\n${trip},2,top,${arrives},${arrives}\n`,
      ).join(''),
  };
  const { parts } = requireRead(await readInput({ texts, feed: { texts: feed }, today: '2026-03-01' }));
  return { operator: operatorOf(parts), texts };
}

/** Reads the other railway's files and its feed. Sets nothing. */
export const otherRailway = async (): Promise<OperatorData> =>
  operatorOf(
    requireRead(await readInput({ texts: OTHER_TEXTS, feed: { texts: FEED }, today: '2026-04-01' })).parts,
  );

// What other apps receive: decoded by another encoder's code, MobilityData's, and read back by Kippu's own reader.
import type { FastifyInstance } from 'fastify';
import fc from 'fast-check';
import bindings from 'gtfs-realtime-bindings';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectedStops, type LiveLayer, type LiveTrain } from '@kippu/domain/live/live-train';
import { gtfsToEpoch } from '@kippu/domain/time/service-day';
import { openTestDeps, serving, type TestDeps } from '../../../test/app-context.ts';
import { FADES_MS, NOW, smallRailway } from '../../../test/live/small-railway.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { decodeFeed, encodeFeed, toSeconds } from '../../platform/gtfs-realtime/codec.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Edition } from '../../platform/operator/timetable.ts';
import { replaceAlerts } from '../feed/alert-store.ts';
import { saveFeeds } from '../feed/feed-store.ts';
import { nextLayer } from '../feed/merge-words.ts';
import type { ServiceAlert } from '../feed/read-alerts.ts';
import { readRealtime } from '../feed/read-realtime.ts';
import { tripUpdates } from './trip-updates.ts';

type IFeedMessage = bindings.transit_realtime.IFeedMessage;
type IAlert = bindings.transit_realtime.IAlert;
const { transit_realtime: standard } = bindings;
const StopIs = standard.TripUpdate.StopTimeUpdate.ScheduleRelationship;
const TripIs = standard.TripDescriptor.ScheduleRelationship;

const UPDATES = '/gtfs-rt/trip-updates';
const ALERTS = '/gtfs-rt/alerts';
const B0 = 'b0@2026-04-01';
const SECONDS = NOW / 1000;
let deps: TestDeps;
let railway: OperatorData;
let app: FastifyInstance;
let served: { current: Edition; refresh: () => Promise<void> };

beforeAll(async () => {
  deps = await openTestDeps(NOW);
  railway = await smallRailway();
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(NOW - deps.clock());
  await emptyTables(deps.db);
  served = { ...serving(railway) };
  app = await buildApp({ ...deps, timetable: served });
});
afterEach(() => app.close());

/** Serves these trains as the next live version. */
function say(trains: Readonly<Record<string, Omit<LiveLayer, 'asOf'>>>, from = railway, asOf = NOW): void {
  const live = new Map(
    Object.entries(trains).map(([id, layer]): [string, LiveTrain] => [
      id,
      { asOf, feedAsOf: asOf, cutBy: null, ...layer },
    ]),
  );
  const { current } = served;
  served.current = { ...current, operator: { ...from, live }, liveVersion: current.liveVersion + 1 };
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
/** The header and the entities of a feed. */
async function feed(url: string) {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  const { FeedMessage } = standard;
  const { header, entity = [] }: Partial<IFeedMessage> = FeedMessage.toObject(
    FeedMessage.decode(answer.rawPayload),
    { longs: Number },
  );
  return { header, entities: entity ?? [] };
}
async function updates() {
  const { entities } = await feed(UPDATES);
  return entities.map(({ id, tripUpdate }) => {
    const { tripId, startDate, routeId, scheduleRelationship } = tripUpdate?.trip ?? {};
    return {
      id,
      trip: [tripId, startDate, routeId, scheduleRelationship],
      timestamp: tripUpdate?.timestamp,
      stops: tripUpdate?.stopTimeUpdate ?? [],
    };
  });
}
const at = (seconds: number) => gtfsToEpoch('2026-04-01', seconds) / 1000;
const TEN = 36_000;

test('the header is that of a whole feed of version 2.0, made now', async () => {
  const { header, entities } = await feed(UPDATES);
  expect(header).toEqual({ gtfsRealtimeVersion: '2.0', incrementality: 0, timestamp: SECONDS });
  expect(entities).toEqual([]);
  const { headers } = await get(UPDATES);
  expect(headers).toMatchObject({
    'content-type': 'application/x-protobuf',
    'cache-control': 'public, max-age=10',
  });
});

test('a cancelled train has no stops', async () => {
  say({ [B0]: { runs: false, delays: { north: { depart: 60 } } } });
  const [train] = await updates();
  expect(train).toEqual({
    id: B0,
    trip: ['b0', '20260401', 'main', TripIs.CANCELED],
    timestamp: SECONDS,
    stops: [],
  });
});

test('a delay goes on to later stops, with times, and ends where nothing is known', async () => {
  say({ [B0]: { delays: { north: { arrive: 60, depart: 90 }, south: null } } });
  const [train] = await updates();
  expect(train?.trip).toEqual(['b0', '20260401', 'main', TripIs.SCHEDULED]);
  const [north, mid, south, more] = train?.stops ?? [];
  expect(more).toBeUndefined();
  expect(north).toEqual({
    stopSequence: 10,
    stopId: 'north-1',
    scheduleRelationship: StopIs.SCHEDULED,
    arrival: { delay: 60, time: at(TEN + 60) },
    departure: { delay: 90, time: at(TEN + 150) },
  });
  expect([mid?.arrival, mid?.departure]).toEqual([
    { delay: 90, time: at(TEN + 1890) },
    { delay: 90, time: at(TEN + 1950) },
  ]);
  const { arrival, departure, scheduleRelationship } = south ?? {};
  expect([scheduleRelationship, arrival, departure]).toEqual([StopIs.NO_DATA, undefined, undefined]);
});

test('an early train has a negative delay', async () => {
  say({ [B0]: { delays: { mid: { arrive: -60 } } } });
  const [train] = await updates();
  expect(train?.stops.map(({ stopSequence, arrival }) => [stopSequence, arrival?.delay])).toEqual([
    [20, -60],
    [30, -60],
  ]);
});

test('a skipped stop and another platform are named; a platform that the timetable does not have is not', async () => {
  say({ [B0]: { skipped: ['mid'], platforms: { north: '2', south: 'nowhere' } } });
  const [train] = await updates();
  expect(
    train?.stops.map(({ stopSequence, scheduleRelationship, stopTimeProperties }) => [
      stopSequence,
      scheduleRelationship,
      stopTimeProperties?.assignedStopId,
    ]),
  ).toEqual([
    [10, StopIs.NO_DATA, 'north-2'],
    [20, StopIs.SKIPPED, undefined],
  ]);
});

test('a replaced train has the id of its own trip, and trains of no timetable or that ended are left out', async () => {
  const replaced = await smallRailway({ replacements: new Map([['a1@2026-04-01', 'b1']]) });
  say(
    {
      'a1@2026-04-01': { runs: false },
      'gone@2026-04-01': { runs: false },
      'weekend@2026-04-01': { runs: false },
      'every~08:05@2026-03-31': { runs: false },
      'b2@2026-04-20': { runs: false },
    },
    replaced,
  );
  expect((await updates()).map(({ id, trip }) => [id, trip[0]])).toEqual([['b1@2026-04-01', 'b1']]);
});

test('what is read back by the reader of feeds is the same state of the train', () => {
  const seconds = fc.integer({ min: -600, max: 7200 });
  const delay = fc.oneof(
    fc.constant(null),
    fc.record({ arrive: seconds, depart: seconds }, { requiredKeys: [] }),
  );
  const anyLayer = (keys: readonly string[]) =>
    fc.record(
      {
        runs: fc.boolean(),
        delays: fc.dictionary(fc.constantFrom(...keys), delay),
        skipped: fc.subarray([...keys]),
        platforms: fc.dictionary(fc.constantFrom(...keys), fc.constant('2')),
      },
      { requiredKeys: [] },
    );
  const anyTrain = fc.oneof(
    fc.tuple(fc.constant('b0'), anyLayer(['north', 'mid', 'south'])),
    fc.tuple(fc.constant('ring'), anyLayer(['mid', 'north', 'mid#2', 'south'])),
  );
  fc.assert(
    fc.property(anyTrain, ([tripId, layer]) => {
      const id = `${tripId}@2026-04-01`;
      const live = new Map([[id, { asOf: NOW, feedAsOf: NOW, cutBy: null, ...layer }]]);
      const entity = tripUpdates({ ...railway, live }, NOW, NOW);
      const message = decodeFeed(encodeFeed({ header: { timestamp: toSeconds(NOW) }, entity }));
      const { words, reports } = readRealtime([{ number: 1, message }], railway, NOW, FADES_MS);
      const word = words.get(id);
      const read = word && nextLayer(word, null, false);
      const stops = railway.trips.get(tripId)?.stops ?? [];
      // When a train would pass a stop at which it does not call, and where, says nothing.
      const state = (of: LiveLayer | undefined) =>
        expectedStops(stops, of).map((stop) => (stop.isSkipped ? { key: stop.key, isSkipped: true } : stop));
      expect(state(read)).toEqual(state({ asOf: NOW, ...layer }));
      expect(reports.get(1)?.counts()).toMatchObject({ unmatched: {}, unused: {} });
    }),
  );
});

test('an answer is made once for a state, and 304 to who has it; what changes is another one', async () => {
  say({ [B0]: { runs: false } });
  const first = await get(UPDATES);
  const etag = String(first.headers.etag);
  deps.advance(20_000);
  const same = await get(UPDATES, { 'if-none-match': etag });
  expect([same.statusCode, same.rawPayload.length, same.headers['cache-control']]).toEqual([
    304,
    0,
    'public, max-age=10',
  ]);
  expect((await get(UPDATES)).rawPayload.equals(first.rawPayload)).toBe(true);
  say({ [B0]: { delays: { north: { depart: 60 } } } });
  expect((await get(UPDATES, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('a feed that is quiet keeps a fresh timestamp, and none is older than the one before', async () => {
  say({ [B0]: { runs: false } }, railway, NOW);
  deps.advance(10_000);
  say({ [B0]: { runs: false } }, railway, NOW + 10_000);
  const stamp = async () => (await feed(UPDATES)).header?.timestamp;
  expect(await stamp()).toBe(SECONDS + 10);
  say({});
  expect(await stamp()).toBe(SECONDS + 10);
  deps.advance(50_000);
  expect(await stamp()).toBe(SECONDS + 60);
});

const ALERT: ServiceAlert = {
  alertId: 'storm',
  header: { ja: '強風', en: 'Strong wind' },
  description: { und: 'Trains may be late' },
  url: {},
  periods: [{ from: NOW - 60_000 }],
  informed: [{ routeId: 'main', direction: 'inbound' }, { departureId: B0, stationId: 'mid' }, {}],
  cause: 'WEATHER',
  effect: 'SIGNIFICANT_DELAYS',
};
const storeAlerts = (...alerts: ServiceAlert[]) =>
  inTransaction(deps.db, async (trx) => {
    const good_at = new Date(NOW);
    const state = {
      etag: null,
      last_modified: null,
      feed_at: good_at,
      fault: null,
      counts: null,
      held: null,
    };
    await saveFeeds(trx, [{ number: 1, fetched_at: good_at, good_at, ...state }]);
    await replaceAlerts(trx, 1, alerts);
  });
const textsOf = (texts: IAlert['headerText']) =>
  texts?.translation?.map(({ language, text }) => [language, text]);

test('an active alert of a feed has its languages, periods and trains', async () => {
  const over = { ...ALERT, alertId: 'over', periods: [{ until: NOW - 1000 }] };
  const ofGone = { ...ALERT, alertId: 'gone', informed: [{ departureId: 'gone@2026-04-01' }] };
  await storeAlerts(ALERT, over, ofGone);
  const { entities } = await feed(ALERTS);
  expect(entities.map(({ id }) => id)).toEqual(['storm']);
  const alert = entities[0]?.alert;
  if (!alert) throw new Error('no alert');
  expect(textsOf(alert.headerText)?.toSorted()).toEqual([
    ['en', 'Strong wind'],
    ['ja', '強風'],
  ]);
  expect(textsOf(alert.descriptionText)).toEqual([[undefined, 'Trains may be late']]);
  const { cause, effect, url, activePeriod, informedEntity } = alert;
  expect([cause, effect, url]).toEqual([
    standard.Alert.Cause.WEATHER,
    standard.Alert.Effect.SIGNIFICANT_DELAYS,
    undefined,
  ]);
  expect(activePeriod).toEqual([{ start: SECONDS - 60 }]);
  const [route, train, all] = informedEntity ?? [];
  expect([route?.routeId, route?.directionId]).toEqual(['main', 1]);
  expect([train?.trip?.tripId, train?.trip?.startDate, train?.stopId]).toEqual(['b0', '20260401', 'mid']);
  expect(all?.agencyId).toBe(railway.agency.agencyId);
});

test("the desk's words on a train are an alert of it", async () => {
  say({ [B0]: { runs: false, words: { ja: '運休', en: 'Take the next train' } } });
  const { entities } = await feed(ALERTS);
  const alert = entities[0]?.alert;
  if (!alert) throw new Error('no alert');
  expect(textsOf(alert.headerText)).toEqual([
    ['ja', '運休'],
    ['en', 'Take the next train'],
  ]);
  expect(alert.effect).toBe(standard.Alert.Effect.NO_SERVICE);
  expect(alert.informedEntity?.map(({ trip }) => trip?.tripId)).toEqual(['b0']);
});

test('the three files are in the API document and limited by address', async () => {
  const { paths } = (await get('/docs/json')).json();
  for (const path of [UPDATES, ALERTS, '/gtfs.zip'])
    expect(Object.keys(paths[path].get.responses)).toEqual(expect.arrayContaining(['200', '304']));
  expect(Object.keys(paths[UPDATES].get.responses['200'].content)).toEqual(['application/x-protobuf']);
  const limited = await buildApp({
    ...deps,
    timetable: served,
    config: { ...deps.config, limitFactor: 1 / 1200 },
  });
  const statuses = [await limited.inject(UPDATES), await limited.inject(UPDATES)].map((r) => r.statusCode);
  expect(statuses).toEqual([200, 429]);
  await limited.close();
});

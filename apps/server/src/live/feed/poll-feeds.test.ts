// Live feeds over HTTP into the database, by one process at a time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { openTestDeps, serving, type TestDeps } from '../../../test/app-context.ts';
import { FeedServer } from '../../../test/live/feed-server.ts';
import {
  feedBytes,
  FADES_MS,
  NOW,
  position,
  smallRailway,
  today,
  update,
} from '../../../test/live/small-railway.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { findFeedTrains, listHistory } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { listAlerts } from './alert-store.ts';
import { watchFeeds } from './feed-metrics.ts';
import { listFeeds, takeHeld } from './feed-store.ts';
import { FeedPoller } from './poll-feeds.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { allowCut } from './save-reading.ts';
import type { RealtimeSettings } from '../../platform/start/realtime-settings.ts';

const A1 = 'a1@2026-04-01';
const EVERY_MS = 15_000;
let deps: TestDeps;
let railway: OperatorData;
let trips: FeedServer;
let positions: FeedServer;
let pollers: FeedPoller[];
let logged: string[];

beforeAll(async () => {
  deps = await openTestDeps(NOW);
  railway = await smallRailway();
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(NOW - deps.clock());
  await emptyTables(deps.db);
  [trips, positions] = await Promise.all([FeedServer.open(), FeedServer.open()]);
  positions.serve(feedBytes([]));
  pollers = [];
  logged = [];
});
afterEach(async () => {
  await Promise.all([trips.close(), positions.close()]);
  await Promise.all(pollers.map((poller) => poller.stop()));
});

/** A process that polls only when a test calls it. */
function process(from: OperatorData = railway, settings: Partial<RealtimeSettings> = {}): FeedPoller {
  const note = (level: string) => (_what: unknown, text?: string) => void logged.push(`${level}: ${text}`);
  const log = { info: () => undefined, warn: note('warn'), error: note('error') };
  const { db, clock } = deps;
  const poller = new FeedPoller(
    { db, clock, timetable: serving(from), isPaused: () => false, log },
    {
      urls: [trips.url, positions.url],
      everyMs: EVERY_MS,
      headers: { 'x-api-key': 'k' },
      mayBeAbsent: false,
      ...settings,
    },
  );
  pollers.push(poller);
  return poller;
}
async function readOnce(poller: FeedPoller): Promise<void> {
  await poller.look();
  await poller.idle();
}
const later = (ms = EVERY_MS) => deps.advance(ms);
const late = (seconds: number) => update(today('a1'), [{ stopSequence: 10, departure: { delay: seconds } }]);
const cancelled = (count: number) =>
  Array.from({ length: count }, (_, n) => update(today(`b${n}`, { scheduleRelationship: 3 })));
const serve = (...entities: Parameters<typeof feedBytes>[0]) =>
  trips.serve(feedBytes(entities, deps.clock()));
const layerOf = async (departureId: string): Promise<LiveLayer | null | undefined> =>
  (await findFeedTrains(deps.db, [departureId])).get(departureId)?.feed;
/** The desk allows what waits of the first feed. Returns these departures. */
const allow = () =>
  inTransaction(deps.db, async (trx) => {
    const cuts = (await takeHeld(trx, 1, '2026-04-01')) ?? {};
    await allowCut(trx, '2026-04-01', cuts, { by: 'desk:7', at: new Date(deps.clock()) });
    return Object.keys(cuts);
  });
/** How many trains wait for the desk. */
const held = async () => Object.keys((await listFeeds(deps.db))[0]?.held?.['2026-04-01'] ?? {}).length;
const isCancelled = async (n: number) => (await layerOf(`b${n}@2026-04-01`))?.runs === false;
const faults = async () => (await listFeeds(deps.db)).map(({ fault }) => fault);
const LATE = (depart: number) => ({ delays: { north: { depart } } });

test('what feeds say is saved, with the key sent, and only what differs', async () => {
  const poller = process();
  serve(late(60));
  positions.serve(feedBytes([position(today('a1'), { currentStopSequence: 20 })]));
  await readOnce(poller);
  expect(await layerOf(A1)).toEqual({ asOf: NOW, ...LATE(60), left: 'north' });
  expect(trips.requests[0]?.headers['x-api-key']).toBe('k');
  later();
  serve(late(60));
  await readOnce(poller);
  expect(await listHistory(deps.db, A1, 10)).toHaveLength(1);
  later();
  serve(late(120));
  await readOnce(poller);
  expect(
    (await listHistory(deps.db, A1, 10)).map(({ said, changed_by }) => [said?.delays, changed_by]),
  ).toEqual([
    [LATE(120).delays, 'feed:1'],
    [LATE(60).delays, 'feed:1'],
  ]);
  const [feed] = await listFeeds(deps.db);
  expect(feed).toMatchObject({ number: 1, fault: null, counts: { entities: 1, named: 1, matched: 1 } });
  expect(feed?.etag).toBeTruthy();
});

test('feeds are read when it is time, and asked only for what is new', async () => {
  const poller = process();
  serve(late(60));
  await readOnce(poller);
  later(EVERY_MS - 1000);
  await readOnce(poller);
  expect(trips.requests).toHaveLength(1);
  later(1000);
  await readOnce(poller);
  expect(trips.requests.map((request) => request.headers['if-none-match'] !== undefined)).toEqual([
    false,
    true,
  ]);
  expect(await faults()).toEqual([null, null]);
});

test('what stays the same does not fade, and gets no second row in the history', async () => {
  const poller = process();
  serve(late(60));
  await readOnce(poller);
  for (let at = 0; at < 4; at += 1) {
    later(FADES_MS / 3);
    serve(late(60));
    positions.serve(feedBytes([], deps.clock()));
    await readOnce(poller);
  }
  expect((await layerOf(A1))?.asOf).toBe(deps.clock());
  expect(await listHistory(deps.db, A1, 10)).toHaveLength(1);
});

test('a train that a feed no longer names keeps its last word', async () => {
  const poller = process();
  serve(late(60), ...cancelled(2));
  await readOnce(poller);
  later();
  serve();
  await readOnce(poller);
  expect(await layerOf(A1)).toMatchObject(LATE(60));
  expect(await layerOf('b0@2026-04-01')).toMatchObject({ runs: false });
  later();
  serve(update(today('b0')));
  await readOnce(poller);
  expect((await layerOf('b0@2026-04-01'))?.runs).toBeUndefined();
  expect((await layerOf('b1@2026-04-01'))?.runs).toBe(false);
});

test.each([
  ['broken', () => trips.serve(Uint8Array.from([0x0a, 0xff])), /^no feed: /],
  ['a page', () => trips.serve(Buffer.from('<html>Sign in</html>')), /^no feed: /],
  ['refused', () => (trips.answer = (_request, response) => response.writeHead(403).end()), /^answered 403$/],
  ['from tomorrow', () => trips.serve(feedBytes(cancelled(3), deps.clock() + 86_400_000)), /^inTheFuture$/],
  ['old', () => trips.serve(feedBytes(cancelled(3), deps.clock() - FADES_MS - 1000)), /^tooOld$/],
  ['older than before', () => trips.serve(feedBytes(cancelled(3), deps.clock() - 60_000)), /^wentBack$/],
  ['without a time', () => trips.serve(feedBytes(cancelled(3), 0)), /^noTimestamp$/],
])('a feed that is %s changes nothing, and its fault is stored', async (_, spoil, fault) => {
  const poller = process();
  serve(late(60));
  await readOnce(poller);
  later();
  spoil();
  await readOnce(poller);
  expect((await faults())[0]).toMatch(fault);
  expect(await listHistory(deps.db, A1, 10)).toHaveLength(1);
  expect(await layerOf('b0@2026-04-01')).toBeUndefined();
  expect(logged).toEqual(['warn: live feeds have faults']);
  later();
  serve(late(120));
  await readOnce(poller);
  expect(await faults()).toEqual([null, null]);
  expect(await layerOf(A1)).toMatchObject(LATE(120));
});

test('one feed with a fault does not keep the other from being read', async () => {
  const poller = process();
  serve(late(60));
  positions.answer = (request) => request.socket.destroy();
  await readOnce(poller);
  expect(await layerOf(A1)).toMatchObject(LATE(60));
  expect((await faults()).map((fault) => fault === null)).toEqual([true, false]);
});

test('a fault of the reader stops neither process nor feed', async () => {
  const broken = {
    ...railway,
    tripsOn: railway.tripsOn,
    servicesOn: () => {
      throw new Error('planted');
    },
  };
  const poller = process(broken);
  serve(late(60));
  await readOnce(poller);
  expect((await faults())[0]).toBe('reader: planted');
  expect(logged[0]).toBe('error: live feeds not understood');
});

test('more than a fifth of a day’s cancellations wait for the desk, which allows them', async () => {
  const poller = process();
  serve(late(60), ...cancelled(6));
  await readOnce(poller);
  expect(await layerOf('b0@2026-04-01')).toBeUndefined();
  expect(await layerOf(A1)).toMatchObject(LATE(60));
  const [feed] = await listFeeds(deps.db);
  expect(Object.keys(feed?.held?.['2026-04-01'] ?? {})).toHaveLength(6);
  expect(logged).toEqual(['warn: cancellations wait for the desk']);
  const allowed = await allow();
  expect(allowed.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `b${n}@2026-04-01`));
  expect(await allow()).toEqual([]);
  expect(await layerOf('b5@2026-04-01')).toMatchObject({ runs: false });
  later();
  serve(late(60), ...cancelled(6));
  await readOnce(poller);
  expect((await listFeeds(deps.db))[0]?.held).toBeNull();
  expect((await listHistory(deps.db, 'b5@2026-04-01', 5)).map(({ changed_by }) => changed_by)).toEqual([
    'desk:7',
  ]);
});

test('a feed that cancels a day in slices is asked for what is more than a fifth, and again after the desk allowed that', async () => {
  const poller = process();
  for (const count of [2, 4, 6, 8]) {
    later();
    serve(...cancelled(count));
    await readOnce(poller);
  }
  expect([await isCancelled(3), await isCancelled(4), await held()]).toEqual([true, false, 4]);
  // The same with each slice in a message of its own: silence restores no train.
  later();
  serve(update(today('b9', { scheduleRelationship: 3 })));
  await readOnce(poller);
  expect([await isCancelled(3), await isCancelled(9), await held()]).toEqual([true, false, 1]);
  await allow();
  for (const [count, waits] of [
    [8, 0],
    [12, 3],
    [8, 0],
    [4, 0],
  ] as const) {
    later();
    serve(
      ...Array.from({ length: 16 }, (_, n) =>
        update(today(`b${n}`, n < count || n === 9 ? { scheduleRelationship: 3 } : {})),
      ),
    );
    await readOnce(poller);
    expect([count, await held()]).toEqual([count, waits]);
  }
  for (const n of [4, 5, 6, 7, 8, 10, 11, 12]) expect(await isCancelled(n)).toBe(false);
  for (const n of [0, 1, 2, 3, 9]) expect(await isCancelled(n)).toBe(true);
  // What the feed has taken back is allowed no longer.
  later();
  serve(...Array.from({ length: 16 }, (_, n) => update(today(`b${n}`))));
  await readOnce(poller);
  expect(await isCancelled(0)).toBe(false);
  later();
  serve(...cancelled(5));
  await readOnce(poller);
  expect([await held(), await isCancelled(0)]).toEqual([5, false]);
});

test('cancellations that a feed takes back no longer wait', async () => {
  const poller = process();
  serve(...cancelled(6));
  await readOnce(poller);
  later();
  serve(late(60));
  await readOnce(poller);
  expect((await listFeeds(deps.db))[0]?.held).toBeNull();
});

test('one process reads; the other takes over at once when it stops', async () => {
  const [first, second] = [process(), process()];
  serve(late(60));
  await readOnce(first);
  later();
  await readOnce(second);
  expect(trips.requests).toHaveLength(1);
  await first.stop();
  await readOnce(second);
  expect(trips.requests).toHaveLength(2);
});

test('after a crash another process reads within 30 seconds, and the late one saves nothing', async () => {
  const [first, second] = [process(), process()];
  let release = () => undefined as void;
  const asked = new Promise<void>((resolve) => {
    trips.answer = (_request, response) => {
      release = () => void response.writeHead(200).end(feedBytes(cancelled(2)));
      resolve();
    };
  });
  await first.look();
  await asked;
  later(25_000);
  const answerFirst = release;
  serve(late(60));
  await readOnce(second);
  expect(await layerOf(A1)).toMatchObject(LATE(60));
  answerFirst();
  await first.idle();
  expect(await layerOf('b0@2026-04-01')).toBeUndefined();
});

test('service alerts are replaced with each reading, and those of a silent feed are not shown', async () => {
  const poller = process();
  const alert = (id: string, text: string) => ({
    id,
    alert: { headerText: { translation: [{ text, language: 'en' }] }, informedEntity: [{ stopId: 'mid' }] },
  });
  const shown = async (stationId: string) => {
    const asked = { at: deps.clock(), fadesAfterMs: FADES_MS, of: { stationIds: [stationId] } };
    return (await listAlerts(deps.db, asked)).map(({ header }) => header['en']);
  };
  serve(alert('1', 'Snow'), alert('2', 'Ice'));
  await readOnce(poller);
  expect(await shown('mid')).toEqual(['Snow', 'Ice']);
  expect(await shown('north')).toEqual([]);
  later();
  serve(alert('2', 'Thaw'));
  await readOnce(poller);
  expect(await shown('mid')).toEqual(['Thaw']);
  later(FADES_MS + 1000);
  expect(await shown('mid')).toEqual([]);
});

test('the metrics show age, matched share, faults and what waits', async () => {
  const poller = process();
  const registry = new Registry();
  watchFeeds(registry, deps, (error) => {
    throw error;
  });
  serve(late(60), update(today('nobody')), ...cancelled(6));
  positions.answer = (_request, response) => response.writeHead(500).end();
  await readOnce(poller);
  later(7000);
  const text = await registry.metrics();
  expect(text).toContain('kippu_realtime_feed_age_seconds{feed="1"} 7');
  expect(text).toContain('kippu_realtime_matched_share{feed="1"} 0.875');
  expect(text).toContain('kippu_realtime_feed_fault{feed="1"} 0');
  expect(text).toContain('kippu_realtime_feed_fault{feed="2"} 1');
  expect(text).toContain('kippu_realtime_held_trains{feed="1"} 6');
});

test('nobody gives out the feed of a demonstration: nothing is saved or logged, and it is read when it is there', async () => {
  const gone = await FeedServer.open();
  await gone.close();
  const before = await faults();
  const poller = process(railway, { urls: [gone.url], mayBeAbsent: true });
  await readOnce(poller);
  expect([await faults(), logged]).toEqual([before, []]);
  // With a feed that must be there, it is a fault.
  await poller.stop();
  later();
  await readOnce(process(railway, { urls: [gone.url] }));
  expect(await faults()).toEqual(['failed: ECONNREFUSED']);
  expect(logged).toEqual(['warn: live feeds have faults']);
});

test('a feed of a demonstration that is there, breaks and ends', async () => {
  const demo = await FeedServer.open();
  const poller = process(railway, { urls: [demo.url], mayBeAbsent: true });
  demo.serve(feedBytes([late(60)], deps.clock()));
  await readOnce(poller);
  expect(await layerOf(A1)).toMatchObject(LATE(60));
  later();
  demo.answer = (_request, response) => response.writeHead(503).end();
  await readOnce(poller);
  expect([await faults(), logged]).toEqual([['answered 503'], ['warn: live feeds have faults']]);
  await demo.close();
  later();
  await readOnce(poller);
  expect(logged).toEqual(['warn: live feeds have faults']);
});

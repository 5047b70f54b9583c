// /gtfs.zip: the timetable that the process serves, made once, and not sent again to who has it.
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDeps, serving, type TestDeps } from '../../../test/app-context.ts';
import { NOW } from '../../../test/live/small-railway.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { WHOLE_FEED, type Feed } from '../../platform/gtfs/feed.ts';
import { packFeed } from '../../platform/gtfs/pack-feed.ts';
import { readFeed } from '../../platform/gtfs/read/read-feed.ts';
import type { FeedInput } from '../../platform/gtfs/source/open-source.ts';
import { feedTexts } from '../../platform/gtfs/write/write-feed.ts';
import { insertGeneration } from '../../platform/operator/generation-store.ts';
import type { Edition } from '../../platform/operator/timetable.ts';

const ZIP = '/gtfs.zip';
const PUBLISHED = Date.parse('2026-03-31T12:00:00.500Z');
const SUMMARY = { version: '', from: '2026-04-01', to: '2026-12-31', trips: 1, stations: 2 };
let deps: TestDeps;
let feed: Feed;
let app: FastifyInstance;
let served: { current: Edition; refresh: () => Promise<void> };

async function read(input: FeedInput): Promise<Feed> {
  const found = await readFeed(input, { selection: WHOLE_FEED, today: '2026-04-01' });
  if (!found.feed || found.findings.hasErrors) throw new Error('no feed');
  return found.feed;
}
const publish = (packed = packFeed(feed)) =>
  inTransaction(deps.db, (trx) =>
    insertGeneration(
      trx,
      { importId: null, folderHash: 'hash', files: {}, feed: packed, summary: SUMMARY },
      new Date(PUBLISHED),
    ),
  );
const serve = (generation: number) => {
  served.current = { ...served.current, generation, publishedAt: PUBLISHED };
};
const get = (headers: Record<string, string> = {}) => app.inject({ url: ZIP, headers });

beforeAll(async () => {
  deps = await openTestDeps(NOW);
  feed = await read({ path: resolve('operators/kansai/gtfs') });
});
afterAll(() => deps.close());
beforeEach(async () => {
  await emptyTables(deps.db);
  served = { ...serving(deps.operator) };
  app = await buildApp({ ...deps, timetable: served });
  serve(await publish());
});
afterEach(() => app.close());

test('the file is a feed with the trains that are served', async () => {
  const answer = await get();
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'last-modified': 'Tue, 31 Mar 2026 12:00:00 GMT',
    'cache-control': 'public, max-age=10',
  });
  expect(Object.keys(unzipSync(answer.rawPayload))).toContain('stop_times.txt');
  const { trips, calls } = await read({ zip: answer.rawPayload });
  expect(trips).toEqual(feed.trips);
  expect(calls).toEqual(feed.calls);
  expect(trips.map(({ tripId }) => tripId)).toEqual([...deps.operator.trips.keys()]);
});

test('it is made once, and is 304 to who has it', async () => {
  const query = vi.spyOn(deps.db, 'getExecutor');
  const first = await get();
  const made = query.mock.calls.length;
  expect(made).toBeGreaterThan(0);
  const etag = String(first.headers.etag);
  expect((await get()).headers.etag).toBe(etag);
  const statuses = await Promise.all([
    get({ 'if-none-match': etag }),
    get({ 'if-none-match': '"other", ' + etag }),
    get({ 'if-none-match': '"other"' }),
    get({ 'if-modified-since': 'Tue, 31 Mar 2026 12:00:00 GMT' }),
    get({ 'if-modified-since': 'Tue, 31 Mar 2026 11:59:59 GMT' }),
    get({ 'if-none-match': '"other"', 'if-modified-since': 'Tue, 31 Mar 2026 12:00:00 GMT' }),
    get({ 'if-modified-since': 'yesterday' }),
  ]);
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([304, 304, 200, 304, 200, 200, 200]);
  expect(query.mock.calls.length).toBe(made);
  query.mockRestore();
});

test('a process that is behind reads the newer timetable first; one that cannot asks to try again', async () => {
  const newer = await publish(packFeed({ ...feed, version: 'newer' }));
  const refused = await get();
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'REQ-0010']);
  served.refresh = async () => serve(newer);
  const answer = await get();
  expect((await read({ zip: answer.rawPayload })).version).toBe('newer');
});

test('a process that is behind goes on with the file that it has made', async () => {
  const { headers } = await get();
  await publish(packFeed({ ...feed, version: 'newer' }));
  const again = await get();
  expect([again.statusCode, again.headers.etag]).toEqual([200, headers.etag]);
});

test('the files of a timetable that an early release stored are in it as they are', async () => {
  const texts = feedTexts({ ...feed, version: 'early' });
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`gtfs/${name}`, text]));
  const stored = jsonText({ ...files, 'gtfs/shapes.txt': 'x' });
  await sql`update timetable set feed = null, files = ${stored}::jsonb`.execute(deps.db);
  const found = unzipSync((await get()).rawPayload);
  expect(Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual(
    texts,
  );
});

test('a railway without a timetable in the database has no file', async () => {
  await emptyTables(deps.db);
  expect((await get()).statusCode).toBe(404);
  // The refusal is not kept.
  serve(await publish());
  expect((await get()).statusCode).toBe(200);
});

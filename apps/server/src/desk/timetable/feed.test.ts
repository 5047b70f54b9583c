// A timetable checked, imported and withdrawn at the desk, and what the next start reads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FEED_BYTES } from '@kippu/contract/limits';
import { FEED_FILES, type FeedFile } from '@kippu/contract/values';
import { openOperator } from '../../platform/operator/open-operator.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let desk: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  desk = await staffAtDesk(fixture, 'manager');
});

type Files = Partial<Record<FeedFile, string>>;
const own = (): Files =>
  Object.fromEntries(
    FEED_FILES.map((file) => [
      file,
      readFileSync(join(fixture.deps.config.operatorDir, 'gtfs', file), 'utf8'),
    ]),
  );
const edited = (file: FeedFile, change: (text: string) => string): Files => {
  const files = own();
  const text = change(files[file] ?? '');
  expect(text).not.toBe(files[file]);
  return { ...files, [file]: text };
};
const withoutTrain14 = (): Files => {
  const lines = (text: string, start: string) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith(start))
      .join('\n');
  const { 'stop_times.txt': times = '' } = own();
  const files = edited('trips.txt', (text) => lines(text, '"HARUKA","daily","haruka-14"'));
  return { ...files, 'stop_times.txt': lines(times, '"haruka-14"') };
};
const dataOf = async (answer: ReturnType<AskDesk>) => {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBe(200);
  return json().data;
};
const nextStart = async (operatorFeed: 'desk' | 'folder' = 'desk') => {
  const { operator, importId } = await openOperator(fixture.deps.db, {
    ...fixture.deps.config,
    operatorFeed,
  });
  return { hasTrain14: operator.trips.has('haruka-14'), importId };
};

test('the first fault is shown with its file and line, whatever is missing or wrong', async () => {
  const problemOf = async (files: Files) => (await dataOf(desk('POST', 'feed/check', { files }))).problem;
  const { 'stops.txt': _gone, ...rest } = own();
  expect(await problemOf(rest)).toEqual({
    file: 'gtfs/stops.txt',
    line: 1,
    text: 'the file is missing; add it to the feed',
  });
  const late = edited('stop_times.txt', (text) => text.replace('"05:45:00","05:45:00"', '"05:45:00","5:75"'));
  expect(await problemOf(late)).toMatchObject({ file: 'gtfs/stop_times.txt', line: 2 });
  // A product of the operator's files would have no train any more.
  const unserved = edited('stop_times.txt', (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes('"kansai-airport"'))
      .join('\n'),
  );
  expect(await problemOf(unserved)).toBeDefined();
  const answer = await desk('POST', 'feed', { files: late });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
  expect((await dataOf(desk('GET', 'feed'))).imports).toEqual([]);
});

test('a feed is checked without a trace, imported for the next start, and withdrawn', async () => {
  const files = withoutTrain14();
  const tried = await dataOf(desk('POST', 'feed/check', { files }));
  expect(tried.effects.trips).toEqual({ added: 0, gone: 1, changed: 0 });
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: null });

  const made = await dataOf(desk('POST', 'feed', { files }));
  expect(made).toMatchObject({ ...tried.summary, by: 'Test manager', at: '2026-04-01 09:00:00' });
  const { importId } = made;
  const seen = await dataOf(desk('GET', 'feed'));
  expect(seen.inEffect).toEqual({ ...tried.summary, trips: tried.summary.trips + 1 });
  expect([seen.next, seen.imports]).toEqual([made, [made]]);
  expect(await nextStart()).toEqual({ hasTrain14: false, importId });
  expect(await nextStart('folder')).toEqual({ hasTrain14: true, importId: null });

  // Newer imports are withdrawn, and the one before them is in force again.
  let second = made;
  for (let times = 0; times < 10; times += 1) {
    if (second !== made) await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
    second = await dataOf(desk('POST', 'feed', { files: own() }));
  }
  expect((await dataOf(desk('GET', 'feed'))).imports[0]).toEqual(second);
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: second.importId });
  await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
  expect(await nextStart()).toEqual({ hasTrain14: false, importId });
  fixture.deps.advance(60_000);
  const again = await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
  expect(again.withdrawn).toEqual({ at: '2026-04-01 09:00:00', by: 'Test manager' });
  await dataOf(desk('POST', 'feed/withdraw', { importId }));
  expect((await dataOf(desk('GET', 'feed'))).next).toBe('same');
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: null });
  const none = await desk('POST', 'feed/withdraw', { importId: '999' });
  expect(none.statusCode).toBe(404);
});

test('a feed with a byte order mark is read; one that is too long is refused', async () => {
  const files = edited('trips.txt', (text) => `\uFEFF${text}`);
  expect((await dataOf(desk('POST', 'feed/check', { files }))).effects.trips.changed).toBe(0);
  const long = await desk('POST', 'feed/check', { files: { 'trips.txt': 'x'.repeat(FEED_BYTES) } });
  expect([long.statusCode, long.json().code]).toEqual([413, 'REQ-0003']);
});

test('an import that no longer fits the operator’s other data stops the start and says what to do', async () => {
  await dataOf(desk('POST', 'feed', { files: own() }));
  await fixture.deps.db
    .updateTable('feed_import')
    .set({ withdrawn_at: new Date(0) })
    .execute();
  await fixture.deps.db
    .insertInto('feed_import')
    .values({
      files: JSON.stringify({ ...own(), 'trips.txt': 'route_id\n' }),
      summary: '{}',
      imported_at: new Date(0),
      imported_by: 'desk:nobody',
      withdrawn_at: null,
      withdrawn_by: null,
    })
    .execute();
  await expect(nextStart()).rejects.toThrow(/imported at the desk.*gtfs\/trips\.txt:1.*OPERATOR_FEED=folder/);
  expect((await nextStart('folder')).hasTrain14).toBe(true);
});

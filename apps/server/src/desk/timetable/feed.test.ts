// A timetable checked, imported and withdrawn at the desk, what takes effect then, and what a start does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FEED_BYTES } from '@kippu/contract/limits';
import { FEED_FILES, type FeedFile } from '@kippu/contract/values';
import { saveProcess } from '../../platform/operator/server-process-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { publishAndOpenTimetable } from '../../reservation/timetable/publish-and-open-timetable.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { readOperator } from '../../../test/app-context.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let server: LiveServer;
let desk: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  server = await LiveServer.open(fixture.deps);
  desk = await staffAtDesk({ ...fixture, app: server.app }, 'manager');
});
afterEach(() => server.close());

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
/** Starts another process. Returns what it serves. */
const nextStart = async (operatorFeed: 'desk' | 'folder' = 'desk') => {
  const { db, clock, config } = fixture.deps;
  const report = (error: unknown) => expect.unreachable(String(error));
  const { current } = await publishAndOpenTimetable(
    { db, clock, read: readOperator, report },
    { ...config, operatorFeed },
  );
  return { hasTrain14: current.operator.trips.has('haruka-14'), importId: current.importId };
};
/** What the running process serves once it has looked. */
const served = async () => {
  await server.follow();
  const { operator, importId } = server.timetable.current;
  return { hasTrain14: operator.trips.has('haruka-14'), importId };
};

test('the first fault is shown with its file and line, whatever is missing or wrong', async () => {
  const problemOf = async (files: Files) => (await dataOf(desk('POST', 'feed/check', { files }))).problem;
  const { 'stops.txt': _gone, ...rest } = own();
  expect(await problemOf(rest)).toEqual({
    file: 'stops.txt',
    line: 1,
    text: 'A required file is missing. [missing_required_file] stops.txt',
  });
  const late = edited('stop_times.txt', (text) => text.replace('"05:45:00","05:45:00"', '"05:45:00","5:75"'));
  expect(await problemOf(late)).toMatchObject({ file: 'stop_times.txt', line: 2 });
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

test('a feed is checked without a trace, takes effect without a restart, and is withdrawn', async () => {
  const files = withoutTrain14();
  const tried = await dataOf(desk('POST', 'feed/check', { files }));
  expect(tried.effects.trips).toEqual({ added: 0, gone: 1, changed: 0 });
  expect(tried.effects.stopped).toEqual({
    trains: [{ trainNo: '14', from: '2026-04-01', days: 190 }],
    more: 0,
  });
  expect(await served()).toEqual({ hasTrain14: true, importId: null });

  const made = await dataOf(desk('POST', 'feed', { files }));
  expect(made).toMatchObject({ ...tried.summary, by: 'Test manager', at: '2026-04-01 09:00:00' });
  const { importId } = made;
  const at = '2026-04-01 09:00:00';
  const seen = await dataOf(desk('GET', 'feed'));
  expect(seen.inEffect).toEqual({ ...tried.summary, importId, at });
  expect([seen.reservations.moved, seen.imports]).toEqual([false, [made]]);
  expect(await served()).toEqual({ hasTrain14: false, importId });
  expect((await dataOf(desk('GET', 'feed'))).reservations).toEqual({ moved: true, disrupted: 0 });
  expect(await nextStart()).toEqual({ hasTrain14: false, importId });

  // Newer imports are withdrawn, and the one before them is in effect again.
  let second = made;
  for (let times = 0; times < 10; times += 1) {
    if (second !== made) await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
    second = await dataOf(desk('POST', 'feed', { files: own() }));
  }
  expect((await dataOf(desk('GET', 'feed'))).imports[0]).toEqual(second);
  expect(await served()).toEqual({ hasTrain14: true, importId: second.importId });
  await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
  expect(await served()).toEqual({ hasTrain14: false, importId });
  fixture.deps.advance(60_000);
  const again = await dataOf(desk('POST', 'feed/withdraw', { importId: second.importId }));
  expect(again.withdrawn).toEqual({ at: '2026-04-01 09:00:00', by: 'Test manager' });
  await dataOf(desk('POST', 'feed/withdraw', { importId }));
  expect(await served()).toEqual({ hasTrain14: true, importId: null });
  expect((await dataOf(desk('GET', 'feed'))).inEffect).not.toHaveProperty('importId');
  const none = await desk('POST', 'feed/withdraw', { importId: '999' });
  expect(none.statusCode).toBe(404);
});

test('withdrawing an import that is not in effect changes nothing else', async () => {
  const older = await dataOf(desk('POST', 'feed', { files: own() }));
  const newer = await dataOf(desk('POST', 'feed', { files: withoutTrain14() }));
  await dataOf(desk('POST', 'feed/withdraw', { importId: older.importId }));
  expect(await served()).toEqual({ hasTrain14: false, importId: newer.importId });
});

test('OPERATOR_FEED=folder makes the folder current for all processes, until a newer import', async () => {
  await dataOf(desk('POST', 'feed', { files: withoutTrain14() }));
  expect(await nextStart('folder')).toEqual({ hasTrain14: true, importId: null });
  expect(await served()).toEqual({ hasTrain14: true, importId: null });
  // A process without the setting does not bring the replaced import back.
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: null });
  const { importId } = await dataOf(desk('POST', 'feed', { files: withoutTrain14() }));
  expect(await nextStart()).toEqual({ hasTrain14: false, importId });
});

test('a timetable that has ended: no train runs from today on', async () => {
  const files = {
    ...own(),
    'calendar.txt': (own()['calendar.txt'] ?? '').replaceAll('"2026', '"2023').replaceAll('"2028', '"2024'),
    'calendar_dates.txt': '"service_id","date","exception_type"\n',
  };
  const { effects } = await dataOf(desk('POST', 'feed/check', { files }));
  expect(effects.stopped).toEqual({ allFrom: '2026-04-01', trains: [], more: 0 });
  expect(effects.reservations).toEqual({ cancelled: 0, retimed: 0, seatGone: 0, restored: 0 });
});

test('the page tells which processes serve the timetable, and why one cannot', async () => {
  const { db, clock } = fixture.deps;
  const { generation } = server.timetable.current;
  const report = (process_id: string, change: object = {}) =>
    inTransaction(db, (trx) =>
      saveProcess(trx, {
        process_id,
        generation,
        serves_since: new Date(clock()),
        seen_at: new Date(clock()),
        fault: null,
        ...change,
      }),
    );
  const servers = async () => (await dataOf(desk('GET', 'feed'))).servers;
  expect(await servers()).toEqual({ running: 0, serving: 0, faults: [] });
  await report('p1');
  await report('p2', { serves_since: new Date(clock() + 60_000) });
  expect(await servers()).toEqual({ running: 2, serving: 2, since: '2026-04-01 09:01:00', faults: [] });
  await report('p2', { generation: generation - 1, fault: 'gtfs/trips.txt:2: planted' });
  expect(await servers()).toEqual({ running: 2, serving: 1, faults: ['gtfs/trips.txt:2: planted'] });
  // A process that has been silent for minutes has ended.
  fixture.deps.advance(10 * 60_000);
  await report('p1');
  expect(await servers()).toMatchObject({ running: 1, serving: 1 });
});

test('a feed with a byte order mark is read; one that is too long is refused', async () => {
  const files = edited('trips.txt', (text) => `\uFEFF${text}`);
  expect((await dataOf(desk('POST', 'feed/check', { files }))).effects.trips.changed).toBe(0);
  const long = await desk('POST', 'feed/check', { files: { 'trips.txt': 'x'.repeat(FEED_BYTES) } });
  expect([long.statusCode, long.json().code]).toEqual([413, 'REQ-0003']);
});

test('an import of an older release that does not fit the operator’s other data stops the start and says what to do', async () => {
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

// A timetable checked, imported and withdrawn at the desk, what takes effect then, and what a start does.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { FEED_BYTES } from '@kippu/contract/limits';
import type { FeedFinding } from '@kippu/contract/calls/desk/timetable';
import { saveProcess } from '../../platform/operator/server-process-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { keepingLast } from '../../platform/operator/read-operator.ts';
import { publishAndOpenTimetable } from '../../reservation/timetable/publish-and-open-timetable.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { readOperator } from '../../../test/app-context.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { addStaff, asking, emailOf, tryToSignIn, type AskDesk } from '../../../test/staff.ts';
import { feedTexts } from '../../../test/reservation/feed.ts';
import { SILENT_AFTER_MS } from './read-uploads.ts';

let fixture: TicketFixture;
let server: LiveServer;
let desk: AskDesk;
let token: string;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  server = await LiveServer.open(fixture.deps);
  await addStaff(fixture.deps, 'manager');
  ({ token } = (await tryToSignIn({ ...fixture, app: server.app }, emailOf('manager'))).json().data);
  desk = asking(server, token);
});
afterEach(() => server.close());

type Files = Readonly<Record<string, string>>;
const own = (): Files => feedTexts(fixture.deps.config.operatorDir);
const edited = (file: string, change: (text: string) => string): Files => {
  const files = own();
  const text = change(files[file] ?? '');
  expect(text).not.toBe(files[file]);
  return { ...files, [file]: text };
};
const zipOf = (files: Files) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
/** Sends a file, as the page of a member of staff does. */
const send = (zip: Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/desk/feed/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/zip', ...headers },
    payload: zip,
  });
/** Sends a feed and waits until it is read. Returns its upload's id and what was found. */
const upload = async (files: Files | Buffer) => {
  const sent = await send(Buffer.isBuffer(files) ? files : zipOf(files));
  expect(sent.statusCode, sent.body).toBe(200);
  const { uploadId } = sent.json().data;
  let answer = await dataOf(desk('GET', 'feed/upload', { uploadId }));
  // Calls alone, one after the other, would never let the file be read: the embedded database answers at once.
  const state = async () => {
    answer = await dataOf(desk('GET', 'feed/upload', { uploadId }));
    return answer.state;
  };
  await expect.poll(state, { timeout: 60_000 }).not.toBe('reading');
  return { uploadId, ...answer };
};
/** Sends a feed and brings it into effect. */
const imported = async (files: Files) => {
  const { uploadId } = await upload(files);
  return dataOf(desk('POST', 'feed', { uploadId }));
};
const errorsIn = ({ report }: { report: { findings: readonly FeedFinding[] } }) =>
  report.findings.filter(({ level }) => level === 'error').map(({ code, places: [first] }) => [code, first]);
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

test('everything that is wrong with a feed is listed at once, and it cannot be imported', async () => {
  const { 'agency.txt': _gone, ...rest } = edited('stop_times.txt', (text) =>
    text.replace('"05:45:00","05:45:00"', '"05:45:00","5:75"').replace('"takatsuki"', '"atlantis"'),
  );
  const found = await upload(rest);
  expect(errorsIn(found)).toEqual([
    ['missing_required_file', { file: 'agency.txt' }],
    ['invalid_time', { file: 'stop_times.txt', line: 2, column: 'departure_time', value: '5:75' }],
    ['foreign_key_violation', expect.objectContaining({ file: 'routes.txt', line: 2, column: 'agency_id' })],
  ]);
  expect(found).not.toHaveProperty('effects');
  // A product of the operator's files would have no train any more.
  const unserved = edited('stop_times.txt', (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes('"kansai-airport"'))
      .join('\n'),
  );
  expect(errorsIn(await upload(unserved))).toEqual([
    ['operator_file', expect.objectContaining({ file: 'products.json' })],
  ]);
  const answer = await desk('POST', 'feed', { uploadId: found.uploadId });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
  expect((await dataOf(desk('GET', 'feed'))).imports).toEqual([]);
});

test('a NUL in a feed or in a name of its ZIP file is a finding, also in a name that the report groups by', async () => {
  const nul = edited('agency.txt', (text) => text.replace('Kansai', 'Kan\0sai'));
  const found = await upload({ ...nul, 'no\0tes.txt': 'x' });
  expect(found.state).toBe('read');
  expect(errorsIn(found)).toEqual([
    ['invalid_character', expect.objectContaining({ file: 'no\uFFFDtes.txt' })],
  ]);
  expect(found.report.findings[0].count).toBe(2);
});

test('what is no ZIP file, empty, too large or of another type is refused in words', async () => {
  expect(errorsIn(await upload(Buffer.from('no zip')))).toEqual([['zip_broken', expect.anything()]]);
  const codeOf = async (answer: ReturnType<typeof send>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json().code];
  };
  expect(await codeOf(send(Buffer.alloc(0)))).toEqual([400, 'REQ-0001']);
  expect(await codeOf(send(Buffer.alloc(FEED_BYTES + 1)))).toEqual([413, 'REQ-0003']);
  expect(await codeOf(send(zipOf(own()), { 'content-type': 'text/plain' }))).toEqual([400, 'REQ-0001']);
});

test('a file is accepted over a connection', async () => {
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const sent = await fetch(`${origin}/desk/feed/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/zip' },
    body: new Uint8Array(zipOf(own())),
  });
  expect([sent.status, await sent.json()]).toMatchObject([200, { data: { uploadId: expect.any(String) } }]);
});

test('an imported timetable takes effect without being read again, also at a process that has read it ahead', async () => {
  /** What each process reads: a ZIP file, or what the database keeps of it. */
  const reads = { here: [] as string[], beside: [] as string[] };
  const notingIn = (noted: string[]) =>
    keepingLast((input, options) => {
      noted.push('packed' in input.feed ? 'packed' : 'zip' in input.feed ? 'zip' : 'folder');
      return readOperator(input, options);
    });
  await server.close();
  server = await LiveServer.open(fixture.deps, notingIn(reads.here));
  desk = asking(server, token);
  const beside = await LiveServer.open(fixture.deps, notingIn(reads.beside));
  try {
    await beside.timetable.readAhead();
    reads.here.length = 0;
    reads.beside.length = 0;
    const { uploadId, state } = await upload(withoutTrain14());
    expect(state).toBe('read');
    await beside.timetable.readAhead();
    await beside.timetable.readAhead();
    expect(reads).toEqual({ here: ['zip'], beside: ['packed'] });
    const { importId } = await dataOf(desk('POST', 'feed', { uploadId }));
    await beside.timetable.refresh();
    expect(beside.timetable.current.importId).toBe(importId);
    expect(await served()).toEqual({ hasTrain14: false, importId });
    // What is in effect is not read ahead any more.
    await beside.timetable.readAhead();
    expect(reads).toEqual({ here: ['zip'], beside: ['packed'] });
    const next = await LiveServer.open(fixture.deps, notingIn(reads.beside));
    const { length } = reads.beside;
    await next.timetable.readAhead();
    await next.close();
    expect(reads.beside).toHaveLength(length);
  } finally {
    await beside.close();
  }
});

test('an upload is its sender’s, and one whose server stopped is to be sent again', async () => {
  const { uploadId } = await upload(own());
  await addStaff(fixture.deps, 'manager', 'other@operator.example');
  const signedIn = await tryToSignIn({ ...fixture, app: server.app }, 'other@operator.example');
  const other = asking(server, signedIn.json().data.token);
  expect((await other('GET', 'feed/upload', { uploadId })).statusCode).toBe(404);
  expect((await other('POST', 'feed', { uploadId })).statusCode).toBe(404);
  const { db } = fixture.deps;
  await db.updateTable('feed_upload').set({ result: null, feed: null }).execute();
  fixture.deps.advance(SILENT_AFTER_MS + 1);
  expect(await dataOf(desk('GET', 'feed/upload', { uploadId }))).toEqual({ state: 'stopped' });
});

test('an import is refused if another timetable took effect after its effects were shown', async () => {
  const [first, second] = [await upload(withoutTrain14()), await upload(own())];
  expect(second.over).toBe(first.over);
  const bring = async ({ uploadId, over }: { readonly uploadId: string; readonly over: number }) =>
    (await desk('POST', 'feed', { uploadId, over })).json().code;
  expect(await bring(first)).toBe('OK');
  expect(await bring(second)).toBe('DESK-0001');
  // The same press again is the first one's answer.
  expect(await bring(first)).toBe('OK');
  expect(await bring(await upload(own()))).toBe('OK');
});

test('a feed is checked without a trace, takes effect without a restart, and is withdrawn', async () => {
  const files = withoutTrain14();
  const tried = await upload(files);
  expect(tried.effects.trips).toEqual({ added: 0, gone: 1, changed: 0 });
  expect(tried.effects.stopped).toEqual({
    gaps: [],
    trains: [{ trainNo: '14', from: '2026-04-01', days: 190 }],
    more: 0,
  });
  expect(await served()).toEqual({ hasTrain14: true, importId: null });

  const made = await dataOf(desk('POST', 'feed', { uploadId: tried.uploadId }));
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
    second = await imported(own());
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

test('an upload is imported once, also by two presses at once; withdrawn, it brings the one before it back', async () => {
  const before = await imported(own());
  const { uploadId } = await upload(withoutTrain14());
  const press = () => dataOf(desk('POST', 'feed', { uploadId }));
  const [first, second] = await Promise.all([press(), press()]);
  expect(second).toEqual(first);
  expect(await press()).toEqual(first);
  expect((await dataOf(desk('GET', 'feed'))).imports).toHaveLength(2);
  await dataOf(desk('POST', 'feed/withdraw', { importId: first.importId }));
  expect(await served()).toEqual({ hasTrain14: true, importId: before.importId });
  const late = await desk('POST', 'feed', { uploadId });
  expect([late.statusCode, late.json().code]).toEqual([422, 'DESK-0001']);
  expect(await served()).toEqual({ hasTrain14: true, importId: before.importId });
});

test('an import whose file is deleted does not come back', async () => {
  await imported(withoutTrain14());
  await fixture.deps.db.deleteFrom('feed_upload').execute();
  const { importId } = await imported(own());
  await dataOf(desk('POST', 'feed/withdraw', { importId }));
  expect(await served()).toEqual({ hasTrain14: true, importId: null });
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: null });
});

test('withdrawing an import that is not in effect changes nothing else', async () => {
  const older = await imported(own());
  const newer = await imported(withoutTrain14());
  await dataOf(desk('POST', 'feed/withdraw', { importId: older.importId }));
  expect(await served()).toEqual({ hasTrain14: false, importId: newer.importId });
});

test('OPERATOR_FEED=folder makes the folder current for all processes, until a newer import', async () => {
  await imported(withoutTrain14());
  expect(await nextStart('folder')).toEqual({ hasTrain14: true, importId: null });
  expect(await served()).toEqual({ hasTrain14: true, importId: null });
  // A process without the setting does not bring the replaced import back.
  expect(await nextStart()).toEqual({ hasTrain14: true, importId: null });
  const { importId } = await imported(withoutTrain14());
  expect(await nextStart()).toEqual({ hasTrain14: false, importId });
});

test('a timetable that has ended: no train runs from today on', async () => {
  const files = {
    ...own(),
    'calendar.txt': (own()['calendar.txt'] ?? '').replaceAll('"2026', '"2023').replaceAll('"2028', '"2024'),
    'calendar_dates.txt': '"service_id","date","exception_type"\n',
  };
  const { effects, report } = await upload(files);
  expect(effects.stopped).toEqual({ allFrom: '2026-04-01', gaps: [], trains: [], more: 0 });
  expect(report.findings[0]).toMatchObject({ code: 'timetable_ended', places: [{ value: '2024-12-31' }] });
  expect(effects.reservations).toEqual({ cancelled: 0, retimed: 0, seatGone: 0, restored: 0 });
});

test('the page shows which processes serve the timetable, and why one cannot', async () => {
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

test('a feed with a byte order mark is the same feed', async () => {
  const files = edited('trips.txt', (text) => `\uFEFF${text}`);
  expect((await upload(files)).effects.trips.changed).toBe(0);
});

test('a timetable that begins later leaves a gap', async () => {
  const later = edited('calendar.txt', (text) => text.replaceAll('"20260101"', '"20260411"'));
  const { effects, report } = await upload(later);
  expect(effects.stopped).toEqual({ gaps: [{ from: '2026-04-01', to: '2026-04-10' }], trains: [], more: 0 });
  expect(report.findings[0]).toMatchObject({
    code: 'timetable_starts_later',
    places: [{ value: '2026-04-11' }],
  });
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
  await expect(nextStart()).rejects.toThrow(/imported at the desk.*trips\.txt:1.*OPERATOR_FEED=folder/);
  expect((await nextStart('folder')).hasTrain14).toBe(true);
});

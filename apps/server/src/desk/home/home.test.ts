// The desk's home: what waits, counted by role, and how full today's trains are.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_COUNTED } from '@kippu/contract/limits';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';
import { TRAIN_14 } from '../../../test/ticket/ticket.ts';
import { jsonText } from '../../platform/db/json-text.ts';

let fixture: GateFixture;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

const MINUTE_MS = 60_000;
const home = async (ask = manager) => (await ask('GET', 'home')).json().data;
const now = (ms = 0) => new Date(fixture.deps.clock() + ms);

/** Stores messages that nobody has handled. */
const addMessages = (count: number) =>
  sql`
  insert into feedback (feedback_id, reply_to, topic, body, language, created_at)
  select 'm' || n, 'a@example.jp', 'gate', 'text', 'ja', ${now()}::timestamptz + n * interval '1 second'
  from generate_series(1, ${count}::int) n`.execute(fixture.deps.db);

const addDead = (id: string, kind: string, at: Date, expiresAt: Date | null = null) =>
  fixture.deps.db
    .insertInto('job')
    .values({
      ...{ job_id: id, kind, topic: 'code', job_key: null, account_id: null, payload: '', attempts: 1 },
      ...{ queued_at: at, run_at: at, expires_at: expiresAt, dead_at: at, reason: 'refused 550' },
    })
    .execute();

const addUpload = (id: string, at: Date, isAccepted: boolean) =>
  fixture.deps.db
    .insertInto('feed_upload')
    .values({
      ...{ upload_id: id, uploaded_by: 'desk:x', uploaded_at: at, bytes: 1, seen_at: at },
      ...{ result: jsonText({}), feed: isAccepted ? new Uint8Array([1]) : null },
    })
    .execute();

test('without anything that waits, each count is zero', async () => {
  const { load, ...counts } = await home();
  const none = { count: 0 };
  expect(counts).toEqual({
    ...{ conflicts: none, messages: none, mails: none, refusedFeeds: none, gates: none, webhooks: none },
    silentMinutes: 60,
    cuts: { trains: 0, days: 0 },
    attacks: { signIns: 0, accounts: 0, codes: 0 },
  });
  expect(load).toMatchObject({ date: '2026-04-01', reserved: 0, fullest: [] });
});

test.each([
  ['counter', ['conflicts', 'messages', 'silentMinutes', 'cuts', 'load']],
  ['editor', ['messages', 'silentMinutes', 'cuts', 'load']],
] as const)('%s sees only what they may open', async (role, parts) => {
  const ask = await staffAtDesk(fixture, role);
  expect(Object.keys(await home(ask)).toSorted()).toEqual([...parts].toSorted());
});

test('each kind is counted with the time of the oldest', async () => {
  const who = await fixture.traveller('hanako');
  const gate = await fixture.gate();
  await gate.events([passage(await who.inUse('kansai-pass-2day'), { code: 32 })]);
  await addMessages(2);
  await addDead('mail-1', 'mail', now(-2 * MINUTE_MS));
  await addDead('push-1', 'push service.example', now(-MINUTE_MS), now(MINUTE_MS));
  await addDead('push-2', 'push service.example', now(-3 * MINUTE_MS), now());
  await addUpload('upload-1', now(-3 * MINUTE_MS), false);
  await fixture.deps.db
    .insertInto('live_feed')
    .values({
      number: 1,
      fetched_at: now(),
      held: jsonText({ '2026-04-01': { [TRAIN_14.departureId]: { runs: false } } }),
    })
    .execute();
  expect(await home()).toMatchObject({
    conflicts: { count: 1, since: '2026-04-01 09:30:00' },
    messages: { count: 2, since: '2026-04-01 09:30:01' },
    mails: { count: 2, since: '2026-04-01 09:28:00' },
    refusedFeeds: { count: 1, since: '2026-04-01 09:27:00' },
    cuts: { trains: 1, days: 1 },
    gates: { count: 0 },
  });
  await addUpload('upload-2', now(), true);
  expect((await home()).refusedFeeds).toEqual({ count: 0 });
  fixture.deps.advance(61 * MINUTE_MS);
  manager = await staffAtDesk(fixture, 'manager');
  expect((await home()).gates).toMatchObject({ count: 1 });
});

test('no more than so many of a kind are counted', async () => {
  await addMessages(MAX_COUNTED + 5);
  expect((await home()).messages.count).toBe(MAX_COUNTED);
});

test('today’s trains: the seats on the busiest leg of each, the fullest and the next, without those that do not run', async () => {
  const who = await fixture.traveller('hanako');
  const before = (await home()).load;
  expect(before.soonest).toHaveLength(3);
  expect(before.seats).toBeGreaterThan(before.trains);
  await who.book([await who.bound('kansai-wide-5day')], ['4-1A']);
  const { load } = await home();
  expect(load).toMatchObject({ trains: before.trains, seats: before.seats, reserved: 1 });
  expect(load.fullest).toMatchObject([
    { departureId: TRAIN_14.departureId, trainNo: '14', departAt: '2026-04-01 10:15:00', reserved: 1 },
  ]);
  const departs = load.soonest.map(({ departAt }: { departAt: string }) => departAt);
  expect(departs).toEqual(departs.toSorted());
  expect(departs[0] > '2026-04-01 09:00:00').toBe(true);

  const editor = await staffAtDesk(fixture, 'editor');
  const { version } = (await editor('GET', 'train-run', { departureId: TRAIN_14.departureId })).json().data;
  const cancel = { departureId: TRAIN_14.departureId, version, change: { runs: false } };
  expect((await editor('POST', 'train-run', cancel)).json().code).toBe('OK');
  expect((await home()).load).toMatchObject({ trains: before.trains - 1, reserved: 0, fullest: [] });
});

test('attacks: failed sign-ins, locked accounts and guessed codes, each only above what typing errors explain', async () => {
  const { db } = fixture.deps;
  const at = now();
  const failing = (accounts: number) =>
    Array.from({ length: accounts * 5 }, (_, n) => ({ subject: `account:${n % accounts}`, failed_at: at }));
  const guesses = Array.from({ length: 50 }, () => ({ subject: 'account:a', failed_at: at }));
  await db.insertInto('login_failure').values(failing(5)).execute();
  await db.insertInto('bind_failure').values(guesses).execute();
  expect((await home()).attacks).toEqual({ signIns: 0, accounts: 0, codes: 0 });
  await db
    .insertInto('login_failure')
    .values(failing(6).map((row) => ({ ...row, subject: `${row.subject}b` })))
    .execute();
  await db
    .insertInto('bind_failure')
    .values([
      { subject: 'account:b', failed_at: at },
      { subject: 'address:b', failed_at: at },
    ])
    .execute();
  for (let time = 0; time < 10; time += 1) await tryToSignIn(fixture, `no${time}@operator.example`);
  expect((await home()).attacks).toEqual({ signIns: 10, accounts: 11, codes: 51 });
  fixture.deps.advance(11 * MINUTE_MS);
  expect((await home()).attacks).toEqual({ signIns: 10, accounts: 0, codes: 0 });
});

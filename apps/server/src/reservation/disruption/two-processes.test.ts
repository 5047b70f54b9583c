// Two processes on one database: a timetable published at one of them takes effect at both.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyTables } from '../../../test/test-database.ts';
import { openTestDeps, readOperator, type TestDeps } from '../../../test/app-context.ts';
import { newerFeed, type Feed } from '../../../test/reservation/feed.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { seatClient, seedSeats, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { moveAll } from './move-in-batches.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
let deps: TestDeps;
/** Two processes; clients of one account at A, and of another at B. */
let started: { a: LiveServer; b: LiveServer; atA: SeatClient; atB: SeatClient } | undefined;
/** Whether process B can read timetables. */
let isReadable: boolean;

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  isReadable = true;
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  const a = await LiveServer.open(deps);
  const b = await LiveServer.open(deps, async (files) => {
    if (!isReadable) throw new Error('planted');
    return readOperator(files);
  });
  const atA = await seatClient(a.app, deps.db, 'a0', START);
  const atB = await seatClient(b.app, deps.db, 'a1', START);
  started = { a, b, atA, atB };
});
afterEach(async () => {
  await started?.a.close();
  await started?.b.close();
  started = undefined;
});

const servers = () => {
  if (!started) throw new Error('not started');
  return started;
};
const publish = async (feed: Feed) => servers().a.publish(await newerFeed(feed, deps.config.operatorDir));
const reservations = () => deps.db.selectFrom('reservation').select('reservation_id').execute();

test('both serve the folder’s timetable under one number, and a restart publishes nothing', async () => {
  const { a, b } = servers();
  const again = await LiveServer.open(deps);
  const numbers = [a, b, again].map((server) => server.timetable.current.generation);
  await again.close();
  expect(new Set(numbers).size).toBe(1);
  expect(await deps.db.selectFrom('timetable').select('generation').execute()).toHaveLength(1);
});

test('a train that a timetable removed at A is not sold at B, which has not looked yet', async () => {
  const { atB, b } = servers();
  await publish('tripGone');
  expect(b.timetable.current.operator.trips.has('haruka-14')).toBe(true);
  expect(await atB.hold(['b1'], ['4-4A'])).toBe('SEAT-0013');
  expect(b.timetable.current.operator.trips.has('haruka-14')).toBe(false);
  expect(await reservations()).toEqual([]);
});

test('a hold made at B before cannot be saved there afterwards', async () => {
  const { atB } = servers();
  const holdId = await atB.hold(['b1'], ['4-4A']);
  await publish('tripGone');
  expect((await atB.post('seatSave', { holdId })).code).toBe('SEAT-0013');
  expect(await reservations()).toEqual([]);
});

test('a hold on a train that the timetable leaves as it is can be saved, and costs no second try of the traveller', async () => {
  const { atB } = servers();
  const holdId = await atB.hold(['b1'], ['4-4A'], { departureId: 'haruka-18@2026-04-01' });
  await publish('tripGone');
  expect((await atB.post('seatSave', { holdId }, 'key-of-the-save')).code).toBe('OK');
  expect((await atB.post('seatSave', { holdId }, 'key-of-the-save')).code).toBe('OK');
  expect(await reservations()).toHaveLength(1);
});

test('a reservation cannot be changed at B to a train that A removed', async () => {
  const { atB } = servers();
  const id = await atB.book(['b1'], ['4-4A'], { departureId: 'haruka-18@2026-04-01' });
  const holdId = await atB.hold(['b1'], ['4-4A'], { change: id });
  await publish('tripGone');
  expect((await atB.post('seatChange', { reservationId: id, holdId })).code).toBe('SEAT-0013');
});

test('a train that only the newer timetable has is sold at B at once', async () => {
  const { atB, a, b } = servers();
  await publish('tripGone');
  await a.follow();
  await b.timetable.refresh();
  await publish('same');
  expect(await atB.book(['b1'], ['4-4A'])).not.toMatch(/^SEAT/);
});

test('a booking under way when a timetable is published: its traveller is notified', async () => {
  const { a, atA } = servers();
  const id = await atA.book(['in'], ['4-4A']);
  await publish('tripGone');
  expect(await a.follow()).toBe(1);
  const { data } = await atA.post('loadReserveDetail', { reservationId: id });
  expect(data).toMatchObject({ disruption: { kind: 'cancelled' } });
});

test('where B cannot read the newest timetable, it keeps the older one, reports it, and sells nothing on it', async () => {
  const { atB, b } = servers();
  await publish('tenLater');
  isReadable = false;
  expect(await atB.hold(['b1'], ['4-4A'])).toBe('REQ-0010');
  expect([b.faults.length, b.timetable.fault]).toEqual([1, 'planted']);
  expect((await atB.get('reserveList', { tab: 'upcoming' })).code).toBe('OK');
  // It is read again after half a minute, not for each call.
  isReadable = true;
  expect(await atB.hold(['b1'], ['4-4A'])).toBe('REQ-0010');
  deps.advance(31_000);
  expect(await atB.hold(['b1'], ['4-4A'])).not.toMatch(/^SEAT/);
  expect(b.timetable.fault).toBeNull();
});

test('the same answer where the session or the rules refuse first', async () => {
  const { atB } = servers();
  await publish('tenLater');
  expect(await atB.hold(['of-nobody'], ['4-4A'])).toBe('TKT-0001');
});

test('one process moves the reservations; a second run, at the other one, notifies nobody again', async () => {
  const { a, b, atA, atB } = servers();
  await atA.book(['p1'], ['4-4A']);
  await atB.book(['b1'], ['4-4B']);
  await publish('tenLater');
  const runs = await Promise.all([a.follow(), b.follow()]);
  expect(runs.toSorted()).toEqual([0, 2]);
  expect([await a.follow(), await b.follow()]).toEqual([0, 0]);
  expect(await deps.db.selectFrom('disruption').select('kind').execute()).toHaveLength(2);
  expect([a, b].map((server) => server.timetable.current.moved)).toEqual([true, true]);
});

test('a run that ends early is continued by another process', async () => {
  const { a, b, atA } = servers();
  for (const [ticketId, day] of [
    ['p1', '01'],
    ['p2', '02'],
    ['p3', '03'],
  ])
    await atA.book([ticketId ?? ''], ['4-4A'], { departureId: `haruka-14@2026-04-${day}` });
  await publish('tenLater');
  await a.timetable.refresh();
  let batches = 0;
  const oneBatch = { size: 1, isStopping: () => (batches += 1) > 1 };
  await moveAll({ db: deps.db, clock: deps.clock, timetable: a.timetable }, oneBatch);
  expect(await deps.db.selectFrom('disruption').select('kind').execute()).toHaveLength(1);
  expect(b.timetable.current.moved).toBe(false);
  expect(await b.follow()).toBe(3);
  expect(await deps.db.selectFrom('disruption').select('kind').execute()).toHaveLength(3);
});

test('before the reservations of a train are moved, a booking moves them: nobody loses a seat to a newer booking', async () => {
  const { a, atA, atB } = servers();
  // From Tennoji on, so that the legs get other numbers.
  await publish('noTennoji');
  await a.follow();
  const id = await atA.book(['p1'], ['4-4A'], { from: 'osaka' });
  await publish('same');
  // Osaka to Kyoto: a leg that the reservation has only after it was moved.
  expect(await atB.hold(['b1'], ['4-4A'], { from: 'shin-osaka' })).toBe('SEAT-0002');
  const { data } = await atA.post('loadReserveDetail', { reservationId: id });
  expect((data as { disruption?: unknown }).disruption).toBeUndefined();
});

test('a booking waits for a publication that is about to commit, and a publication for a booking', async () => {
  const { a, atA } = servers();
  const feed = await newerFeed('tripGone', deps.config.operatorDir);
  // On the embedded database one transaction runs at a time, so that both orders are the same there.
  const [held] = await Promise.all([atA.hold(['p1'], ['4-4A']), a.publish(feed)]);
  const saved = held.startsWith('SEAT') ? 'SEAT-0013' : (await atA.post('seatSave', { holdId: held })).code;
  expect(saved).toBe('SEAT-0013');
});

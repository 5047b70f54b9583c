// A late train keeps how late it was, and anybody can check its certificate; nothing of a traveller is in it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LateCertificate, LateTrain } from '@kippu/contract/calls/traveller/late';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { LiveLayer, LiveSource } from '@kippu/domain/live/live-train';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { KIX, seatClient, seedSeats, TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { saveLive } from '../../platform/live/live-store.ts';
import { recordArrivals } from './record-arrivals.ts';

const DAY = '2026-04-01';
const START = Date.parse(`${DAY}T09:00:00+09:00`);
const TRAIN = TRAIN_14.departureId;
const OPEN = '/jtr-jwqs-app/open/late';
const MINUTE = 60_000;
const DAY_MS = 86_400_000;

let deps: TestDeps;
let server: LiveServer;

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  server = await LiveServer.open(deps);
});
afterEach(() => server.close());

const say = (layer: Omit<LiveLayer, 'asOf'> | null, source: LiveSource = 'feed') =>
  server.say(source, TRAIN, layer);
const late = (minutes: number) => ({ delays: { [KIX]: { arrive: minutes * 60, depart: minutes * 60 } } });
/** Waits until so many minutes after midnight of the train's day; records what has arrived by then. */
const recordAt = async (time: string, ahead = 0) => {
  deps.advance(Date.parse(`${DAY}T${time}+09:00`) + ahead - deps.clock());
  await recordArrivals({ ...deps, timetable: server.timetable, onArrived: async () => {} });
};
const list = async (date = DAY): Promise<LateTrain[]> =>
  (await server.app.inject(`${OPEN}/list?date=${date}`)).json().data;
const load = async (code: string) => (await server.app.inject(`${OPEN}/load?code=${code}`)).json();
const certificate = async (code: string): Promise<LateCertificate> => (await load(code)).data;
const onlyCode = async () => {
  const [train, ...others] = await list();
  expect(others).toEqual([]);
  return train?.code ?? '';
};

test('a late train is certified as it arrives, for everybody, until long after its live state is gone', async () => {
  await say(late(25));
  await recordAt('10:20:00');
  expect(await list()).toEqual([]);
  await recordAt('13:00:00');
  const code = await onlyCode();
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  const seen = await certificate(code);
  expect(seen).toMatchObject({
    code,
    trainNo: '14',
    mostMinutes: 25,
    source: 'feed',
    saidAt: `${DAY} 09:00:00`,
  });
  expect(seen.railway).not.toBe('');
  expect(seen.arrivals.length).toBeGreaterThan(1);
  for (const { plannedAt, arrivedAt, minutes } of seen.arrivals) {
    expect(minutes).toBe(25);
    expect(Date.parse(`${arrivedAt}Z`) - Date.parse(`${plannedAt}Z`)).toBe(25 * MINUTE);
  }
  await deps.db.deleteFrom('live_train').execute();
  await recordAt('13:00:00', 300 * DAY_MS);
  expect(await certificate(code)).toEqual(seen);
  expect(await list()).toEqual([]);
});

test('the feed falls silent on the way: what it said last stays, and is not recorded anew', async () => {
  await say(late(30));
  // Twenty minutes later the timetable counts again for travellers.
  await recordAt('12:10:00');
  await server.follow();
  expect(server.timetable.current.operator.live.get(TRAIN)?.delays).toBeUndefined();
  const code = await onlyCode();
  const first = await certificate(code);
  expect(first).toMatchObject({ mostMinutes: 30, saidAt: `${DAY} 09:00:00` });
  await recordAt('23:00:00');
  expect(await certificate(code)).toEqual(first);
  expect((await deps.db.selectFrom('live_train').select('recorded_version').execute())[0]).not.toEqual({
    recorded_version: null,
  });
});

test('a train is certified from five minutes on, by the last word; the desk may say it too', async () => {
  await say(late(4));
  await recordAt('13:00:00');
  expect(await list()).toEqual([]);
  await say(late(7), 'desk');
  await recordAt('13:01:00');
  const code = await onlyCode();
  expect(await certificate(code)).toMatchObject({
    mostMinutes: 7,
    source: 'desk',
    saidAt: `${DAY} 13:00:00`,
  });
  await say(null, 'desk');
  await recordAt('13:02:00');
  expect(await list()).toEqual([]);
  expect((await load(code)).code).toBe('REQ-0005');
  await say(late(9), 'desk');
  await recordAt('13:03:00');
  // A certificate that was handed out keeps its code.
  expect(await onlyCode()).toBe(code);
});

test('a process that is behind overwrites nothing newer', async () => {
  await say(late(25));
  await recordAt('13:00:00');
  const behind = { ...deps, timetable: server.timetable, onArrived: async () => {} };
  const code = await onlyCode();
  await deps.db.updateTable('late_run').set({ version: 1_000 }).execute();
  await inTransaction(deps.db, (trx) =>
    saveLive(trx, [{ departureId: TRAIN, layer: { asOf: deps.clock(), ...late(40) } }], {
      source: 'feed',
      by: 'feed:1',
      at: new Date(deps.clock()),
    }),
  );
  await recordArrivals(behind);
  expect((await certificate(code)).mostMinutes).toBe(25);
});

test('two processes at once issue one certificate', async () => {
  await say(late(25));
  deps.advance(4 * 60 * MINUTE);
  const both = { ...deps, timetable: server.timetable, onArrived: async () => {} };
  await Promise.all([recordArrivals(both), recordArrivals(both)]);
  await onlyCode();
});

test('a reservation says how late the traveller arrived, with the code; a cancelled one does not', async () => {
  const client = await seatClient(server.app, deps.db, 'a0', START);
  const reservationId = await client.book(['p1'], ['4-4A']);
  await say(late(25));
  await recordAt('13:00:00');
  const again = await seatClient(server.app, deps.db, 'a0', deps.clock());
  const detail = async (): Promise<Reservation> =>
    (await again.post('loadReserveDetail', { reservationId })).data;
  const code = await onlyCode();
  expect((await detail()).late).toEqual({ minutes: 25, code });
  const { data } = await again.get('reserveList', { tab: 'past' });
  expect((data as { items: Reservation[] }).items.map((each) => each.late)).toEqual([{ minutes: 25, code }]);
  await deps.db.updateTable('reservation').set({ state: 2 }).execute();
  expect((await detail()).late).toBeUndefined();
});

test('a wrong code, a wrong day and a day that is no longer listed answer nothing', async () => {
  await say(late(25));
  await recordAt('13:00:00');
  expect((await load('0000000000000000')).code).toBe('REQ-0005');
  expect((await load('short')).code).toBe('REQ-0001');
  expect((await server.app.inject(`${OPEN}/list?date=2026-02-30`)).json()).toMatchObject({
    code: 'REQ-0001',
  });
  deps.advance(45 * DAY_MS);
  expect(await list()).toHaveLength(1);
  deps.advance(DAY_MS);
  expect(await list()).toEqual([]);
});

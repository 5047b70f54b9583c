// Trains that do not run as the timetable says: what both processes on one database sell of them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { seatClient, seedSeats, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { listHistory, saveLive } from '../../platform/live/live-store.ts';
import { findDeparture, wholeRide } from './departure.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const TRAIN = 'haruka-14@2026-04-01';
let deps: TestDeps;
/** A process that looks for news only when told to, and a client there. */
let server: LiveServer;
let client: SeatClient;

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  server = await LiveServer.open(deps);
  client = await seatClient(server.app, deps.db, 'a0', START);
});
afterEach(() => server.close());

/** Another process stores what a feed says of the train. */
const say = (layer: Omit<LiveLayer, 'asOf'> | null) =>
  inTransaction(deps.db, (trx) =>
    saveLive(trx, [{ departureId: TRAIN, layer: layer && { asOf: deps.clock(), ...layer } }], {
      source: 'feed',
      by: 'feed:1',
      at: new Date(deps.clock()),
    }),
  );
const ride = () => {
  const departure = findDeparture(server.timetable.current.operator, TRAIN);
  if (!departure) throw new Error('no such train');
  return wholeRide(departure);
};

test('a train that a feed cancelled elsewhere is not sold here, though this process has not looked yet', async () => {
  await say({ runs: false });
  expect(ride().runs).toBe(true);
  expect(await client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toBe('SEAT-0015');
  expect(ride().runs).toBe(false);
  await say({ runs: true });
  expect(await client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toMatch(/^[0-9a-f-]{36}$/);
});

test('a late train is sold until five minutes before it leaves, and not once it has left', async () => {
  const { departAt, from } = ride();
  await say({ delays: { [from.stationId]: { depart: 1800 } } });
  await server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt + 1_800_000);
  deps.advance(departAt + 1_500_000 - deps.clock());
  client = await seatClient(server.app, deps.db, 'a0', deps.clock());
  expect(await client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toMatch(/^[0-9a-f-]{36}$/);
  await say({ left: from.stationId });
  expect(await client.hold(['p1'], ['4-4B'], { departureId: TRAIN })).toBe('SEAT-0004');
});

test('a car that is missing is not sold', async () => {
  await say({ lostCars: [4] });
  expect(await client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toBe('SEAT-0013');
});

test('what a silent feed said of the time is forgotten by itself', async () => {
  const { departAt, from } = ride();
  await say({ delays: { [from.stationId]: { depart: 600 } } });
  await server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt + 600_000);
  deps.advance(21 * 60_000);
  await server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt);
});

test('all that was said is kept, the newest first', async () => {
  await say({ runs: false });
  await say(null);
  const history = await listHistory(deps.db, TRAIN, 10);
  expect(history.map(({ said, changed_by }) => [said?.runs, changed_by])).toEqual([
    [undefined, 'feed:1'],
    [false, 'feed:1'],
  ]);
});

// Trains that do not run as the timetable says: what both processes on one database sell of them.
import { expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { eachLiveMorning } from '../../../test/reservation/live-morning.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { listHistory, saveLive } from '../../platform/live/live-store.ts';
import { findDeparture, wholeRide } from './departure.ts';

const TRAIN = 'haruka-14@2026-04-01';
const morning = eachLiveMorning();

/** Another process stores what a feed says of the train. */
const say = (layer: Omit<LiveLayer, 'asOf'> | null) =>
  inTransaction(morning.deps.db, (trx) =>
    saveLive(trx, [{ departureId: TRAIN, layer: layer && { asOf: morning.deps.clock(), ...layer } }], {
      source: 'feed',
      by: 'feed:1',
      at: new Date(morning.deps.clock()),
    }),
  );
const ride = () => {
  const departure = findDeparture(morning.server.timetable.current.operator, TRAIN);
  if (!departure) throw new Error('no such train');
  return wholeRide(departure);
};

test('a train that a feed cancelled elsewhere is not sold here, though this process has not looked yet', async () => {
  await say({ runs: false });
  expect(ride().runs).toBe(true);
  expect(await morning.client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toBe('SEAT-0015');
  expect(ride().runs).toBe(false);
  await say({ runs: true });
  expect(await morning.client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toMatch(/^[0-9a-f-]{36}$/);
});

test('a late train is sold until five minutes before it leaves, and not once it has left', async () => {
  const { departAt, from } = ride();
  await say({ delays: { [from.stationId]: { depart: 1800 } } });
  await morning.server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt + 1_800_000);
  await morning.waitUntil(departAt + 1_500_000);
  expect(await morning.client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toMatch(/^[0-9a-f-]{36}$/);
  await say({ left: from.stationId });
  expect(await morning.client.hold(['p1'], ['4-4B'], { departureId: TRAIN })).toBe('SEAT-0004');
});

test('a car that is missing is not sold', async () => {
  await say({ lostCars: [4] });
  expect(await morning.client.hold(['p1'], ['4-4A'], { departureId: TRAIN })).toBe('SEAT-0013');
});

test('what a silent feed said of the time is forgotten by itself', async () => {
  const { departAt, from } = ride();
  await say({ delays: { [from.stationId]: { depart: 600 } } });
  await morning.server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt + 600_000);
  morning.deps.advance(21 * 60_000);
  await morning.server.timetable.refresh();
  expect(ride().expectedDepartAt).toBe(departAt);
});

test('all that was said is kept, the newest first', async () => {
  await say({ runs: false });
  await say(null);
  const history = await listHistory(morning.deps.db, TRAIN, 10);
  expect(history.map(({ said, changed_by }) => [said?.runs, changed_by])).toEqual([
    [undefined, 'feed:1'],
    [false, 'feed:1'],
  ]);
});

// How full trains are, for the desk.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { storeAlerts } from '../../../test/live/stored-alerts.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { replaceExtraTrains } from '../../live/extra/extra-store.ts';
import { inTransaction } from '../../platform/db/database.ts';

let fixture: TicketFixture;
let counter: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  counter = await staffAtDesk(fixture, 'counter');
});

const { departureId } = TRAIN_14;
const day = async (date: string): Promise<DepartureLoad[]> =>
  (await counter('GET', 'occupancy', { date })).json().data.trains;
const train = async () => {
  const found = (await day('2026-04-01')).find((each) => each.departureId === departureId);
  if (!found) throw new Error('train 14 does not run');
  return found;
};

test('a day lists its trains in order; reserved and held seats count on their legs, in their car', async () => {
  const empty = await train();
  const legs = empty.stops.length - 1;
  expect(empty.legs).toEqual(Array(legs).fill({ reserved: 0, held: 0 }));
  expect(empty.seats).toBe(empty.cars.reduce((sum, { seats }) => sum + seats, 0));
  expect(empty.busiestLeg).toBe(0);
  const departs = (await day('2026-04-01')).map(({ stops }) => stops[0]?.departAt ?? '');
  expect(departs).toEqual(departs.toSorted());
  expect(departs.length).toBeGreaterThan(20);

  const [first, second] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
  const [mine, short] = [await first.bound('kansai-wide-5day'), await second.bound('kansai-wide-5day')];
  await first.book([mine], ['4-1A']);
  const held = await second.hold([short], ['4-1B'], { from: 'kansai-airport', to: 'tennoji' });
  expect(held.json().code).toBe('OK');
  const full = await train();
  const lastOfHold = full.stops.findIndex(({ stationId }) => stationId === 'tennoji');
  expect(lastOfHold).toBeGreaterThan(0);
  const expected = Array.from({ length: legs }, (_, leg) => ({
    reserved: 1,
    held: leg < lastOfHold ? 1 : 0,
  }));
  expect(full.legs).toEqual(expected);
  expect(full.cars.find(({ car }) => car === 4)?.legs).toEqual(expected);
  expect(
    full.cars.filter(({ car }) => car !== 4).every((car) => car.legs.every((l) => l.reserved === 0)),
  ).toBe(true);

  const detail = (await counter('GET', 'departure', { departureId })).json().data;
  const ticketNo = (await first.load(mine)).ticketNo;
  expect(detail).toMatchObject({ ...full, serviceDate: '2026-04-01' });
  expect(detail.uses).toEqual([
    { seat: '4-1A', firstLeg: 0, endLeg: legs, ticketNo },
    { seat: '4-1B', firstLeg: 0, endLeg: lastOfHold },
  ]);
  expect(detail.plans[0]).toMatchObject({ letters: expect.arrayContaining(['A', '']) });
  // Passengers are not named.
  expect(JSON.stringify(detail)).not.toMatch(/hanako/);

  // A lapsed hold counts nothing.
  fixture.deps.advance(301_000);
  expect((await train()).legs.map(({ held: count }) => count)).toEqual(Array(legs).fill(0));
  expect((await counter('GET', 'departure', { departureId })).json().data.uses).toHaveLength(1);
});

test('the busiest leg is the one with the fewest free seats', async () => {
  const traveller = await fixture.traveller('hanako');
  const ticketId = await traveller.bound('kansai-wide-5day');
  await traveller.hold([ticketId], ['4-1A'], { from: 'tennoji', to: 'kyoto' });
  const { busiestLeg, stops, legs } = await train();
  expect(busiestLeg).toBe(stops.findIndex(({ stationId }) => stationId === 'tennoji'));
  expect(legs[busiestLeg]).toEqual({ reserved: 0, held: 1 });
});

test('invalid days and trains are refused, a day without trains is empty, and viewing seats is audited', async () => {
  const code = async (path: string, query: Record<string, string>) =>
    (await counter('GET', path, query)).json().code;
  expect(await code('occupancy', { date: '2026-02-30' })).toBe('REQ-0001');
  expect(await code('occupancy', {})).toBe('REQ-0001');
  for (const id of ['haruka-14', '@', 'haruka-14@2026-02-30', '__proto__@2026-04-01', '🚄@2026-04-01'])
    expect(await code('departure', { departureId: id })).toBe('SEAT-0013');
  expect(await day('1990-01-01')).toEqual([]);
  await counter('GET', 'departure', { departureId });
  const stored = fixture.deps.db.selectFrom('staff_action').select(['call', 'subject']).orderBy('action_id');
  expect((await stored.execute()).slice(1)).toEqual([{ call: 'deskDeparture', subject: departureId }]);
});

test('a day lists the trains that feeds add', async () => {
  const { db, clock } = fixture.deps;
  await storeAlerts(db, [], clock());
  const at = (time: string) => Date.parse(`2026-04-01T${time}:00+09:00`);
  const stops = [
    { stationId: 'kansai-airport', arriveAt: at('10:20'), departAt: at('10:20') },
    { stationId: 'kyoto', arriveAt: at('11:40'), departAt: at('11:40') },
  ];
  const extra = { tripId: 'extra-1', serviceDate: '2026-04-01', routeId: null, trainNo: '', stops };
  await inTransaction(db, (trx) => replaceExtraTrains(trx, 1, [extra]));
  const of = async (date: string) => (await counter('GET', 'occupancy', { date })).json().data.extra;
  expect(await of('2026-04-01')).toMatchObject([
    {
      tripId: 'extra-1',
      stops: [
        { stationId: 'kansai-airport', departAt: '2026-04-01 10:20:00' },
        { stationId: 'kyoto', arriveAt: '2026-04-01 11:40:00' },
      ],
    },
  ]);
  expect(await of('2026-04-02')).toEqual([]);
});

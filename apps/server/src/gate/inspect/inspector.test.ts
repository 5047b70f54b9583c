// What an inspector's device may take along: which devices, which trains, and nothing of persons.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { InspectorSeat, InspectorTrain } from '@kippu/contract/calls/gate/inspect';
import { openGateApp, passage, type EnrolledGate, type GateFixture } from '../../../test/gate/gate.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { staffAtDesk } from '../../../test/staff.ts';
import { storeAlerts } from '../../../test/live/stored-alerts.ts';
import { TRAIN_14, type TestUser } from '../../../test/ticket/ticket.ts';
import { replaceExtraTrains } from '../../live/extra/extra-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { LISTS_PER_INSPECTOR } from './inspector-routes.ts';

const { departureId } = TRAIN_14;
const DATE = '2026-04-01';
const HOUR = 3_600_000;

let fixture: GateFixture;
/** A process that follows how trains run; bookings of the other one are refused from then on. */
let server: LiveServer | undefined;
let inspector: EnrolledGate;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  server = undefined;
  inspector = await fixture.gate('kyoto', 'both', true);
});

/** Asks as a device. */
const ask = (path: string, query: Record<string, string>, by = inspector) => {
  const url = `/gate/${path}?${new URLSearchParams(query).toString()}`;
  const headers = by.device.headers({ method: 'GET', url }, { keyId: by.gateId });
  return (server ?? fixture).app.inject({ url, headers });
};
const trainsOn = async (date: string): Promise<InspectorTrain[]> =>
  (await ask('trains', { date })).json().data.trains;
const listOf = async (id = departureId) => (await ask('seats', { departureId: id })).json().data;
const codeOf = async (path: string, query: Record<string, string>, by = inspector): Promise<string> =>
  (await ask(path, query, by)).json().code;

/** Books a seat of train 14 from and to these stations. Returns the ticket's id. */
async function booked(who: TestUser, seat: string, ride: object = {}): Promise<string> {
  const ticketId = await who.bound('kansai-wide-5day');
  const held = (await who.hold([ticketId], [seat], ride)).json();
  if (held.code !== 'OK') throw new Error(held.code);
  const saved = await who.seat('seatSave', { holdId: held.data.holdId });
  if (saved.json().code !== 'OK') throw new Error(saved.json().code);
  return ticketId;
}

test('lists the seats that are reserved on each leg, by tags that only a read ticket gives, and no person', async () => {
  const [hanako, taro] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
  const whole = await booked(hanako, '4-1A');
  await booked(taro, '4-1B', { from: 'tennoji', to: 'kyoto' });
  const held = await taro.bound('kansai-wide-5day');
  await taro.hold([held], ['4-2A']);
  const list = await listOf();
  const [end, tennoji] = [
    list.stops.length - 1,
    list.stops.findIndex((stop: { stationId: string }) => stop.stationId === 'tennoji'),
  ];
  const seats: InspectorSeat[] = list.seats;
  expect(seats.map(({ seat, firstLeg, endLeg }) => [seat, firstLeg, endLeg])).toEqual([
    ['4-1A', 0, end],
    ['4-1B', tennoji, end],
  ]);
  const tag = createHash('sha256').update(`KQ1 seat\n${departureId}\n${whole}`).digest().subarray(0, 9);
  expect(seats[0]?.tag).toBe(tag.toString('base64url'));
  expect(list).toMatchObject({
    departureId,
    serviceDate: DATE,
    trainNo: '14',
    runs: true,
    lostCars: [],
    madeAt: '2026-04-01 09:00:00',
    endsAt: '2026-04-02 00:00:00',
  });
  expect(list.cars.map(({ car }: { car: number }) => car)).toContain(4);
  const { ticketNo } = await hanako.load(whole);
  for (const secret of [whole, ticketNo, 'hanako', 'example', hanako.accountId])
    expect(JSON.stringify(list)).not.toContain(secret);
});

test('a cancelled reservation is in the next list no more', async () => {
  const traveller = await fixture.traveller('hanako');
  const ticketId = await traveller.bound('kansai-wide-5day');
  const reservationId = await traveller.book([ticketId], ['4-1A']);
  expect((await listOf()).seats).toHaveLength(1);
  const cancelled = await traveller.seat('seatCancel', { reservationId });
  expect(cancelled.json().code).toBe('OK');
  expect((await listOf()).seats).toEqual([]);
});

test('shows the train as it runs today: lost cars, stops left out, a cancellation, and its times', async () => {
  const traveller = await fixture.traveller('hanako');
  await booked(traveller, '4-1A');
  const key = 'tennoji';
  server = await LiveServer.open(fixture.deps);
  await server.say('desk', departureId, { lostCars: [4], skipped: [key] });
  const list = await listOf();
  expect(list.lostCars).toEqual([4]);
  expect(list.cars.map(({ car }: { car: number }) => car)).not.toContain(4);
  // Its passenger is on board all the same, and needs another place.
  expect(list.seats).toMatchObject([{ seat: '4-1A' }]);
  expect(
    list.stops.flatMap(({ stationId, skipped }: { stationId: string; skipped?: true }) =>
      skipped ? stationId : [],
    ),
  ).toEqual([key]);
  await server.say('desk', departureId, { runs: false });
  expect(await listOf()).toMatchObject({ runs: false });
  const train = (await trainsOn(DATE)).find((each) => each.departureId === departureId);
  expect(train).toMatchObject({ trainNo: '14', runs: false, fromNameJp: '関西空港', toNameJp: '京都' });
});

test('a train that a feed added is listed with its stops, without seats', async () => {
  const at = (time: string) => Date.parse(`${DATE}T${time}:00+09:00`);
  await storeAlerts(fixture.deps.db, [], fixture.deps.clock());
  await inTransaction(fixture.deps.db, (trx) =>
    replaceExtraTrains(trx, 1, [
      {
        tripId: 'extra-1',
        serviceDate: DATE,
        routeId: null,
        trainNo: '9001',
        stops: [
          { stationId: 'kansai-airport', arriveAt: at('10:20'), departAt: at('10:20') },
          { stationId: 'kyoto', arriveAt: at('11:40'), departAt: at('11:40') },
        ],
      },
    ]),
  );
  const extra = (await trainsOn(DATE)).filter((train) => train.extra);
  expect(extra).toMatchObject([{ departureId: `extra:extra-1@${DATE}`, trainNo: '9001', runs: true }]);
  expect(await listOf(`extra:extra-1@${DATE}`)).toMatchObject({
    cars: [],
    seats: [],
    stops: [{ stationId: 'kansai-airport', departAt: '2026-04-01 10:20:00' }, { stationId: 'kyoto' }],
  });
  expect(await codeOf('seats', { departureId: 'extra:other@2026-04-01' })).toBe('SEAT-0013');
});

test('another gate, a closed inspector and a stranger get nothing, and an inspector reports and decides nothing', async () => {
  const gate = await fixture.gate();
  for (const [path, query] of [
    ['trains', { date: DATE }],
    ['seats', { departureId }],
  ] as const) {
    expect(await codeOf(path, query)).toBe('OK');
    expect(await codeOf(path, query, gate)).toBe('REQ-0005');
    const stranger = { ...gate, gateId: inspector.gateId };
    expect(await codeOf(path, query, stranger)).toBe('SES-0001');
    expect((await fixture.app.inject({ url: `/gate/${path}` })).json().code).toBe('SES-0001');
  }
  const ticketId = (await fixture.inUse('kansai-pass-2day'))[0] ?? '';
  expect((await inspector.reportNow([passage(ticketId)])).json().code).toBe('REQ-0005');
  expect((await inspector.decide({ text: 'KQ1:' })).json().code).toBe('REQ-0005');
  expect(await fixture.passages(ticketId)).toEqual([]);
  expect((await inspector.state()).json().code).toBe('OK');

  const manager = await staffAtDesk(fixture, 'manager');
  expect((await manager('POST', 'gates/close', { gateId: inspector.gateId })).json().code).toBe('OK');
  expect(await codeOf('seats', { departureId })).toBe('SES-0001');
  expect(await codeOf('trains', { date: DATE })).toBe('SES-0001');
});

test('the desk sees which devices and codes are inspectors, and the device learns it when it enrols', async () => {
  const manager = await staffAtDesk(fixture, 'manager');
  const gate = await fixture.gate('kyoto', 'in');
  const code = await fixture.gateCode('osaka', 'both', true);
  const gates = (await manager('GET', 'gate-list', {})).json().data.items;
  const listed = (of: EnrolledGate) => gates.find(({ gateId }: { gateId: string }) => gateId === of.gateId);
  expect(listed(inspector)).toMatchObject({ stationId: 'kyoto', inspects: true });
  expect(listed(gate)).not.toHaveProperty('inspects');
  const codes = (await manager('GET', 'gate-codes', {})).json().data.items;
  expect(codes).toMatchObject([{ stationId: 'osaka', inspects: true }]);
  expect((await fixture.enrol(code)).json().data).toMatchObject({ inspects: true });
  expect((await fixture.enrol(await fixture.gateCode('osaka'))).json().data).not.toHaveProperty('inspects');
});

test('lists of yesterday, today and tomorrow only, and none after the train has ended', async () => {
  expect(await codeOf('trains', { date: '2026-03-30' })).toBe('REQ-0001');
  expect(await codeOf('trains', { date: '2026-04-03' })).toBe('REQ-0001');
  expect(await codeOf('trains', { date: '2026-02-30' })).toBe('REQ-0001');
  expect((await trainsOn('2026-04-02')).length).toBeGreaterThan(20);
  expect(await codeOf('seats', { departureId: 'haruka-14@2026-04-02' })).toBe('OK');
  for (const id of ['haruka-14@2026-04-03', 'haruka-14@2026-03-30', 'haruka-14', '__proto__@2026-04-01', '@'])
    expect(await codeOf('seats', { departureId: id })).toBe('SEAT-0013');
  expect(await codeOf('seats', { departureId: 'x'.repeat(101) })).toBe('REQ-0001');
  // At 00:30 of the next day train 14 has ended; a train that arrives after midnight has not.
  fixture.deps.advance(15.5 * HOUR);
  expect(await codeOf('seats', { departureId })).toBe('SEAT-0013');
  const left = await trainsOn(DATE);
  expect(left.every(({ arriveAt }) => arriveAt > '2026-04-01 21:30:00')).toBe(true);
  for (const train of left) expect(await codeOf('seats', { departureId: train.departureId })).toBe('OK');
});

test('a device asks for no more lists than one that follows a train', async () => {
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start);
  for (let n = 0; n < LISTS_PER_INSPECTOR.max; n += 1) await ask('trains', { date: '2026-04-09' });
  expect(await codeOf('seats', { departureId })).toBe('REQ-0004');
  clock.mockImplementation(() => start + LISTS_PER_INSPECTOR.timeWindow);
  expect(await codeOf('seats', { departureId })).toBe('OK');
  clock.mockRestore();
});

// A very late train: its seats may be given up until it leaves, the tickets get their reservations back, and the desk lists what is due.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeatRefund } from '@kippu/contract/calls/desk/occupancy';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import {
  KIX,
  seatClient,
  seedSeats,
  TRAIN_14,
  type SeatClient,
} from '../../../test/reservation/seat-client.ts';
import { addStaff, asking, emailOf, tryToSignIn } from '../../../test/staff.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { listSeatRefunds, refundLateSeats } from '../../reservation/store/late-refund-store.ts';
import { recordArrivals } from './record-arrivals.ts';

const DAY = '2026-04-01';
const START = Date.parse(`${DAY}T09:00:00+09:00`);
const TRAIN = TRAIN_14.departureId;

let deps: TestDeps;
let server: LiveServer;
let client: SeatClient;
let reservationId: string;

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
  reservationId = await client.book(['p1'], ['4-4A']);
});
afterEach(() => server.close());

const isLate = (minutes: number) =>
  server.say('feed', TRAIN, { delays: { [KIX]: { arrive: minutes * 60, depart: minutes * 60 } } });
const waitUntil = async (time: string) => {
  deps.advance(Date.parse(`${DAY}T${time}+09:00`) - deps.clock());
  client = await seatClient(server.app, deps.db, 'a0', deps.clock());
};
const record = () => recordArrivals({ ...deps, timetable: server.timetable, onArrived: refundLateSeats });
const detail = async (): Promise<Reservation> =>
  (await client.post('loadReserveDetail', { reservationId })).data;
const left = async () => {
  const { data } = await client.get('loadPlanInfo', { ticketIds: 'p1' });
  return (data as { perTicket: { left: number }[] }).perTicket[0]?.left;
};
const listed = () => listSeatRefunds(deps.db, { before: null, limit: 10 });

test('two hours late: the seat counts again, once, and the desk lists it', async () => {
  const before = (await left()) ?? 0;
  await isLate(125);
  await waitUntil('14:00:00');
  await record();
  // The traveller reads it at once; the record waits until nobody is expected to say anything else.
  expect((await detail()).late).toMatchObject({ minutes: 125, refunded: ['4-4A'] });
  expect([await left(), await listed()]).toEqual([before, []]);
  await waitUntil('15:00:00');
  await record();
  await record();
  expect(await left()).toBe(before + 1);
  expect(await listed()).toMatchObject([
    { seat: '4-4A', car_class: 'ordinary', late: 7500, departure_id: TRAIN },
  ]);
  await addStaff(deps, 'counter');
  const { token } = (await tryToSignIn({ deps, app: server.app }, emailOf('counter'))).json().data;
  const answer = await asking(server, token)('GET', 'seat-refunds', {}, { 'accept-language': 'en' });
  const { items } = answer.json().data as { items: SeatRefund[] };
  expect(items).toMatchObject([
    { seat: '4-4A', carClass: 'ordinary', minutes: 125, trainNo: '14', fromNameEn: 'Kansai-Airport' },
  ]);
});

test('a minute less, and a reservation that was cancelled, are not refunded', async () => {
  await isLate(119);
  await waitUntil('15:30:00');
  await record();
  expect(await listed()).toEqual([]);
  expect((await detail()).late).toEqual({ minutes: 119, code: expect.any(String) });
});

test('after closing, a seat of a very late train may be given up until the train leaves', async () => {
  await isLate(119);
  // Planned 10:15, expected 12:14: closed five minutes before.
  await waitUntil('12:12:00');
  await isLate(119);
  const cancel = async () => (await client.post('seatCancel', { reservationId })).code;
  expect(await cancel()).toBe('SEAT-0005');
  await isLate(120);
  await waitUntil('12:14:00');
  expect((await detail()).changeableUntil > `${DAY} 12:14`).toBe(true);
  expect(await cancel()).toBe('OK');
  await waitUntil('18:00:00');
  await record();
  expect(await listed()).toEqual([]);
});

// What a traveller sees before choosing: plans, trains and seat maps.
import { beforeEach, expect, test } from 'vitest';
import { KIX, TRAIN_14, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { seatServer } from '../../../test/reservation/seat-server.ts';

interface ShownTrain {
  departureId: string;
  departAt: string;
  ordinary: { left: number; label: string };
  selectable: boolean;
  reason?: string;
}
const server = seatServer();
let me: SeatClient;
let other: SeatClient;

beforeEach(async () => {
  await wait(0);
});
/** Advances the clock. Both travellers sign in again, since sessions lapse. */
async function wait(minutes: number): Promise<void> {
  server.deps.advance(minutes * 60_000);
  me = await server.enter('a0');
  other = await server.enter('a1');
}

const plan = (ticketIds: string) => me.get('loadPlanInfo', { ticketIds });
const trains = async (query: Record<string, string> = {}) => {
  const all = { ticketIds: 'in', date: '2026-04-01', from: KIX, to: 'kyoto', ...query };
  return me.get('ticketTrainList', all);
};
const listed = async (query: Record<string, string> = {}) => (await trains(query)).data as ShownTrain[];
const map = async (who: SeatClient, query: Record<string, string> = {}) =>
  (await who.get('seatMap', { ...TRAIN_14, ...query })).data as {
    cars: {
      car: number;
      class: string;
      letters: string[];
      rows: { seats: { letter: string; state: string }[] }[];
    }[];
  };
const stateOf = async (who: SeatClient, car: number, row: number, letter: string, query = {}) =>
  (await map(who, query)).cars
    .find((c) => c.car === car)
    ?.rows[row - 1]?.seats.find((s) => s.letter === letter)?.state;

test('a plan shows sections, dates and the reservations left', async () => {
  expect((await plan('in')).data).toMatchObject({
    sections: [{ from: { stationId: KIX }, to: { stationId: 'kyoto' }, direction: 'inbound' }],
    bookableFrom: '2026-04-01',
    // At nine in the morning the day one month ahead cannot be booked yet.
    bookableTo: '2026-04-30',
    perTicket: [{ ticketId: 'in', left: 1 }],
    maxSeats: 1,
  });
  await wait(60);
  expect((await plan('round')).data).toMatchObject({ bookableTo: '2026-05-01', perTicket: [{ left: 2 }] });
  expect((await plan('p1,p2,p3,p4,p5,p6')).data).toMatchObject({ maxSeats: 6 });
});

test('a pass proposes the journey to Kyoto first', async () => {
  const { sections } = (await plan('p1')).data as { sections: unknown[] };
  expect(sections[0]).toMatchObject({ from: { stationId: KIX }, to: { stationId: 'kyoto' } });
  expect(sections.length).toBeGreaterThan(10);
});

test('tickets together may reserve only what all of them cover', async () => {
  const sections = [{ from: { stationId: KIX }, to: { stationId: 'tennoji' } }];
  expect((await plan('in,tennoji')).data).toMatchObject({ sections });
  expect((await plan('in,out')).code).toBe('SEAT-0010');
  expect((await plan('museum')).code).toBe('SEAT-0010');
});

test("another account's ticket is not found, and a closed ticket has its reason", async () => {
  expect(await plan('b1')).toMatchObject({ status: 404, code: 'TKT-0001' });
  expect((await plan('in,nothing')).code).toBe('TKT-0001');
  const set = (status: 'suspended' | 'refunded') =>
    server.deps.db.updateTable('ticket').set({ status }).where('ticket_id', '=', 'in').execute();
  await set('suspended');
  expect((await plan('in')).code).toBe('TKT-0007');
  expect((await listed())[0]).toMatchObject({ selectable: false, reason: 'TKT-0007' });
  await set('refunded');
  expect((await plan('in')).code).toBe('TKT-0006');
  const gone = { status: 'bound' as const, use_expire_date: new Date('2026-03-31T12:00:00+09:00') };
  await server.deps.db.updateTable('ticket').set(gone).where('ticket_id', '=', 'in').execute();
  expect((await plan('in')).code).toBe('TKT-0005');
});

test('the trains of the day show availability; departed ones are listed only on request', async () => {
  const [first] = await listed();
  expect(first).toMatchObject({
    departureId: 'haruka-10@2026-04-01',
    trainNo: '10',
    trainNameJp: 'はるか',
    departAt: '2026-04-01 09:10:00',
    arriveAt: '2026-04-01 10:42:00',
    formation: 'haruka-9',
    ordinary: { left: 216, label: 'enough' },
    nonReservedCars: [5, 6, 7],
    selectable: true,
  });
  expect(first).not.toHaveProperty('green');
  const past = (await listed({ after: '2026-04-01 06:00:00' }))[0];
  expect(past).toMatchObject({ departureId: 'haruka-2@2026-04-01', selectable: false, reason: 'SEAT-0004' });
  await wait(6);
  expect((await listed())[0]).toMatchObject({ departureId: 'haruka-10@2026-04-01', reason: 'SEAT-0005' });
});

test('a train that runs at the time of a reserved one names the reserved one', async () => {
  await me.book(['p1'], ['4-2A'], { departureId: 'haruka-14@2026-04-01' });
  const of = async (departureId: string) =>
    (await listed({ ticketIds: 'p1', date: '2026-04-01' })).find(
      (train) => train.departureId === departureId,
    );
  expect(await of('haruka-16@2026-04-01')).toMatchObject({
    reason: 'SEAT-0011',
    overlaps: { trainNo: '14', trainNameEn: expect.any(String), departAt: '2026-04-01 10:15:00' },
  });
  const later = (await listed({ ticketIds: 'p1', date: '2026-04-01' })).filter(
    ({ departAt }) => departAt > '2026-04-01 13',
  );
  expect(later.length).toBeGreaterThan(0);
  for (const train of later) expect(train).not.toHaveProperty('overlaps');
});

test('a train after midnight is listed on the calendar day it leaves', async () => {
  const next = await listed({ date: '2026-04-02' });
  expect(next[0]).toMatchObject({ departureId: 'haruka-62@2026-04-01', departAt: '2026-04-02 00:10:00' });
  expect((await listed()).map((t) => t.departureId)).not.toContain('haruka-62@2026-04-01');
  // Boarded at Tennoji at 24:46, it still belongs to the service day of the second.
  const tennoji = await listed({ date: '2026-04-02', from: 'tennoji', to: 'osaka' });
  expect(tennoji[0]?.departAt).toBe('2026-04-02 00:46:00');
});

test('availability counts the seats that others have on the ride', async () => {
  await other.book(['b1'], ['4-1A'], { to: 'tennoji' });
  await me.hold(['in'], ['4-1B'], { from: 'tennoji' });
  const left = async (query = {}) =>
    (await listed(query)).find((t) => t.departureId === TRAIN_14.departureId)?.ordinary.left;
  expect(await left()).toBe(215);
  expect(await left({ from: 'tennoji' })).toBe(216);
  expect(await left({ ticketIds: 'in2' })).toBe(214);
});

test('a full train is marked as full', async () => {
  const seats = [2, 3, 4, 8, 9].flatMap((car) =>
    Array.from({ length: 12 }, (_, row) => ['A', 'B', 'C', 'D'].map((l) => `${car}-${row + 1}${l}`)).flat(),
  );
  const reservationId = await other.book(['b1'], ['3-1A']);
  const rows = (spare: number) =>
    seats
      .filter((seat) => seat !== '3-1A' && Number(/-(\d+)/.exec(seat)?.[1]) <= (spare ? 9 : 12))
      .map((seat) => ({ departure_id: TRAIN_14.departureId, seat, leg: 0, reservation_id: reservationId }));
  const label = async () =>
    (await listed({ ticketIds: 'p1,p2' })).find((t) => t.departureId === TRAIN_14.departureId);
  await server.deps.db.insertInto('seat_leg').values(rows(1)).execute();
  expect(await label()).toMatchObject({ ordinary: { label: 'enough' }, selectable: true });
  await server.deps.db.deleteFrom('seat_leg').where('seat', '!=', '3-1A').execute();
  await server.deps.db.insertInto('seat_leg').values(rows(0)).execute();
  const full = await label();
  expect(full?.ordinary.label).toBe('none');
  expect(full).toMatchObject({ selectable: false, reason: 'SEAT-0003' });
});

test('a ticket covers every ride inside its section, in its direction only', async () => {
  expect((await trains({ from: 'tennoji', to: 'osaka' })).status).toBe(200);
  expect((await trains({ from: 'kyoto', to: KIX })).code).toBe('SEAT-0010');
  expect((await trains({ ticketIds: 'tennoji' })).code).toBe('SEAT-0010');
});

test('dates outside the window and malformed input are refused with a code', async () => {
  expect((await trains({ date: '2026-03-31' })).code).toBe('SEAT-0009');
  expect((await trains({ date: '2026-05-01' })).code).toBe('SEAT-0009');
  expect((await trains({ date: '0000-01-01' })).code).toBe('SEAT-0009');
  expect(await trains({ date: '2026-02-30' })).toMatchObject({ status: 400, code: 'REQ-0001' });
  expect((await trains({ after: '2026-02-30 00:00:00' })).code).toBe('REQ-0001');
  expect((await trains({ from: 'atlantis' })).code).toBe('SEAT-0013');
  expect((await trains({ change: 'nothing' })).code).toBe('SEAT-0001');
  const ids = [
    'haruka-14',
    '@',
    '@2026-04-01',
    'haruka-14@2026-02-30',
    'haruka-14@x',
    'haruka-62@2027-01-01',
  ];
  for (const departureId of [...ids, "haruka-14@2026-04-01'", 'はるか@2026-04-01', '__proto__@2026-04-01'])
    expect((await me.get('seatMap', { ...TRAIN_14, departureId })).code).toBe('SEAT-0013');
  expect((await me.get('seatMap', { ...TRAIN_14, from: 'kyoto', to: KIX })).code).toBe('SEAT-0013');
  expect((await me.get('seatMap', { ...TRAIN_14, to: KIX })).code).toBe('SEAT-0013');
  expect((await me.get('seatMap', { ...TRAIN_14, change: 'nothing' })).code).toBe('SEAT-0001');
});

test('no train is offered after the last day of a ticket', async () => {
  const end = { use_expire_date: new Date('2026-04-02T00:00:00+09:00') };
  await server.deps.db.updateTable('ticket').set(end).where('ticket_id', 'in', ['in', 'p1']).execute();
  expect((await plan('in')).data).toMatchObject({ bookableTo: '2026-04-02' });
  expect((await listed({ date: '2026-04-02' })).at(-1)?.selectable).toBe(true);
  expect((await listed({ date: '2026-04-03' })).at(-1)?.reason).toBe('SEAT-0009');
  // A two-day pass may be activated on the second and used on the third.
  expect((await plan('p1')).data).toMatchObject({ bookableTo: '2026-04-03' });
  const inUse = { status: 'inUse' as const, abt_expire_date: new Date('2026-04-01T23:59:59+09:00') };
  await server.deps.db.updateTable('ticket').set(inUse).where('ticket_id', '=', 'p1').execute();
  expect((await plan('p1')).data).toMatchObject({ bookableTo: '2026-04-01' });
  const hold = { departureId: 'haruka-62@2026-04-01', from: KIX, to: 'kyoto', ticketIds: ['p1'] };
  expect((await me.post('seatHold', { ...hold, seats: ['2-1A'] })).code).toBe('SEAT-0009');
});

test("a seat map shows the reserved cars and each seat's state for this traveller", async () => {
  const { cars } = await map(me);
  expect(cars.map((c) => c.car)).toEqual([1, 2, 3, 4, 8, 9]);
  expect(cars[0]).toMatchObject({ class: 'green', letters: ['A', 'B', '', 'C'] });
  expect(cars[1]).toMatchObject({
    letters: ['A', 'B', '', 'C', 'D'],
    facilities: expect.arrayContaining(['toilet']),
  });
  expect(cars[4]?.rows[0]?.seats[0]).toEqual({
    letter: 'A',
    state: 'selectable',
    power: true,
    window: true,
    facing: 'forward',
  });
  await me.hold(['p1', 'p2'], ['4-1A', '4-1B']);
  const mine = await me.book(['in'], ['4-2A']);
  expect(await stateOf(me, 4, 1, 'B')).toBe('held');
  expect(await stateOf(other, 4, 1, 'B')).toBe('taken');
  expect(await stateOf(me, 4, 2, 'A')).toBe('taken');
  expect(await stateOf(me, 4, 2, 'A', { change: mine })).toBe('mine');
  expect((await other.get('seatMap', { ...TRAIN_14, change: mine })).code).toBe('SEAT-0001');
  await wait(5);
  expect(await stateOf(other, 4, 1, 'B')).toBe('selectable');
  await wait(70);
  expect((await me.get('seatMap', TRAIN_14)).code).toBe('SEAT-0004');
});

test('a seat held for other tickets of the account shows as taken, since holding it is refused', async () => {
  await me.hold(['p1'], ['4-1A']);
  expect(await stateOf(me, 4, 1, 'A')).toBe('held');
  expect(await stateOf(me, 4, 1, 'A', { ticketIds: 'p2,p1' })).toBe('held');
  expect(await stateOf(me, 4, 1, 'A', { ticketIds: 'p2' })).toBe('taken');
  expect(await me.hold(['p2'], ['4-1A'])).toBe('SEAT-0002');
  const foreign = await me.get('seatMap', { ...TRAIN_14, ticketIds: 'p1,b1' });
  expect(foreign).toMatchObject({ status: 404, code: 'TKT-0001' });
});

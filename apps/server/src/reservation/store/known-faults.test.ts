// Booking faults known from other railways, over HTTP: distinct error codes, seats that are freed, idempotency keys.
import { beforeEach, expect, test } from 'vitest';
import { TRAIN_14, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { seedTickets } from '../../../test/reservation/seat.ts';
import { seatServer } from '../../../test/reservation/seat-server.ts';

const MINUTE = 60_000;
const server = seatServer();
let me: SeatClient;
let other: SeatClient;
let third: SeatClient;

beforeEach(async () => {
  me = await server.enter('a0');
  other = await server.enter('a1');
  third = await server.enter('a2');
});

/** The ordinary seats left on train 14, for the traveller with the pass `c1`. */
async function leftFor(who: SeatClient): Promise<number | undefined> {
  const { from, to, departureId } = TRAIN_14;
  const answer = await who.get('ticketTrainList', { ticketIds: 'c1', date: '2026-04-01', from, to });
  const trains: { departureId: string; ordinary: { left: number } }[] = answer.data;
  return trains.find((train) => train.departureId === departureId)?.ordinary.left;
}

test('a lapsed hold, a seat taken by another and a cancelled reservation have distinct codes', async () => {
  const lapsed = await me.hold(['p1'], ['4-1A']);
  server.deps.advance(5 * MINUTE);
  expect(await other.book(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
  expect((await me.post('seatSave', { holdId: lapsed })).code).toBe('SEAT-0008');
  expect(await me.hold(['p1'], ['4-1A'])).toBe('SEAT-0002');
  const reservationId = await me.book(['p1'], ['4-1B']);
  expect((await me.post('seatCancel', { reservationId })).code).toBe('OK');
  expect((await me.post('seatCancel', { reservationId })).code).toBe('SEAT-0012');
});

test('a second cancel frees nothing, since the seat has a new owner by then', async () => {
  const reservationId = await me.book(['p1'], ['4-1A']);
  const key = 'cancel-once';
  const first = await me.post('seatCancel', { reservationId }, key);
  const next = await other.book(['b1'], ['4-1A']);
  expect(next).not.toMatch(/^SEAT/);
  // A retry gets the same answer, another call is refused; neither affects the seat.
  expect(await me.post('seatCancel', { reservationId }, key)).toEqual(first);
  expect((await me.post('seatCancel', { reservationId })).code).toBe('SEAT-0012');
  expect(await third.hold(['c1'], ['4-1A'])).toBe('SEAT-0002');
});

test('a cancelled seat can be booked again at once, on each ride that overlaps', async () => {
  const before = await leftFor(third);
  const reservationId = await me.book(['p1'], ['4-1A']);
  expect(await leftFor(third)).toBe((before ?? 0) - 1);
  await me.post('seatCancel', { reservationId });
  expect(await leftFor(third)).toBe(before);
  for (const stretch of [{ to: 'tennoji' }, { from: 'tennoji' }, {}]) {
    const holdId = await other.hold(['b1'], ['4-1A'], stretch);
    expect(holdId).not.toMatch(/^SEAT/);
    await other.post('seatRelease', { holdId });
  }
});

test('a hold for a change keeps no seats once its reservation is cancelled', async () => {
  const before = await leftFor(third);
  const change = await me.book(['p1'], ['4-2A']);
  await me.hold(['p1'], ['4-2A'], { change });
  expect(await leftFor(third)).toBe((before ?? 0) - 1);
  expect((await me.post('seatCancel', { reservationId: change })).code).toBe('OK');
  expect(await leftFor(third)).toBe(before);
  expect(await other.hold(['b1'], ['4-2A'])).not.toMatch(/^SEAT/);
});

test('a refused call changes no seat counts', async () => {
  await other.book(['b1'], ['4-2B']);
  const before = await leftFor(third);
  // Half of the seats are free, and none of them is kept.
  expect(await me.hold(['p1', 'p2'], ['4-2A', '4-2B'])).toBe('SEAT-0002');
  expect(await leftFor(third)).toBe(before);
  const holdId = await me.hold(['p1'], ['4-2A']);
  expect(await leftFor(third)).toBe((before ?? 0) - 1);
  await server.deps.db
    .updateTable('ticket')
    .set({ status: 'suspended' })
    .where('ticket_id', '=', 'p1')
    .execute();
  expect((await me.post('seatSave', { holdId })).code).toMatch(/^TKT/);
  server.deps.advance(5 * MINUTE);
  expect(await leftFor(third)).toBe(before);
});

test('a full train does not affect another train', async () => {
  const { from, to } = TRAIN_14;
  const query = { ticketIds: 'c1', date: '2026-04-01', from, to };
  const others = async () => {
    const trains: { departureId: string; ordinary: { left: number } }[] = (
      await third.get('ticketTrainList', query)
    ).data;
    return trains.filter((train) => train.departureId !== TRAIN_14.departureId);
  };
  const before = await others();
  await me.book(['p1', 'p2', 'p3'], ['4-1A', '4-1B', '4-1C']);
  expect(await others()).toEqual(before);
});

test('the database refuses a second holder, whatever the code above it does', async () => {
  await me.book(['p1'], ['4-1A']);
  const rival = await other.book(['b1'], ['4-1B']);
  const cell = { departure_id: TRAIN_14.departureId, seat: '4-1A', leg: 0 };
  const written = server.deps.db
    .insertInto('seat_leg')
    .values({ ...cell, reservation_id: rival, hold_id: null, expires_at: null })
    .execute();
  await expect(written).rejects.toThrow(/seat_leg_pkey/);
});

test.each([
  ['New Year', '2026-12-31', '2027-01-01'],
  ['a leap day', '2028-02-28', '2028-02-29'],
  ['the day after a leap day', '2028-02-29', '2028-03-01'],
])('the 24:10 train over %s is booked on its calendar date', async (_day, serviceDate, date) => {
  const now = Date.parse(`${serviceDate}T12:00:00+09:00`);
  server.deps.advance(now - server.deps.clock());
  const who = await server.enter('a0');
  await seedTickets(server.deps.db, [{ ticket_id: 'night', product_id: 'kansai-pass-2day' }], now);
  const { from, to } = TRAIN_14;
  const listed = await who.get('ticketTrainList', { ticketIds: 'night', date, from, to });
  const departureId = `haruka-62@${serviceDate}`;
  const [first]: { departureId: string; departAt: string; selectable: boolean }[] = listed.data;
  expect(first).toMatchObject({ departureId, departAt: `${date} 00:10:00`, selectable: true });
  const reservationId = await who.book(['night'], ['4-1A'], { departureId });
  const detail = await who.post('loadReserveDetail', { reservationId });
  expect(detail.data).toMatchObject({
    date,
    departAt: `${date} 00:10:00`,
    arriveAt: `${date} 01:30:00`,
    changeableUntil: `${date} 00:05:00`,
  });
  // Five minutes from now is still the day of departure, by the timetable and the calendar.
  server.deps.advance(Date.parse(`${date}T00:06:00+09:00`) - server.deps.clock());
  const late = await server.enter('a0');
  expect((await late.post('seatCancel', { reservationId })).code).toBe('SEAT-0005');
});

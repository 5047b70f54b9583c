// Booking over HTTP: hold, save, change, cancel, and every refusal.
import { beforeEach, expect, test } from 'vitest';
import { KIX, TRAIN_14, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { seatServer } from '../../../test/reservation/seat-server.ts';

const TRAIN_16 = { departureId: 'haruka-16@2026-04-01' };
const BACK = { departureId: 'haruka-15@2026-04-02', from: 'kyoto', to: KIX };
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
const setTicket = (ticketId: string, status: 'suspended' | 'refunded' | 'bound') =>
  server.deps.db.updateTable('ticket').set({ status }).where('ticket_id', '=', ticketId).execute();
const legs = async () =>
  (
    await server.deps.db
      .selectFrom('seat_leg')
      .selectAll()
      .orderBy('departure_id')
      .orderBy('seat')
      .orderBy('leg')
      .execute()
  ).map(
    (l) => `${l.departure_id.split('@')[0]} ${l.seat}/${l.leg} ${l.reservation_id ? 'reserved' : 'held'}`,
  );

test('hold, save, read, cancel', async () => {
  const held = await me.post('seatHold', { ...TRAIN_14, ticketIds: ['p2', 'p1'], seats: ['4-2A', '4-1A'] });
  expect(held.data).toMatchObject({ seats: ['4-2A', '4-1A'], expiresAt: '2026-04-01 09:05:00' });
  const { holdId } = held.data as { holdId: string };
  const saved = await me.post('seatSave', { holdId });
  expect(saved.data).toMatchObject({
    state: 1,
    departureId: 'haruka-14@2026-04-01',
    trainNo: '14',
    trainNameKr: '하루카',
    direction: 'inbound',
    date: '2026-04-01',
    from: { stationId: KIX, stationNameJp: '関西空港' },
    to: { stationId: 'kyoto', stationNameEn: 'Kyoto' },
    departAt: '2026-04-01 10:15:00',
    arriveAt: '2026-04-01 11:35:00',
    car: 4,
    seats: [
      { ticketId: 'p1', seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' },
      { ticketId: 'p2', seatInfo: '4-2A' },
    ],
    changeableUntil: '2026-04-01 10:10:00',
    reservedAt: '2026-04-01 09:00:00',
  });
  // The operator names no platform for the airport.
  expect(saved.data).not.toHaveProperty('platform');
  const { reservationId } = saved.data as { reservationId: string };
  expect((await me.post('loadReserveDetail', { reservationId })).data).toEqual(saved.data);
  expect((await me.get('reserveList', { tab: 'upcoming' })).data).toEqual({ items: [saved.data] });
  expect((await me.post('seatCancel', { reservationId })).data).toMatchObject({ reservationId, state: 2 });
  expect(await legs()).toEqual([]);
  expect((await me.get('reserveList', { tab: 'upcoming' })).data).toEqual({ items: [] });
  expect((await me.get('reserveList', { tab: 'past' })).data).toMatchObject({ items: [{ state: 2 }] });
  expect((await me.post('seatCancel', { reservationId })).code).toBe('SEAT-0012');
});

test('a platform is shown when the operator knows it, and not for a train that is an exception', async () => {
  const platform = async (more: object) => {
    const reservationId = await me.book(['wide'], ['2-1A'], { from: 'kyoto', to: KIX, ...more });
    const answer = await me.post('loadReserveDetail', { reservationId });
    return (answer.data as { platform?: string }).platform;
  };
  expect(await platform({ departureId: 'haruka-15@2026-04-01' })).toBe('30');
  expect(await platform({ departureId: 'haruka-9@2026-04-02' })).toBeUndefined();
});

test('the automatic choice keeps a group together and skips taken seats', async () => {
  const auto = (ticketIds: string[], prefer: string, more = {}) =>
    me.post('seatHold', { ...TRAIN_14, ticketIds, auto: { prefer, ...more } });
  await other.hold(['b1'], ['2-1A']);
  expect((await auto(['p1', 'p2', 'p3'], 'together')).data).toMatchObject({
    seats: ['2-1B', '2-1C', '2-1D'],
  });
  expect((await auto(['p1'], 'window')).data).toMatchObject({ seats: ['2-1D'] });
  expect((await auto(['p1'], 'aisle')).data).toMatchObject({ seats: ['2-1B'] });
  expect((await auto(['p1'], 'aisle', { carClass: 'green' })).code).toBe('SEAT-0010');
});

test('a new hold of a ticket replaces the older one, so a traveller cannot block themself', async () => {
  const first = await me.hold(['p1', 'p2'], ['4-1A', '4-1B']);
  const second = await me.hold(['p1'], ['4-1B']);
  expect(await legs()).toHaveLength(4);
  expect((await me.post('seatSave', { holdId: first })).code).toBe('SEAT-0008');
  expect(await other.hold(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
  expect((await me.post('seatSave', { holdId: second })).code).toBe('OK');
});

test('a failed hold keeps the older one, and names the lost seats', async () => {
  await other.hold(['b1'], ['4-2A']);
  const first = await me.hold(['p1', 'p2'], ['4-1A', '4-1B']);
  const lost = await me.post('seatHold', { ...TRAIN_14, ticketIds: ['p1', 'p2'], seats: ['4-2A', '4-2B'] });
  expect(lost).toMatchObject({ status: 422, code: 'SEAT-0002', values: { seats: '4-2A', free: '4-2B' } });
  expect((await me.post('seatSave', { holdId: first })).code).toBe('OK');
});

test('no account holds more than six seats at once', async () => {
  const rows = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((_, i) => `4-${i + 1}A`);
  await me.hold(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'], rows);
  expect(await me.hold(['p7'], ['4-7A'])).toBe('SEAT-0006');
  await wait(5);
  expect(await me.hold(['p7'], ['4-7A'])).not.toMatch(/^SEAT/);
  expect(await legs()).toHaveLength(4);
});

test('each refusal of a hold', async () => {
  const hold = me.hold;
  expect(await hold(['b1'], ['4-1A'])).toBe('TKT-0001');
  expect(await hold(['in'], ['4-1A'], { departureId: 'haruka-14@2026-02-30' })).toBe('SEAT-0013');
  expect(await hold(['in'], ['4-1A'], { from: 'kyoto', to: KIX })).toBe('SEAT-0013');
  expect(await hold(['in'], ['4-99A'])).toBe('SEAT-0013');
  expect(await hold(['in'], ['5-1A'])).toBe('SEAT-0013');
  expect(await hold(['in'], ['1-1D'])).toBe('SEAT-0013');
  expect(await hold(['in'], ['1-1A'])).toBe('SEAT-0010');
  expect(await hold(['out'], ['4-1A'])).toBe('SEAT-0010');
  expect(await hold(['museum'], ['4-1A'])).toBe('SEAT-0010');
  expect(await hold(['in'], ['4-1A', '4-1B'])).toBe('SEAT-0007');
  expect(await hold(['in'], ['4-1A'], { departureId: 'haruka-2@2026-04-01' })).toBe('SEAT-0004');
  expect(await hold(['in'], ['4-1A'], { departureId: 'haruka-14@2026-05-01' })).toBe('SEAT-0009');
  expect(await hold(['in'], ['4-1A'], { change: 'nothing' })).toBe('SEAT-0001');
  await setTicket('in', 'suspended');
  expect(await hold(['in'], ['4-1A'])).toBe('TKT-0007');
  await setTicket('in', 'refunded');
  expect(await hold(['in'], ['4-1A'])).toBe('TKT-0006');
  await wait(6);
  expect(await me.hold(['p1'], ['4-1A'], { departureId: 'haruka-10@2026-04-01' })).toBe('SEAT-0005');
  const body = { ...TRAIN_14, ticketIds: ['p1'] };
  for (const wrong of [{}, { seats: ['x'] }, { seats: ['4-1A'], auto: { prefer: 'window' } }, { seats: [] }])
    expect((await me.post('seatHold', { ...body, ...wrong })).status).toBe(400);
});

test('a ticket never has two seats for one trip, nor more trips than it includes', async () => {
  expect(await me.book(['in'], ['4-1A'])).not.toMatch(/^SEAT/);
  expect(await me.hold(['in'], ['4-1B'])).toBe('SEAT-0011');
  expect(await me.hold(['in'], ['4-1B'], { departureId: 'haruka-14@2026-04-02' })).toBe('SEAT-0006');
  await me.book(['p1'], ['4-2A']);
  // The 10:45 leaves before the 10:15 has arrived.
  expect(await me.hold(['p1'], ['4-2A'], TRAIN_16)).toBe('SEAT-0011');
  expect(await me.hold(['p1'], ['4-2B'], { from: 'tennoji' })).toBe('SEAT-0011');
  expect(await me.book(['p1'], ['4-2A'], BACK)).not.toMatch(/^SEAT/);
  expect(await me.hold(['p1'], ['4-3A'], { departureId: 'haruka-14@2026-04-03' })).toBe('SEAT-0006');
});

test('a round trip has one seat in each direction', async () => {
  await me.book(['round'], ['4-1A']);
  const plan = await me.get('loadPlanInfo', { ticketIds: 'round' });
  expect(plan.data).toMatchObject({
    sections: [{ direction: 'outbound' }],
    perTicket: [{ ticketId: 'round', left: 1 }],
  });
  expect(await me.hold(['round'], ['4-1A'], { departureId: 'haruka-14@2026-04-02' })).toBe('SEAT-0011');
  expect(await me.book(['round'], ['4-1A'], BACK)).not.toMatch(/^SEAT/);
});

test('a save checks again: lapsed hold, closed ticket, too late', async () => {
  const late = await me.hold(['p1'], ['4-1A']);
  await setTicket('p1', 'suspended');
  expect((await me.post('seatSave', { holdId: late })).code).toBe('TKT-0007');
  await setTicket('p1', 'bound');
  await wait(5);
  expect((await me.post('seatSave', { holdId: late })).code).toBe('SEAT-0008');
  expect((await me.post('seatSave', { holdId: 'nothing' })).code).toBe('SEAT-0008');
  await wait(63);
  const short = await me.hold(['p1'], ['4-1A']);
  await wait(3);
  expect((await me.post('seatSave', { holdId: short })).code).toBe('SEAT-0005');
});

test('a repeated save returns the same reservation, with its key and without', async () => {
  const holdId = await me.hold(['p1'], ['4-1A']);
  const [first, replay] = [
    await me.post('seatSave', { holdId }, 'key-0001'),
    await me.post('seatSave', { holdId }, 'key-0001'),
  ];
  expect(replay).toEqual(first);
  expect((await me.post('seatSave', { holdId })).data).toEqual(first.data);
  expect((await me.post('seatSave', { holdId: 'other' }, 'key-0001')).code).toBe('REQ-0002');
  expect(await legs()).toHaveLength(4);
});

test("no account reads, saves, releases, changes or cancels another's reservation", async () => {
  const holdId = await me.hold(['p1'], ['4-1A']);
  expect((await other.post('seatSave', { holdId })).code).toBe('SEAT-0008');
  expect((await other.post('seatRelease', { holdId })).code).toBe('OK');
  const { reservationId } = (await me.post('seatSave', { holdId })).data as { reservationId: string };
  const theirs = await other.hold(['b1'], ['4-2A']);
  for (const answer of [
    await other.post('loadReserveDetail', { reservationId }),
    await other.post('seatCancel', { reservationId }),
    await other.post('seatChange', { reservationId, holdId: theirs }),
    await other.get('loadChangeInfo', { reservationId }),
  ])
    expect(answer).toMatchObject({ status: 404, code: 'SEAT-0001' });
  expect((await other.post('seatSave', { holdId: reservationId })).code).toBe('SEAT-0008');
  expect((await other.get('reserveList', { tab: 'upcoming' })).data).toEqual({ items: [] });
});

test('a released hold frees its seats at once, and a second release has no effect', async () => {
  const holdId = await me.hold(['p1'], ['4-1A']);
  expect((await me.post('seatRelease', { holdId })).code).toBe('OK');
  expect((await me.post('seatRelease', { holdId })).code).toBe('OK');
  expect(await legs()).toEqual([]);
  expect(await other.hold(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
});

test('departed reservations are past by the current time, and can no longer be changed', async () => {
  const reservationId = await me.book(['p1'], ['4-1A']);
  await wait(71);
  for (const call of ['seatCancel', 'loadChangeInfo'])
    expect(
      await (call === 'seatCancel' ? me.post(call, { reservationId }) : me.get(call, { reservationId })),
    ).toMatchObject({ code: 'SEAT-0005' });
  await wait(4);
  expect((await me.post('seatCancel', { reservationId })).code).toBe('SEAT-0004');
  // On its way until it arrives.
  expect((await me.get('reserveList', { tab: 'upcoming' })).data).toMatchObject({ items: [{ state: 3 }] });
  await wait(80);
  expect((await me.get('reserveList', { tab: 'past' })).data).toMatchObject({ items: [{ state: 3 }] });
  expect((await me.get('reserveList', { tab: 'upcoming' })).data).toEqual({ items: [] });
});

test('the list has no gap between pages', async () => {
  const days = Array.from({ length: 23 }, (_, i) => `2026-04-${String(i + 2).padStart(2, '0')}`);
  for (const day of days) await me.book(['wide'], ['4-1A'], { departureId: `haruka-14@${day}` });
  type Page = { items: { date: string }[]; next?: string };
  const first = (await me.get('reserveList', { tab: 'upcoming' })).data as Page;
  const second = (await me.get('reserveList', { tab: 'upcoming', cursor: first.next ?? '' })).data as Page;
  expect([...first.items, ...second.items].map((r) => r.date)).toEqual(days);
  expect(second.next).toBeUndefined();
  for (const cursor of ['x', 'AAAA', Buffer.from('99999999999999999 x').toString('base64url')])
    expect((await me.get('reserveList', { tab: 'past', cursor })).code).toBe('REQ-0001');
});

test('half of a family cancels: the others keep their seats, and the cancelled half is a reservation of its own', async () => {
  const id = await me.book(['p1', 'p2', 'p3'], ['4-1A', '4-1B', '4-1C']);
  const part = { reservationId: id, ticketIds: ['p3', 'p1'] };
  for (const ticketIds of [['b1'], ['p1', 'in'], ['p1', 'nothing']])
    expect(await me.post('seatCancel', { ...part, ticketIds })).toMatchObject({
      status: 404,
      code: 'TKT-0001',
    });
  expect((await other.post('seatCancel', part)).code).toBe('SEAT-0001');
  for (const ticketIds of [[], ['p1', 'p1']])
    expect((await me.post('seatCancel', { ...part, ticketIds })).status).toBe(400);

  const [first, second] = [
    await me.post('seatCancel', part, 'half-of-it'),
    await me.post('seatCancel', part, 'half-of-it'),
  ];
  expect(first.data).toMatchObject({ state: 2, seats: [{ ticketId: 'p1' }, { ticketId: 'p3' }] });
  expect(second).toEqual(first);
  expect((await me.post('loadReserveDetail', { reservationId: id })).data).toMatchObject({
    state: 1,
    seats: [{ ticketId: 'p2', seatInfo: '4-1B' }],
  });
  expect(await legs()).toEqual([0, 1, 2, 3].map((leg) => `haruka-14 4-1B/${leg} reserved`));
  expect((await me.get('reserveList', { tab: 'past' })).data).toMatchObject({ items: [first.data] });
  expect((await me.post('seatCancel', part)).code).toBe('TKT-0001');

  expect(await other.hold(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
  expect(await me.hold(['p1'], ['4-1C'])).not.toMatch(/^SEAT/);
  expect((await me.post('seatCancel', { reservationId: id, ticketIds: ['p2'] })).data).toMatchObject({
    reservationId: id,
    state: 2,
  });
});

test('halves of a family cancelled at once, with the whole: each seat is freed once', async () => {
  const id = await me.book(['p1', 'p2', 'p3'], ['4-1A', '4-1B', '4-1C']);
  const choices = [['p1'], ['p2'], ['p1', 'p2'], undefined];
  const answers = await Promise.all(
    choices.map((ticketIds) =>
      me.post('seatCancel', { reservationId: id, ...(ticketIds ? { ticketIds } : {}) }),
    ),
  );
  expect(answers.map(({ status }) => status)).not.toContain(500);
  expect(await legs()).toEqual([]);
  const seats = await server.deps.db.selectFrom('reservation_seat').select('seat').execute();
  expect(seats.map(({ seat }) => seat).toSorted()).toEqual(['4-1A', '4-1B', '4-1C']);
  const states = await server.deps.db.selectFrom('reservation').select('state').execute();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set([2]));
});

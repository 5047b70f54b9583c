// A reservation on a late train stays open until the train leaves; one on a train that has left is closed.
import { beforeEach, describe, expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { signIn } from '../../../test/reservation/seat.ts';
import { eachLiveMorning } from '../../../test/reservation/live-morning.ts';
import { KIX, seatClient, TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { countLiveTickets } from '../../account/record/given-tickets.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { moveSeats } from '../store/move-seats-store.ts';

const TRAIN = TRAIN_14.departureId;
const NEXT = { departureId: 'haruka-18@2026-04-01' };
const HALF_AN_HOUR_LATE = { delays: { [KIX]: { depart: 1800 } } };
const morning = eachLiveMorning();
let id: string;
beforeEach(async () => {
  id = await morning.client.book(['p1'], ['4-4A']);
});

const say = (layer: Omit<LiveLayer, 'asOf'> | null) => morning.server.say('feed', TRAIN, layer);
const waitUntil = (time: string) => morning.waitUntil(time);
const detail = async (): Promise<Reservation> =>
  (await morning.client.post('loadReserveDetail', { reservationId: id })).data;
const listed = async (tab: string) => {
  const { data } = await morning.client.get('reserveList', { tab });
  return (data as { items: Reservation[] }).items.map(({ reservationId }) => reservationId);
};
const moment = () => momentOf(morning.server.timetable.current.operator, morning.deps.clock());

test('a late train is upcoming and changeable until five minutes before it leaves', async () => {
  await waitUntil('10:39:00');
  await say(HALF_AN_HOUR_LATE);
  expect(await detail()).toMatchObject({ state: 1, changeableUntil: '2026-04-01 10:40:00' });
  expect([await listed('upcoming'), await listed('past')]).toEqual([[id], []]);
  expect((await morning.client.get('loadChangeInfo', { reservationId: id })).code).toBe('OK');
  await waitUntil('10:40:01');
  expect((await morning.client.get('loadChangeInfo', { reservationId: id })).code).toBe('SEAT-0005');
  expect((await morning.client.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0005');
  await waitUntil('10:45:00');
  expect(await detail()).toMatchObject({ state: 3 });
});

test('a train is among the upcoming ones until it arrives, as late as it is', async () => {
  await waitUntil('11:34:59');
  expect([await listed('upcoming'), await listed('past')]).toEqual([[id], []]);
  await waitUntil('11:35:00');
  expect([await listed('upcoming'), await listed('past')]).toEqual([[], [id]]);
  await say(HALF_AN_HOUR_LATE);
  await waitUntil('12:04:59');
  expect([await listed('upcoming'), await listed('past')]).toEqual([[id], []]);
  await waitUntil('12:05:00');
  expect([await listed('upcoming'), await listed('past')]).toEqual([[], [id]]);
});

test('a late train is cancelled and changed by the expected time', async () => {
  await waitUntil('10:39:00');
  await say(HALF_AN_HOUR_LATE);
  const holdId = await morning.client.hold(['p1'], ['4-5A'], { change: id });
  expect((await morning.client.post('seatChange', { reservationId: id, holdId })).code).toBe('OK');
  expect((await morning.client.post('seatCancel', { reservationId: id })).code).toBe('OK');
});

test('an early train closes by the timetable, and at once when it has left', async () => {
  await say({ delays: { [KIX]: { depart: -900 } } });
  expect(await detail()).toMatchObject({ state: 1, changeableUntil: '2026-04-01 10:10:00' });
  await waitUntil('10:01:00');
  await say({ left: KIX });
  expect(await detail()).toMatchObject({ state: 3, live: { hasLeft: true } });
  expect((await morning.client.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0004');
});

test('a train is late only where the traveller boards', async () => {
  await waitUntil('10:20:00');
  await say({ delays: { tennoji: { depart: 1800 } } });
  expect(await detail()).toMatchObject({ state: 3 });
});

test('the seat of a late train goes along with its ticket, and counts as use of a gift', async () => {
  await waitUntil('10:39:00');
  await say(HALF_AN_HOUR_LATE);
  await inTransaction(morning.deps.db, (trx) =>
    moveSeats(trx, { ticketIds: ['p1'], from: 'a0', to: 'a1', moment: moment() }, () => 'new'),
  );
  const other = await seatClient(morning.server.app, morning.deps.db, 'a1', morning.deps.clock());
  expect((await other.post('loadReserveDetail', { reservationId: id })).code).toBe('OK');
  await say({ left: KIX });
  await inTransaction(morning.deps.db, (trx) =>
    moveSeats(trx, { ticketIds: ['p1'], from: 'a1', to: 'a0', moment: moment() }, () => 'new'),
  );
  expect((await morning.client.post('loadReserveDetail', { reservationId: id })).code).toBe('SEAT-0001');
});

test('a gift for which its receiver booked a seat of a late train is its own', async () => {
  await morning.deps.db
    .insertInto('ticket_event')
    .values({
      ticket_id: 'p1',
      kind: 'transfer',
      from_status: 'bound',
      to_status: 'bound',
      actor: 'account:a1',
      at: new Date(morning.deps.clock() - 1),
      detail: JSON.stringify({ from: 'a1', to: 'a0' }),
    })
    .execute();
  const unused = async () => (await countLiveTickets(morning.deps.db, 'a0', moment())).unused;
  const own = await unused();
  await waitUntil('11:34:59');
  expect(await unused()).toBe(own);
  await waitUntil('11:35:00');
  expect(await unused()).toBe(own - 1);
  await say(HALF_AN_HOUR_LATE);
  expect(await unused()).toBe(own);
  await say({ ...HALF_AN_HOUR_LATE, left: KIX });
  expect(await unused()).toBe(own - 1);
});

describe('a train that turns out to be late after its planned arrival', () => {
  let group: string;
  beforeEach(async () => {
    group = await morning.client.book(['p2', 'p3'], ['4-5A', '4-5B']);
    await waitUntil('11:40:00');
    await morning.server.moveLive();
  });
  const VERY_LATE = { delays: { [KIX]: { depart: 7200 } } };
  const move = async (ticketId: string, to: string) => {
    await inTransaction(morning.deps.db, (trx) =>
      moveSeats(trx, { ticketIds: [ticketId], from: 'a0', to, moment: moment() }, () => 'new'),
    );
    await morning.deps.db
      .updateTable('ticket')
      .set({ account_id: to })
      .where('ticket_id', '=', ticketId)
      .execute();
  };

  test('gives its seats to who has the tickets by now, also one of a group', async () => {
    await move('p1', 'a1');
    await move('p2', 'a1');
    const other = await seatClient(morning.server.app, morning.deps.db, 'a1', morning.deps.clock());
    expect((await other.post('loadReserveDetail', { reservationId: id })).code).toBe('SEAT-0001');
    await say(VERY_LATE);
    await morning.server.moveLive();
    expect((await other.post('loadReserveDetail', { reservationId: id })).code).toBe('OK');
    expect(await listed('upcoming')).toEqual([group]);
    const mine: Reservation = (await morning.client.post('loadReserveDetail', { reservationId: group })).data;
    expect(mine.seats.map(({ ticketId }) => ticketId)).toEqual(['p3']);
    const { data } = await other.get('reserveList', { tab: 'upcoming' });
    const theirs = (data as { items: Reservation[] }).items.flatMap(({ seats }) => seats);
    expect(theirs.map(({ ticketId }) => ticketId).toSorted()).toEqual(['p1', 'p2']);
  });

  test('releases the seat of a ticket that has ended', async () => {
    await move('p1', 'a0');
    await morning.deps.db
      .updateTable('ticket')
      .set({ status: 'refunded' })
      .where('ticket_id', '=', 'p1')
      .execute();
    await say(VERY_LATE);
    await morning.server.moveLive();
    expect(await listed('upcoming')).toEqual([group]);
    const legs = await morning.deps.db
      .selectFrom('seat_leg')
      .select('seat')
      .distinct()
      .orderBy('seat')
      .execute();
    expect(legs).toEqual([{ seat: '4-5A' }, { seat: '4-5B' }]);
  });

  test('leaves the seat of a train that is reported to have left where it is', async () => {
    await move('p1', 'a1');
    await say({ ...VERY_LATE, left: KIX });
    await morning.server.moveLive();
    expect((await listed('upcoming')).toSorted()).toEqual([group, id].toSorted());
  });
});

test('the seat goes along before anybody knows that the train is late, and its new owner changes it', async () => {
  await waitUntil('10:39:00');
  await inTransaction(morning.deps.db, (trx) =>
    moveSeats(trx, { ticketIds: ['p1'], from: 'a0', to: 'a1', moment: moment() }, () => 'new'),
  );
  await morning.deps.db
    .updateTable('ticket')
    .set({ account_id: 'a1' })
    .where('ticket_id', '=', 'p1')
    .execute();
  await say(HALF_AN_HOUR_LATE);
  expect(await listed('upcoming')).toEqual([]);
  await morning.signIn('a1');
  expect(await listed('upcoming')).toEqual([id]);
  const holdId = await morning.client.hold(['p1'], ['4-5A'], { change: id });
  expect((await morning.client.post('seatChange', { reservationId: id, holdId })).code).toBe('OK');
});

test('a late train that may miss the next one lets the next one be changed until it leaves', async () => {
  const first = await morning.client.book(['wide'], ['4-5A'], { to: 'tennoji' });
  const second = await morning.client.book(['wide'], ['4-5A'], { ...NEXT, from: 'tennoji' });
  const read = async (reservationId: string): Promise<Reservation> =>
    (await morning.client.post('loadReserveDetail', { reservationId })).data;
  const answer = () => read(second);
  const planned = await answer();
  expect(planned).not.toHaveProperty('connection');
  const gap = wallToEpoch(planned.departAt) - wallToEpoch((await read(first)).arriveAt);
  const lateBy = (ms: number) => say({ delays: { tennoji: { arrive: ms / 1000 } } });
  await lateBy(gap - 6 * 60_000);
  expect(await answer()).not.toHaveProperty('connection');
  await lateBy(gap - 4 * 60_000);
  expect(await answer()).toMatchObject({ connection: 'tight' });
  await lateBy(gap + 60_000);
  expect(await answer()).toMatchObject({ connection: 'missed', state: 1 });
  await waitUntil(planned.departAt.slice(11, 17).concat('00'));
  morning.deps.advance(-60_000);
  await lateBy(gap + 60_000);
  expect((await morning.client.post('seatCancel', { reservationId: second })).code).toBe('OK');
});

test('a phone that asks again gets what changed, and nothing while nothing did', async () => {
  const ask = async (tag = '') => {
    const url = '/jtr-jwqs-app/guest/seat/info/live';
    const headers = { ...(await signIn(morning.deps.db, 'a0', morning.deps.clock())), 'if-none-match': tag };
    return morning.server.app.inject({ url, headers });
  };
  const first = await ask();
  expect(first.json().data.items).toEqual([
    expect.objectContaining({ reservationId: id, state: 1, departAt: '2026-04-01 10:15:00' }),
  ]);
  const tag = String(first.headers['etag']);
  const same = await ask(tag);
  expect([same.statusCode, same.body]).toEqual([304, '']);
  await say(HALF_AN_HOUR_LATE);
  const late = await ask(tag);
  expect(late.statusCode).toBe(200);
  expect(late.json().data.items[0]).toMatchObject({
    live: { expectedDepartAt: '2026-04-01 10:45:00' },
    changeableUntil: '2026-04-01 10:40:00',
  });
  await morning.server.say('feed', TRAIN, { left: KIX });
  expect((await ask()).json().data.items).toMatchObject([{ state: 3, live: { hasLeft: true } }]);
});

// A newer timetable: what it does to reserved seats, what travellers see of it, what they may do about it.
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/seat';
import { buildApp } from '../app.ts';
import { inTransaction } from '../db/database.ts';
import { emptyTables } from '../db/test-database.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { moveSeats } from '../ticket/transfer-store.ts';
import { compareWithFeed } from './compare-feed.ts';
import { EDITS, editedOperator } from './feed-fixture.ts';
import { KIX, seedSeats, TRAIN_14, traveller, type Traveller } from './seat-caller.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
type Feed = keyof typeof EDITS;
const feeds = new Map<Feed, OperatorData>();
let deps: TestDeps;
let app: FastifyInstance | undefined;
let me: Traveller;
let other: Traveller;

beforeAll(async () => {
  deps = await openTestDeps(START);
  for (const name of Object.keys(EDITS) as Feed[]) {
    const { operator, remove } = editedOperator(deps.config.operatorDir, EDITS[name]);
    feeds.set(name, operator);
    remove();
  }
});
afterAll(() => deps.close());
afterEach(() => app?.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  await start('same');
});

/** Starts the server with a timetable; gives how many reservations it disrupted. */
async function start(feed: Feed): Promise<number> {
  await app?.close();
  const { operator, disrupted } = await compareWithFeed(
    deps.db,
    feeds.get(feed) ?? deps.operator,
    deps.clock(),
  );
  app = await buildApp({ ...deps, operator });
  me = await traveller(app, deps.db, 'a0', deps.clock());
  other = await traveller(app, deps.db, 'a1', deps.clock());
  return disrupted;
}
/** Moves the clock to a time of 1 April; whoever waited so long logs in again. */
async function waitUntil(time: string): Promise<void> {
  deps.advance(Date.parse(`2026-04-01T${time}+09:00`) - deps.clock());
  if (!app) return;
  me = await traveller(app, deps.db, 'a0', deps.clock());
  other = await traveller(app, deps.db, 'a1', deps.clock());
}
const detail = async (reservationId: string, who = me): Promise<Reservation> =>
  (await who.post('loadReserveDetail', { reservationId })).data;
const kinds = async () => {
  const rows = await deps.db
    .selectFrom('disruption')
    .select(['kind', 'settled_at'])
    .orderBy('found_at')
    .execute();
  return rows.map(({ kind, settled_at }) => (settled_at ? `(${kind})` : kind)).toSorted();
};
const legs = async () => {
  const rows = await deps.db.selectFrom('seat_leg').selectAll().execute();
  return rows.map((l) => `${l.seat}/${l.leg}`).toSorted();
};
const ids = (answer: { data: never }) =>
  (answer.data as { items: Reservation[] }).items.map(({ reservationId }) => reservationId);
const sold = (seat: string, to: number) => Array.from({ length: to }, (_, leg) => `${seat}/${leg}`);

describe('what a newer timetable does to a reservation from the airport to Kyoto in 4-4A', () => {
  const BOOKED = { departAt: '2026-04-01 10:15:00', arriveAt: '2026-04-01 11:35:00' };
  test.each<[Feed, string | null, Partial<Reservation>, string[]]>([
    ['same', null, BOOKED, sold('4-4A', 4)],
    ['tripGone', 'cancelled', { ...BOOKED, trainNo: '14', trainNameEn: 'HARUKA' }, []],
    ['dayRemoved', 'cancelled', BOOKED, []],
    ['tenLater', 'retimed', { ...BOOKED, departAt: '2026-04-01 10:25:00' }, sold('4-4A', 4)],
    ['noTennoji', null, BOOKED, sold('4-4A', 3)],
    ['tennojiLonger', null, BOOKED, sold('4-4A', 4)],
    ['noCarFour', 'seatGone', BOOKED, []],
  ])('%s: %s', async (feed, kind, shown, seats) => {
    const id = await me.book(['in'], ['4-4A']);
    expect(await start(feed)).toBe(kind === null ? 0 : 1);
    const seen = await detail(id);
    expect({ ...seen, trainNameEn: seen.trainNameEn.toUpperCase() }).toMatchObject({ state: 1, ...shown });
    expect(seen.disruption?.kind ?? null).toBe(kind);
    if (kind)
      expect(seen.disruption).toMatchObject({
        bookedDepartAt: BOOKED.departAt,
        bookedArriveAt: BOOKED.arriveAt,
      });
    expect(await legs()).toEqual(seats);
    // A second start has nothing to tell.
    expect(await start(feed)).toBe(0);
    expect(await kinds()).toEqual(kind ? [kind] : []);
  });

  test('a stop that is no longer served cancels the ride that began there, and no other', async () => {
    const long = await me.book(['p1'], ['4-4A']);
    const short = await me.book(['p2'], ['4-5A'], { from: 'tennoji' });
    expect(await start('noTennoji')).toBe(1);
    expect((await detail(long)).disruption).toBeUndefined();
    expect((await detail(short)).disruption?.kind).toBe('cancelled');
    expect(await legs()).toEqual(sold('4-4A', 3));
  });

  test('seats that touch at a stop stay apart when the stops are numbered anew', async () => {
    await me.book(['p1'], ['4-4A'], { to: 'osaka' });
    await other.book(['b1'], ['4-4A'], { from: 'osaka' });
    expect(await start('noTennoji')).toBe(0);
    expect(await legs()).toEqual(sold('4-4A', 3));
  });

  test('two accounts on one train: both are told', async () => {
    await me.book(['p1'], ['4-4A']);
    const theirs = await other.book(['b1'], ['4-4B']);
    expect(await start('tripGone')).toBe(2);
    expect((await detail(theirs, other)).disruption?.kind).toBe('cancelled');
    expect((await me.post('loadReserveDetail', { reservationId: theirs })).code).toBe('SEAT-0001');
  });

  test('what is over is left alone: departed, and cancelled before', async () => {
    await me.book(['p1'], ['4-4A']);
    const dropped = await me.book(['p2'], ['4-4B'], { departureId: 'haruka-14@2026-04-02' });
    await me.post('seatCancel', { reservationId: dropped });
    await waitUntil('10:15:00');
    expect(await start('tripGone')).toBe(0);
    expect(await kinds()).toEqual([]);
    // What was called so still is.
    expect((await detail(dropped)).trainNo).toBe('14');
  });

  test('changed twice, then as booked: each is told, and the booking is what it is compared with', async () => {
    const id = await me.book(['in'], ['4-4A']);
    expect([await start('tenLater'), await start('fiveLater'), await start('same')]).toEqual([1, 1, 1]);
    expect(await kinds()).toEqual(['(retimed)', '(retimed)', 'restored']);
    expect(await detail(id)).toMatchObject({
      departAt: BOOKED.departAt,
      disruption: { kind: 'restored', bookedDepartAt: BOOKED.departAt },
    });
  });

  test('cancelled and put back: the seat is the traveller’s again', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('tripGone');
    expect(await start('same')).toBe(1);
    expect((await detail(id)).disruption?.kind).toBe('restored');
    expect(await legs()).toEqual(sold('4-4A', 4));
    expect(await other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  });

  test('put back when somebody else has the seat: it is gone, and theirs stays', async () => {
    const id = await me.book(['in'], ['4-4A'], { from: 'tennoji' });
    await start('noTennoji');
    await other.book(['b1'], ['4-4A']);
    await start('same');
    expect((await detail(id)).disruption?.kind).toBe('seatGone');
    expect(await legs()).toEqual(sold('4-4A', 4));
  });
});

describe('what the traveller may do', () => {
  const LATER = { ...TRAIN_14, departureId: 'haruka-18@2026-04-01' };
  const move = async (id: string, ticketId: string, ride = LATER) => {
    const holdId = await me.hold([ticketId], ['4-4A'], { ...ride, change: id });
    return me.post('seatChange', { reservationId: id, holdId });
  };

  test('a cancelled train’s seat moves to another, on a ticket that has no reservation left, long after departure', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('tripGone');
    await waitUntil('10:40:00');
    expect(ids(await me.get('reserveList', { tab: 'upcoming' }))).toEqual([id]);
    expect(ids(await me.get('reserveList', { tab: 'past' }))).toEqual([]);
    expect((await me.get('loadChangeInfo', { reservationId: id })).data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
    });
    const moved = await move(id, 'in');
    expect(moved.data).toMatchObject({ reservationId: id, state: 1, departureId: LATER.departureId });
    expect((moved.data as Reservation).disruption).toBeUndefined();
    expect((await detail(id)).disruption).toBeUndefined();
    expect(await kinds()).toEqual(['(cancelled)']);
    expect(await start('tripGone')).toBe(0);
  });

  test('or is cancelled, and the reservation comes back to the ticket', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('tripGone');
    await waitUntil('10:40:00');
    expect((await me.post('seatCancel', { reservationId: id })).data).toMatchObject({ state: 2 });
    expect(await kinds()).toEqual(['(cancelled)']);
    expect(await me.book(['in'], ['4-4A'], LATER)).not.toMatch(/^SEAT/);
  });

  test('nobody books what does not run, nor saves a hold on it', async () => {
    const holdId = await me.hold(['p1'], ['4-4A']);
    await start('dayRemoved');
    expect((await me.post('seatSave', { holdId })).code).toBe('SEAT-0013');
    expect(await me.hold(['p1'], ['4-4A'])).toBe('SEAT-0013');
    const query = { ticketIds: 'p1', date: '2026-04-01', from: KIX, to: 'kyoto' };
    expect((await me.get('ticketTrainList', query)).data).toEqual([]);
    expect(await me.hold(['p1'], ['4-4A'], { departureId: 'haruka-14@2026-04-02' })).not.toMatch(/^SEAT/);
  });

  test('a hold on a train whose times changed has to be made anew', async () => {
    const holdId = await me.hold(['p1'], ['4-4A']);
    await start('tenLater');
    expect((await me.post('seatSave', { holdId })).code).toBe('SEAT-0008');
  });

  test('an earlier train that has left may be moved until it was to leave when booked', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('hourEarlier');
    await waitUntil('09:30:00');
    expect(await detail(id)).toMatchObject({ state: 1, changeableUntil: '2026-04-01 10:15:00' });
    expect(ids(await me.get('reserveList', { tab: 'upcoming' }))).toEqual([id]);
    expect((await move(id, 'in')).code).toBe('OK');
  });

  test('and no longer after that', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('hourEarlier');
    await waitUntil('10:15:01');
    expect(await detail(id)).toMatchObject({ state: 3 });
    expect(ids(await me.get('reserveList', { tab: 'past' }))).toEqual([id]);
    expect((await me.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0004');
  });

  test('a transferred ticket takes the cancelled reservation along, one of a group too', async () => {
    const alone = await me.book(['p1'], ['4-4A']);
    await me.book(['p2', 'p3'], ['4-5A', '4-5B']);
    await start('tripGone');
    for (const ticketId of ['p1', 'p2'])
      await inTransaction(deps.db, (trx) =>
        moveSeats(trx, { ticketId, from: 'a0', to: 'a1', now: deps.clock() }, () => `split-${ticketId}`),
      );
    for (const id of [alone, 'split-p2'])
      expect((await detail(id, other)).disruption?.kind).toBe('cancelled');
    expect(ids(await other.get('reserveList', { tab: 'upcoming' })).toSorted()).toEqual(
      [alone, 'split-p2'].toSorted(),
    );
  });
});

// Seats in the store: rivals at once, all or nothing, and what frees a seat.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import type { OpenDatabase } from '../../platform/db/open-database.ts';
import { emptyTables, openTestDatabase } from '../../../test/test-database.ts';
import { lockReservation, type NewReservation } from './reservation-store.ts';
import { seedTravellers, storeCancel, storeHold, storeSave } from '../../../test/reservation/seat.ts';
import { lockForHold, releaseHold, takeSeats, type NewHold } from './seat-store.ts';
import { takenSeats } from './taken-seats-store.ts';

const NOW = Date.UTC(2026, 10, 28, 4, 52);
const DEPARTURE = 'haruka-25@2026-11-28';
const RIVALS = 64;

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

beforeEach(async () => {
  await emptyTables(open.db);
  await seedTravellers(open.db, RIVALS, NOW);
});

const holdId = (i: number, firstLeg = 0, now = NOW) => `h${i}-${firstLeg}-${now}`;
const hold = (i: number, seats: string[], firstLeg = 0, endLeg = 4, now = NOW) =>
  storeHold(open.db, {
    holdId: holdId(i, firstLeg, now),
    accountId: `a${i}`,
    departureId: DEPARTURE,
    fromStation: 'kyoto',
    toStation: 'kansai-airport',
    firstLeg,
    endLeg,
    ticketIds: [`t${i}`],
    change: undefined,
    seats,
    now,
  });
const reservation = (i: number, seat: string, now = NOW, heldAt = NOW): NewReservation => ({
  holdId: holdId(i, 0, heldAt),
  accountId: `a${i}`,
  departureId: DEPARTURE,
  tripId: 'haruka-25',
  serviceDate: '2026-11-28',
  fromStation: 'kyoto',
  toStation: 'kansai-airport',
  firstLeg: 0,
  endLeg: 4,
  departAt: NOW + 1_380_000,
  arriveAt: NOW + 6_180_000,
  now,
  seats: [{ ticket_id: `t${i}`, seat, seat_type: 'reserved', car_class: 'ordinary' }],
});
/** Takes a seat for one more ticket of an account. Gives what is lost, and how many seats the account holds besides. */
const takeFor = (ticketId: string, seat: string, { now = NOW, ...more }: Partial<NewHold> = {}) =>
  inTransaction(open.db, (trx) =>
    takeSeats(trx, {
      holdId: `h-${ticketId}-${now}`,
      accountId: 'a0',
      departureId: DEPARTURE,
      fromStation: 'kyoto',
      toStation: 'kansai-airport',
      firstLeg: 0,
      endLeg: 4,
      ticketIds: [ticketId],
      change: undefined,
      seats: [seat],
      departAt: NOW + 1_380_000,
      arriveAt: NOW + 6_180_000,
      now,
      expiresAt: now + 300_000,
      ...more,
    }),
  );
/** Reserves a seat for a traveller on some legs; gives the id of the reservation. */
async function reserve(i: number, seat: string, firstLeg: number, endLeg: number): Promise<string> {
  expect(await hold(i, [seat], firstLeg, endLeg)).toBe(true);
  const holdOfLegs = { holdId: holdId(i, firstLeg), firstLeg, endLeg };
  expect(await storeSave(open.db, { ...reservation(i, seat), ...holdOfLegs })).toBe(true);
  return holdId(i, firstLeg);
}
const save = (i: number, now = NOW, heldAt = NOW) => storeSave(open.db, reservation(i, '4-7A', now, heldAt));
const nobody = { accountId: 'nobody', ticketIds: [], change: undefined };
const taken = async (firstLeg = 0, endLeg = 4, now = NOW) => [
  ...(await takenSeats(open.db, { departureId: DEPARTURE, firstLeg, endLeg }, nobody, now)),
];
/** A promise, and the function that resolves it. */
function signal(): readonly [Promise<void>, () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  return [sent, () => send()];
}
/** Whether the transaction has locked the departure: then locking it again adds no lock. */
async function hasLocked(trx: Trx): Promise<boolean> {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and granted and pid = pg_backend_pid()`.execute(trx);
    return rows[0]?.n;
  };
  const before = await count();
  await lockDepartures(trx, [DEPARTURE]);
  return (await count()) === before;
}
/** Every leg and who has it: the reservation, or `held`. */
async function everyLeg(): Promise<string[]> {
  const rows = await open.db.selectFrom('seat_leg').selectAll().execute();
  return rows.map((row) => `${row.seat}/${row.leg} ${row.reservation_id ?? 'held'}`).toSorted();
}
const legsOf = (seat: string, firstLeg: number, endLeg: number, owner: string) =>
  Array.from({ length: endLeg - firstLeg }, (_, i) => `${seat}/${firstLeg + i} ${owner}`);

describe('a change of a reservation', () => {
  const other = { departureId: 'haruka-27@2026-11-28' };

  it('counts the seat that it has as won, on the legs that it has, and on no other train', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    expect(await takeFor('t0', '4-7A', { change, firstLeg: 0, endLeg: 2 })).toMatchObject({ lost: [] });
    await takeFor('t1', '4-7A', { ...other, accountId: 'a1' });
    const lost = { lost: ['4-7A'] };
    expect(await takeFor('t0', '4-7A', { ...other, change, now: NOW + 1 })).toMatchObject(lost);
  });

  it.each([
    ['behind', 0, 2, 2, 4],
    ['before', 2, 4, 0, 2],
  ])('wins no legs %s its own that somebody else has', async (_where, own, ownEnd, firstLeg, endLeg) => {
    const change = await reserve(0, '4-7A', own, ownEnd);
    await reserve(1, '4-7A', firstLeg, endLeg);
    expect(await takeFor('t0', '4-7A', { change, firstLeg, endLeg })).toMatchObject({ lost: ['4-7A'] });
  });

  it('does not count its leg behind the wanted ones for the one that somebody else has', async () => {
    const change = await reserve(0, '4-7A', 2, 4);
    await reserve(1, '4-7A', 1, 2);
    const legs = { change, firstLeg: 0, endLeg: 2 };
    expect(await takeFor('t0', '4-7A', legs)).toMatchObject({ lost: ['4-7A'] });
  });

  it("does not count another traveller's seat as its own", async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await reserve(1, '4-7B', 0, 4);
    expect(await takeFor('t0', '4-7B', { change })).toMatchObject({ lost: ['4-7B'] });
  });

  it('is never saved as one more reservation', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await takeFor('t0', '4-8A', { change });
    expect(await storeSave(open.db, { ...reservation(0, '4-8A'), holdId: `h-t0-${NOW}` })).toBe(false);
  });

  /** Moves a reservation to the seat that `takeFor('t0', …)` holds for it, a millisecond later. */
  const move = (change: string, seat: string, more: Partial<NewReservation> = {}) =>
    storeSave(open.db, { ...reservation(0, seat, NOW + 1), holdId: `h-t0-${NOW}`, ...more }, change);

  it.each([
    ['to fewer legs of its seat', '4-7A', 1, 3],
    ['to another seat', '4-8A', 0, 4],
  ])('moves %s, and changes no other leg', async (_where, seat, firstLeg, endLeg) => {
    const change = await reserve(0, '4-7A', 0, 4);
    const second = await reserve(0, '4-9A', 1, 3);
    const rival = await reserve(1, '4-9B', 0, 4);
    await hold(2, ['4-9C']);
    await takeFor('t0', seat, { change, firstLeg, endLeg });
    expect(await move(change, seat, { firstLeg, endLeg })).toBe(true);
    expect(await everyLeg()).toEqual([
      ...legsOf(seat, firstLeg, endLeg, change),
      ...legsOf('4-9A', 1, 3, second),
      ...legsOf('4-9B', 0, 4, rival),
      ...legsOf('4-9C', 0, 4, 'held'),
    ]);
  });

  it('moves to one of two holds that were made for it', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await takeFor('t0', '4-8A', { change });
    await takeFor('t2', '4-9A', { change });
    expect(await move(change, '4-8A')).toBe(true);
    expect(await everyLeg()).toEqual([...legsOf('4-8A', 0, 4, change), ...legsOf('4-9A', 0, 4, 'held')]);
  });

  it('moves until its hold lapses, and not to a hold that was made for no change', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await takeFor('t0', '4-8A', { change });
    expect(await move(change, '4-8A', { now: NOW + 300_000 })).toBe(false);
    expect(await move(change, '4-8A', { now: NOW + 299_999 })).toBe(true);
    await takeFor('t0', '4-9A');
    expect(await move(change, '4-9A')).toBe(false);
    expect(await everyLeg()).toEqual([...legsOf('4-8A', 0, 4, change), ...legsOf('4-9A', 0, 4, 'held')]);
  });

  it("moves neither to another account's hold nor another account's reservation", async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await takeFor('t1', '4-8A', { change, accountId: 'a1' });
    const theirs = { holdId: `h-t1-${NOW}` };
    expect(await move(change, '4-8A', theirs)).toBe(false);
    expect(await move(change, '4-8A', { ...theirs, accountId: 'a1' })).toBe(false);
  });

  it('does not move a cancelled reservation', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await storeCancel(open.db, 'a0', change, NOW);
    await takeFor('t0', '4-8A', { change });
    expect(await move(change, '4-8A')).toBe(false);
  });

  it('does not move to a seat of which another reservation has the legs', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    await reserve(1, '4-8A', 0, 4);
    await takeFor('t0', '4-8A', { change });
    expect(await move(change, '4-8A')).toBe(false);
  });

  it.each([
    ['another train', {}, { departureId: 'haruka-27@2026-11-28' }],
    ['another seat', {}, { seats: reservation(0, '4-9A').seats }],
    ['later legs', { endLeg: 3 }, { firstLeg: 1 }],
    ['earlier legs', { firstLeg: 1 }, { endLeg: 3 }],
  ])('does not move to %s than its hold has', async (_what, held, saved) => {
    const change = await reserve(0, '4-7A', 0, 4);
    await takeFor('t0', '4-8A', { change, ...held });
    expect(await move(change, '4-8A', saved)).toBe(false);
  });

  it.runIf(process.env['TEST_DATABASE_URL'])('locks the row of the reservation it reads', async () => {
    const change = await reserve(0, '4-7A', 0, 4);
    const [locked, sayLocked] = signal();
    const [tried, sayTried] = signal();
    const first = inTransaction(open.db, async (trx) => {
      await lockReservation(trx, 'a0', change);
      sayLocked();
      await tried;
    });
    await Promise.race([locked, first]);
    const second = sql`select 1 from reservation for update nowait`.execute(open.db);
    await expect(second.finally(sayTried)).rejects.toThrow('could not obtain lock');
    await first;
  });
});

describe('holding and reserving seats', () => {
  it('rolls a hold back when one of its seats is gone', async () => {
    expect(await hold(0, ['4-7B'])).toBe(true);
    expect(await hold(1, ['4-7A', '4-7B'])).toBe(false);
    expect(await taken()).toEqual(['4-7B']);
  });

  it('sells one seat twice on legs that do not overlap', async () => {
    expect(await hold(0, ['4-7A'], 0, 2)).toBe(true);
    expect(await hold(1, ['4-7A'], 2, 4)).toBe(true);
  });

  it('frees a lapsed hold at the next hold, and refuses its late save', async () => {
    await hold(0, ['4-7A']);
    const later = NOW + 300_000;
    expect(await taken(0, 4, later)).toEqual([]);
    expect(await hold(1, ['4-7A'], 0, 4, later)).toBe(true);
    expect(await save(0, later)).toBe(false);
    expect(await save(1, later, later)).toBe(true);
    expect(await open.db.selectFrom('reservation').select('account_id').execute()).toEqual([
      { account_id: 'a1' },
    ]);
  });

  it('refuses a late save even when the seat is still free, and leaves no partial reservation', async () => {
    await hold(0, ['4-7A']);
    expect(await save(0, NOW + 300_000)).toBe(false);
    expect(await open.db.selectFrom('reservation').select('state').execute()).toEqual([]);
  });

  it('saves a hold once, however many times it is requested', async () => {
    await hold(0, ['4-7A']);
    const results = await Promise.all([save(0), save(0), save(0)]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await open.db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 1 }]);
    expect(await open.db.selectFrom('seat_hold').select('hold_id').execute()).toEqual([]);
  });

  it("neither saves nor releases another account's hold", async () => {
    await hold(0, ['4-7A']);
    expect(await storeSave(open.db, { ...reservation(0, '4-7A'), accountId: 'a1' })).toBe(false);
    await inTransaction(open.db, (trx) => releaseHold(trx, 'a1', holdId(0)));
    expect(await taken()).toEqual(['4-7A']);
    await inTransaction(open.db, (trx) => releaseHold(trx, 'a0', holdId(0)));
    expect(await taken()).toEqual([]);
  });

  it.each<[string, (trx: Trx) => Promise<void>]>([
    ['a hold is released', (trx) => releaseHold(trx, 'a0', holdId(0))],
    ['free seats are chosen for a new hold', (trx) => lockForHold(trx, DEPARTURE, nobody, NOW)],
  ])('keeps the departure locked while %s', async (_when, work) => {
    await hold(0, ['4-7A']);
    const locked = await inTransaction(open.db, async (trx) => {
      await work(trx);
      return hasLocked(trx);
    });
    expect(locked).toBe(true);
  });

  it('frees a cancelled seat at once, and a second cancel does not affect the new owner', async () => {
    await hold(0, ['4-7A']);
    await save(0);
    expect(await storeCancel(open.db, 'a1', holdId(0), NOW)).toBe(false);
    expect(await storeCancel(open.db, 'a0', holdId(0), NOW)).toBe(true);
    expect(await hold(1, ['4-7A'])).toBe(true);
    expect(await storeCancel(open.db, 'a0', holdId(0), NOW)).toBe(false);
    expect(await taken()).toEqual(['4-7A']);
  });

  it("cancels one of the account's reservations, and frees no other leg", async () => {
    const cancelled = await reserve(0, '4-7A', 0, 4);
    const kept = await reserve(0, '4-8A', 1, 3);
    await hold(1, ['4-9A']);
    expect(await storeCancel(open.db, 'a0', cancelled, NOW)).toBe(true);
    expect(await everyLeg()).toEqual([...legsOf('4-8A', 1, 3, kept), ...legsOf('4-9A', 0, 4, 'held')]);
  });

  it("saves one of the account's holds, and keeps the others", async () => {
    await hold(0, ['4-7A']);
    await takeFor('t2', '4-8A');
    expect(await save(0)).toBe(true);
    expect(await everyLeg()).toEqual([...legsOf('4-7A', 0, 4, holdId(0)), ...legsOf('4-8A', 0, 4, 'held')]);
  });

  it("counts the account's own seats for other tickets, until the moment in which their hold lapses", async () => {
    await hold(0, ['4-7A']);
    await hold(1, ['4-7B']);
    expect(await takeFor('t2', '4-8A')).toEqual({ lost: [], heldElsewhere: 1 });
    expect(await takeFor('t2', '4-8B', { now: NOW + 299_999 })).toEqual({ lost: [], heldElsewhere: 1 });
    expect(await takeFor('t3', '4-9A', { now: NOW + 300_000 })).toEqual({ lost: [], heldElsewhere: 1 });
    expect(await takeFor('t4', '4-9B', { now: NOW + 600_000 })).toEqual({ lost: [], heldElsewhere: 0 });
  });

  it('replaces the hold of the same ticket, and leaves those of other tickets to be saved', async () => {
    await hold(0, ['4-7A']);
    await takeFor('t2', '4-8A');
    await takeFor('t2', '4-8B', { now: NOW + 1 });
    expect(await save(0)).toBe(true);
  });

  it('takes no seat over from a hold of other tickets of the account', async () => {
    await hold(0, ['4-7A']);
    expect(await takeFor('t2', '4-7A')).toMatchObject({ lost: ['4-7A'] });
  });

  it("takes over the seat of the ticket's own older hold, and not of its former owner's", async () => {
    await hold(0, ['4-7A']);
    const later = { now: NOW + 1 };
    expect(await takeFor('t0', '4-7A', later)).toEqual({ lost: [], heldElsewhere: 0 });
    expect(await takeFor('t0', '4-7A', { now: NOW + 2, accountId: 'a1' })).toMatchObject({ lost: ['4-7A'] });
  });
});

describe('rivals at once', () => {
  it('gives one seat to exactly one of 64 rivals at once', async () => {
    const results = await Promise.all(Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'])));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await taken()).toEqual(['4-12A']);
  });

  it('never sells overlapping legs twice, whichever legs the rivals want', async () => {
    const results = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'], i % 4, (i % 4) + 1)),
    );
    expect(results.filter(Boolean)).toHaveLength(4);
    const rows = await open.db.selectFrom('seat_leg').select('leg').orderBy('leg').execute();
    expect(rows.map((r) => r.leg)).toEqual([0, 1, 2, 3]);
  });

  it('holds two seats requested in either order without a deadlock, and never only one of them', async () => {
    const results = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => hold(i, i % 2 ? ['4-7A', '4-7B'] : ['4-7B', '4-7A'])),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await open.db.selectFrom('seat_leg').select('leg').execute()).toHaveLength(8);
  });

  it('lets travellers exchange the seats they hold without a deadlock', async () => {
    for (let round = 0; round < 8; round += 1) {
      await hold(0, ['4-7A']);
      await hold(1, ['4-7B']);
      const later = [hold(0, ['4-7B'], 0, 4, NOW + 1 + round), hold(1, ['4-7A'], 0, 4, NOW + 1 + round)];
      await expect(Promise.all(later)).resolves.toBeDefined();
      await emptyTables(open.db);
      await seedTravellers(open.db, 2, NOW);
    }
  });

  it('lets travellers with seats on one of two trains take seats on the other without a deadlock', async () => {
    const trains = [DEPARTURE, 'haruka-27@2026-11-28'];
    const take = (round: number) =>
      Promise.all(
        Array.from({ length: RIVALS }, (_, i) =>
          takeFor(`t${i}-${round}`, `4-${i}A`, { accountId: `a${i}`, departureId: trains[(i + round) % 2]! }),
        ),
      );
    await take(0);
    expect((await take(1)).map(({ heldElsewhere }) => heldElsewhere)).toEqual(Array(RIVALS).fill(1));
  });
});

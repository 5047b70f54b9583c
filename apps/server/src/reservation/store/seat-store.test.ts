// Seats at the store: rivals at once, whole or nothing, and what frees a seat.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { emptyTables, openTestDatabase } from '../db/test-database.ts';
import type { NewReservation } from './reservation-store.ts';
import { seedTravellers, storeCancel, storeHold, storeSave } from './seat-fixture.ts';
import { releaseHold } from './seat-store.ts';
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
const save = (i: number, now = NOW, heldAt = NOW) => storeSave(open.db, reservation(i, '4-7A', now, heldAt));
const nobody = { accountId: 'nobody', ticketIds: [], change: undefined };
const taken = async (firstLeg = 0, endLeg = 4, now = NOW) => [
  ...(await takenSeats(open.db, { departureId: DEPARTURE, firstLeg, endLeg }, nobody, now)),
];

describe('holding and reserving seats', () => {
  it('gives one seat to exactly one of 64 who ask at once', async () => {
    const results = await Promise.all(Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'])));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await taken()).toEqual(['4-12A']);
  });

  it('sells overlapping legs to nobody twice, whichever legs the rivals want', async () => {
    const results = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'], i % 4, (i % 4) + 1)),
    );
    expect(results.filter(Boolean)).toHaveLength(4);
    const rows = await open.db.selectFrom('seat_leg').select('leg').orderBy('leg').execute();
    expect(rows.map((r) => r.leg)).toEqual([0, 1, 2, 3]);
  });

  it('holds two seats asked for in either order without a deadlock, and never half of them', async () => {
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

  it('rolls a hold back whole when one of its seats is gone', async () => {
    expect(await hold(0, ['4-7B'])).toBe(true);
    expect(await hold(1, ['4-7A', '4-7B'])).toBe(false);
    expect(await taken()).toEqual(['4-7B']);
  });

  it('sells one seat twice on legs that do not overlap', async () => {
    expect(await hold(0, ['4-7A'], 0, 2)).toBe(true);
    expect(await hold(1, ['4-7A'], 2, 4)).toBe(true);
  });

  it('frees a lapsed hold by itself at the next hold, and refuses its late save', async () => {
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

  it('refuses a late save even when the seat is still free, and leaves nothing half made', async () => {
    await hold(0, ['4-7A']);
    expect(await save(0, NOW + 300_000)).toBe(false);
    expect(await open.db.selectFrom('reservation').select('state').execute()).toEqual([]);
  });

  it('saves a hold once, however many times it is pressed', async () => {
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

  it('frees a cancelled seat at once, and a second cancel leaves the new owner alone', async () => {
    await hold(0, ['4-7A']);
    await save(0);
    expect(await storeCancel(open.db, 'a1', holdId(0), NOW)).toBe(false);
    expect(await storeCancel(open.db, 'a0', holdId(0), NOW)).toBe(true);
    expect(await hold(1, ['4-7A'])).toBe(true);
    expect(await storeCancel(open.db, 'a0', holdId(0), NOW)).toBe(false);
    expect(await taken()).toEqual(['4-7A']);
  });
});

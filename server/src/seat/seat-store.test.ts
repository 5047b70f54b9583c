import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { emptyTables, openTestDatabase } from '../db/test-database.ts';
import { holdSeats } from './hold-seats.ts';
import { saveHeldSeats } from './save-hold.ts';
import { seedTravellers } from './seat-fixture.ts';
import { cancelReservation, releaseHold, takenSeats, ticketsReservedOn } from './seat-store.ts';

const NOW = Date.UTC(2026, 10, 28, 4, 52);
const DEPARTURE = 'haruka-25:2026-11-28';
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

const hold = (i: number, seats: string[], firstLeg = 0, endLeg = 4, now = NOW) =>
  holdSeats(open.db, {
    holdId: `h${i}-${firstLeg}-${now}`,
    accountId: `a${i}`,
    departureId: DEPARTURE,
    fromStation: 'kyoto',
    toStation: 'kansai-airport',
    firstLeg,
    endLeg,
    ticketIds: seats.map(() => `t${i}`).slice(0, 1),
    seats,
    now,
  });
const save = (i: number, now = NOW, firstLeg = 0, holdNow = NOW) =>
  saveHeldSeats(open.db, {
    reservationId: `r${i}-${firstLeg}`,
    holdId: `h${i}-${firstLeg}-${holdNow}`,
    accountId: `a${i}`,
    tripId: 'haruka-25',
    serviceDate: '2026-11-28',
    departAt: NOW + 1_380_000,
    arriveAt: NOW + 6_180_000,
    now,
    greenCars: [1],
  });
const taken = (firstLeg = 0, endLeg = 4, now = NOW) =>
  takenSeats(open.db, { departureId: DEPARTURE, firstLeg, endLeg }, now);

describe('holding and reserving seats', () => {
  it('gives one seat to exactly one of 64 who ask at once', async () => {
    const results = await Promise.all(Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'])));
    expect(results.filter((r) => r.ok)).toHaveLength(1);
    expect(results.filter((r) => !r.ok).every((r) => !r.ok && r.code === 'SEAT-0002')).toBe(true);
    expect([...(await taken())]).toEqual(['4-12A']);
  });

  it('sells overlapping legs to nobody twice, whichever legs the rivals want', async () => {
    const results = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => hold(i, ['4-12A'], i % 4, (i % 4) + 1)),
    );
    expect(results.filter((r) => r.ok)).toHaveLength(4);
    const rows = await open.db.selectFrom('seat_leg').select('leg').orderBy('leg').execute();
    expect(rows.map((r) => r.leg)).toEqual([0, 1, 2, 3]);
  });

  it('holds two seats asked for in either order without a deadlock, and never half of them', async () => {
    const results = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => hold(i, i % 2 ? ['4-7A', '4-7B'] : ['4-7B', '4-7A'])),
    );
    expect(results.filter((r) => r.ok)).toHaveLength(1);
    expect(await open.db.selectFrom('seat_leg').select('leg').execute()).toHaveLength(8);
  });

  it('rolls a hold back whole when one of its seats is gone', async () => {
    expect((await hold(0, ['4-7B'])).ok).toBe(true);
    expect(await hold(1, ['4-7A', '4-7B'])).toEqual({ ok: false, code: 'SEAT-0002' });
    expect([...(await taken())]).toEqual(['4-7B']);
  });

  it('sells one seat twice on legs that do not overlap', async () => {
    expect((await hold(0, ['4-7A'], 0, 2)).ok).toBe(true);
    expect((await hold(1, ['4-7A'], 2, 4)).ok).toBe(true);
  });

  it('frees a lapsed hold by itself at the next hold, and refuses its late save', async () => {
    await hold(0, ['4-7A']);
    const later = NOW + 300_000;
    expect([...(await taken(0, 4, later))]).toEqual([]);
    expect((await hold(1, ['4-7A'], 0, 4, later)).ok).toBe(true);
    expect(await save(0, later)).toEqual({ ok: false, code: 'SEAT-0008' });
    expect(await save(1, later, 0, later)).toEqual({ ok: true });
    expect(await open.db.selectFrom('reservation').select('account_id').execute()).toEqual([
      { account_id: 'a1' },
    ]);
  });

  it('saves a hold once, however many times it is pressed', async () => {
    await hold(0, ['4-7A']);
    const results = await Promise.all([save(0), save(0)].map((p) => p.catch(() => ({ ok: false }))));
    expect(results.filter((r) => r.ok)).toHaveLength(1);
    expect(await open.db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 1 }]);
    expect(await ticketsReservedOn(open.db, DEPARTURE, ['t0', 't1'])).toEqual(['t0']);
  });

  it("neither saves nor releases another account's hold", async () => {
    await hold(0, ['4-7A']);
    expect(
      await saveHeldSeats(open.db, {
        reservationId: 'r-theft',
        holdId: `h0-0-${NOW}`,
        accountId: 'a1',
        tripId: 'haruka-25',
        serviceDate: '2026-11-28',
        departAt: NOW,
        arriveAt: NOW,
        now: NOW,
        greenCars: [1],
      }),
    ).toEqual({ ok: false, code: 'SEAT-0008' });
    expect(await inTransaction(open.db, (trx) => releaseHold(trx, 'a1', `h0-0-${NOW}`))).toBe(false);
    expect([...(await taken())]).toEqual(['4-7A']);
    expect(await inTransaction(open.db, (trx) => releaseHold(trx, 'a0', `h0-0-${NOW}`))).toBe(true);
    expect([...(await taken())]).toEqual([]);
  });

  it('frees a cancelled seat at once, and a second cancel leaves the new owner alone', async () => {
    await hold(0, ['4-7A']);
    await save(0);
    const cancel = (account: string) =>
      inTransaction(open.db, (trx) => cancelReservation(trx, account, 'r0-0', NOW));
    expect(await cancel('a1')).toBe(false);
    expect(await cancel('a0')).toBe(true);
    expect((await hold(1, ['4-7A'])).ok).toBe(true);
    expect(await cancel('a0')).toBe(false);
    expect([...(await taken())]).toEqual(['4-7A']);
  });
});

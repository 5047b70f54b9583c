// Advisory locks: one file takes them all, so that their order is visible.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, type Db, type Trx } from './database.ts';
import { advisoryLock, lockDepartures, lockSchema } from './locks.ts';

const SOURCE = path.resolve(import.meta.dirname, '../..');

/** A trigger takes a lock in SQL: `ledger`, the last in the order. */
const TRIGGER = path.join('platform', 'db', 'migrations', '0167-closed-months.ts');

test('no other file takes an advisory lock', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const taking = files.filter((file) =>
    /pg_(try_)?advisory/.test(readFileSync(path.join(SOURCE, file), 'utf8')),
  );
  expect(taking.filter((file) => !file.endsWith('.test.ts'))).toEqual([
    path.join('platform', 'db', 'locks.ts'),
    TRIGGER,
  ]);
});

/** A promise, and the function that resolves it. */
function signal(): readonly [Promise<void>, () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  return [sent, () => send()];
}

/** The number of advisory locks that a connection has; its own without a `pid`. */
async function countLocks(db: Db | Trx, pid?: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and granted and pid = coalesce(${pid ?? null}::int, pg_backend_pid())`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

test('equal keys of two kinds are two locks, equal keys of one kind are one', async () => {
  const { db, close } = await openTestDatabase();
  const held = await inTransaction(db, async (trx) => {
    for (const kind of ['accountSeats', 'departure', 'accountSeats'] as const)
      await sql`select ${advisoryLock(kind, sql`'a1'::text`)}`.execute(trx);
    return countLocks(trx);
  });
  await close();
  expect(held).toBe(2);
});

test('the lock of the migrations is held until their transaction ends', async () => {
  const { db, close } = await openTestDatabase();
  const held = await inTransaction(db, async (trx) => {
    await lockSchema(trx);
    return countLocks(trx);
  });
  await close();
  expect(held).toBe(1);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'departures are locked in the order of their ids, in whatever order they are named',
  async () => {
    const { db, close } = await openTestDatabase();
    const ids = Array.from({ length: 12 }, (_, i) => `in-order-${String(i).padStart(2, '0')}@2026-04-01`);
    const [lastLocked, sayLocked] = signal();
    const [counted, sayCounted] = signal();
    const holder = inTransaction(db, async (trx) => {
      await lockDepartures(trx, ids.slice(-1));
      sayLocked();
      await counted;
    });
    await Promise.race([lastLocked, holder]);
    let pid = 0;
    const [waits, sayWaiting] = signal();
    const waiter = inTransaction(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      pid = rows[0]?.pid ?? 0;
      sayWaiting();
      await lockDepartures(trx, ids.toReversed());
    });
    await Promise.race([waits, waiter]);
    // It has all but the last one when it comes to wait.
    await expect.poll(() => countLocks(db, pid), { timeout: 60_000 }).toBe(11);
    sayCounted();
    await Promise.all([holder, waiter]);
    await close();
  },
);

test('each lock has a number of its own', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'locks.ts'), 'utf8');
  const numbers = [...source.matchAll(/_LOCK = ([\d_]+);/g)].map(([, number]) => number);
  expect(numbers.length).toBeGreaterThan(3);
  expect(new Set(numbers).size).toBe(numbers.length);
});

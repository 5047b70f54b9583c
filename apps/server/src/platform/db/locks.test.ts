// Advisory locks: one file takes them all, so that their order is visible.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { inTransaction } from './database.ts';
import { advisoryLock } from './locks.ts';

const SOURCE = path.resolve(import.meta.dirname, '../..');

test('no other file takes an advisory lock', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const taking = files.filter((file) =>
    /pg_(try_)?advisory/.test(readFileSync(path.join(SOURCE, file), 'utf8')),
  );
  expect(taking.filter((file) => !file.endsWith('.test.ts'))).toEqual([
    path.join('platform', 'db', 'locks.ts'),
  ]);
});

test('equal keys of two kinds are two locks, equal keys of one kind are one', async () => {
  const { db, close } = await openTestDatabase();
  const held = await inTransaction(db, async (trx) => {
    for (const kind of ['accountSeats', 'departure', 'accountSeats'] as const)
      await sql`select ${advisoryLock(kind, sql`'a1'::text`)}`.execute(trx);
    return (
      await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(trx)
    ).rows[0]?.n;
  });
  await close();
  expect(held).toBe(2);
});

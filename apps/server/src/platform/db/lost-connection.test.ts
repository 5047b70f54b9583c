// A lost database connection: one call fails, the process continues, and the next call connects again.
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Db } from './database.ts';
import type { OpenDatabase } from './open-database.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const pidOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;

describe.runIf(process.env['TEST_DATABASE_URL'])('a connection that the server ends', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openTestDatabase();
  });
  afterAll(() => open.close());

  const isGone = async (pid: number) =>
    (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(open.db)).rows.length === 0;

  test('between two statements of a transaction fails that one alone', async () => {
    const signals = new EventEmitter();
    const broken = inTransaction(open.db, async (trx) => {
      const ended = once(signals, 'end');
      signals.emit('pid', await pidOf(trx));
      await ended;
      return pidOf(trx);
    });
    const [pid] = (await once(signals, 'pid')) as [number];
    // Asked outside the transaction: inside it no other connection may be used.
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(open.db);
    while (!(await isGone(pid))) await setImmediate();
    // What the server said last is read before anything else is asked.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    signals.emit('end');
    await expect(broken).rejects.toThrow(/terminat|connection/i);
    expect(await pidOf(open.db)).toBeGreaterThan(0);
  });
});

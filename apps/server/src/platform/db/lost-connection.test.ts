// A lost database connection: the process continues, and its work connects again.
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

  test('between two statements of a transaction makes it run again on another', async () => {
    const signals = new EventEmitter();
    const pids: number[] = [];
    const work = inTransaction(open.db, async (trx) => {
      pids.push(await pidOf(trx));
      if (pids.length === 1) {
        const ended = once(signals, 'end');
        signals.emit('first');
        await ended;
      }
      return pidOf(trx);
    });
    await once(signals, 'first');
    const [pid = 0] = pids;
    // Asked outside the transaction: inside it no other connection may be used.
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(open.db);
    while (!(await isGone(pid))) await setImmediate();
    // What the server said last is read before anything else is asked.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    signals.emit('end');
    const last = await work;
    expect(pids).toEqual([pid, last]);
    expect(last).not.toBe(pid);
  });
});

// PgBouncer in transaction mode: no names of statements, no settings of a session.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPgBouncer } from '../../../../test/programs.ts';
import { openOnServer, TEST_LIMITS, testServerUrl } from '../../../../test/test-database.ts';
import { inTransaction, type Db } from '../database.ts';
import type { OpenDatabase } from '../open-database.ts';
import { batch, rowsByValues } from '../pipeline/pipeline.ts';
import { besideTransaction } from '../transaction-scope.ts';
import { outageOf } from './outage.ts';

const url = testServerUrl;

describe.runIf(url)('two processes behind PgBouncer', () => {
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let opened: readonly OpenDatabase[];
  beforeAll(async () => {
    pooler = await startPgBouncer(url, { connections: 2 });
    const limits = { ...TEST_LIMITS, statementMs: 400, lockMs: 200 };
    const one = () => openOnServer(url, { through: pooler.url, isPooled: true, limits });
    opened = [await one(), await one()];
    for (const { db } of opened) await sql`create table work (n int)`.execute(db);
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await pooler.close();
  });
  const each = () => opened.map(({ db }) => db) as [Db, Db];
  const outage = (work: Promise<unknown>) => work.then(() => 'none', outageOf);

  test('run their own statements, also repeated ones, in tables of their own', async () => {
    const repeat = async (db: Db, mark: number) => {
      for (let n = 0; n < 20; n += 1) {
        const { rows } = await sql`select ${mark}::int + ${n}::int as sum`.execute(db);
        expect(rows).toEqual([{ sum: mark + n }]);
        const [stored] = await inTransaction(db, (trx) =>
          batch(trx, [
            sql<{ n: number }>`insert into work (n) values (${mark + n}) returning n`,
            sql`select ${mark}::int`,
          ]),
        );
        expect(stored).toEqual([{ n: mark + n }]);
      }
      const count = sql<{ n: number; least: number }>`select count(*)::int as n, min(n) as least from work`;
      expect(await rowsByValues(db, count)).toEqual([{ n: 20, least: mark }]);
    };
    const [a, b] = each();
    await Promise.all([repeat(a, 100), repeat(b, 2000)]);
  });

  test('have their limits in each transaction and statement, and leave none behind', async () => {
    const [a, b] = each();
    expect(await outage(sql`select pg_sleep(60)`.execute(a))).toBe('statementTimeout');
    await inTransaction(a, async (trx) => {
      await sql`lock table work`.execute(trx);
      const waiting = () => inTransaction(a, (other) => sql`insert into work values (1)`.execute(other));
      expect(await besideTransaction(() => outage(waiting()))).toBe('lockTimeout');
    });
    const { rows } = await sql`select current_setting('statement_timeout') as own`.execute(b);
    expect(rows).toEqual([{ own: '400ms' }]);
    const outside = await openOnServer(url, {
      through: pooler.url,
      isPooled: true,
      limits: { ...TEST_LIMITS, statementMs: 700 },
    });
    const other = await sql`select current_setting('statement_timeout') as own`.execute(outside.db);
    expect(other.rows).toEqual([{ own: '700ms' }]);
    await outside.close();
  });
});

// A migration of a newer process adds a column while this process has statements prepared that return all columns.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction, type Db } from '../database.ts';
import type { OpenDatabase } from '../open-database.ts';
import { rowsByValues } from './pipeline.ts';

const all = sql<{ a: number }>`select * from grown`;
const WAYS: readonly (readonly [string, (db: Db) => Promise<readonly unknown[]>])[] = [
  ['a transaction', (db) => inTransaction(db, async (trx) => (await all.execute(trx)).rows)],
  ['a read outside a transaction', async (db) => (await all.execute(db)).rows],
  ['a read that is planned for its values', (db) => rowsByValues(db, all)],
  [
    'a write outside a transaction',
    async (db) => (await sql`update grown set a = a returning *`.execute(db)).rows,
  ],
];

describe.runIf(process.env['TEST_DATABASE_URL'])('after a migration', () => {
  let open: OpenDatabase;
  beforeEach(async () => {
    open = await openTestDatabase();
    await sql`create table grown (a int not null)`.execute(open.db);
    await sql`insert into grown values (1)`.execute(open.db);
  });
  afterEach(() => open.close());

  test.each(WAYS)('%s whose prepared statement returns other columns is run again', async (_, run) => {
    const { db } = open;
    for (let turn = 0; turn < 4; turn += 1) expect(await run(db)).toEqual([{ a: 1 }]);
    await sql`alter table grown add column b int not null default 2`.execute(db);
    expect(await run(db)).toEqual([{ a: 1, b: 2 }]);
  });
});

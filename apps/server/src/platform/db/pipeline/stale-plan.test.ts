// A migration of a newer process adds a column while this process has statements prepared that return all columns.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { inTransaction } from '../database.ts';

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a transaction whose prepared statement returns other columns since a migration is run again',
  async () => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`create table grown (a int not null)`.execute(db);
      await sql`insert into grown values (1)`.execute(db);
      const read = () => inTransaction(db, async (trx) => (await sql`select * from grown`.execute(trx)).rows);
      for (let turn = 0; turn < 4; turn += 1) expect(await read()).toEqual([{ a: 1 }]);
      await sql`alter table grown add column b int not null default 2`.execute(db);
      expect(await read()).toEqual([{ a: 1, b: 2 }]);
    } finally {
      await close();
    }
  },
);

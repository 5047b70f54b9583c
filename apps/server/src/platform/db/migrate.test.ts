// How migrations are applied beside running programs: one process at a time, no reader waits, older programs refuse to start.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { MIGRATION_LIMITS } from './connect/limits.ts';
import { LOCK_TRIES, MIGRATIONS, migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import type { OpenDatabase } from './open-database.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const shared = Boolean(process.env['TEST_DATABASE_URL']);
let opened: OpenDatabase;
let db: Db;
beforeAll(async () => {
  // As a start does: behind a pooler, the limits of calls come before each statement, and an index cannot be built after another statement.
  opened = await openTestDatabase(MIGRATION_LIMITS);
  db = opened.db;
});
afterAll(() => opened.close());

const more = (...migrations: Migration[]) => ({ shared, migrations: [...MIGRATIONS, ...migrations] });
const tableExists = async (name: string) =>
  (await sql<{ id: string | null }>`select to_regclass(${name})::text as id`.execute(db)).rows[0]?.id ===
  name;
const forget = (name: string) => sql`delete from migration where name = ${name}`.execute(db);

test('an older program works on a database with later migrations that do not exclude it', async () => {
  await migrate(db, more({ name: '9000-more', statements: ['create table m9000 (id text)'] }));
  expect(await tableExists('m9000')).toBe(true);
  expect(await migrate(db, { shared })).toEqual([]);
  await forget('9000-more');
});

test('an older program refuses a database that it cannot use, with one line that says what to do', async () => {
  const newest = MIGRATIONS.at(-1)?.name ?? '';
  const dropped = { name: '9001-drop', needs: newest, statements: ['create table m9001 (id text)'] };
  await migrate(db, more(dropped));
  // It knows what the later migration needs.
  expect(await migrate(db, { shared })).toEqual([]);
  const older = migrate(db, { shared, migrations: MIGRATIONS.slice(0, -1) });
  await expect(older).rejects.toThrow(
    /^the database belongs to a newer Kippu \(migration 9001-drop\), and this one cannot work with it; start that release/,
  );
  await forget('9001-drop');
});

test('batches are repeated until nothing is left to change', async () => {
  await sql`create table m9002 (id int primary key, done boolean not null default false)`.execute(db);
  await sql`insert into m9002 select generate_series(1, 25)`.execute(db);
  const batch = 'update m9002 set done = true where id in (select id from m9002 where not done limit 10)';
  expect(await migrate(db, more({ name: '9002-batches', batches: [batch] }))).toEqual(['9002-batches']);
  const { rows } = await sql`select 1 from m9002 where not done`.execute(db);
  expect(rows).toEqual([]);
  await forget('9002-batches');
});

test('an index is built, also in place of one whose build was interrupted', async () => {
  await sql`create table m9003 (id int)`.execute(db);
  const migration = { name: '9003-index', indexes: [{ name: 'm9003_id', on: 'm9003 (id)' }] };
  if (shared) {
    // A failed build leaves an invalid index.
    await sql`insert into m9003 values (1), (1)`.execute(db);
    await expect(sql`create unique index concurrently m9003_id on m9003 (id)`.execute(db)).rejects.toThrow();
  }
  expect(await migrate(db, more(migration))).toEqual(['9003-index']);
  const { rows } = await sql<{ valid: boolean; single: boolean }>`
    select indisvalid as valid, indisunique as single from pg_index where indexrelid = to_regclass('m9003_id')`.execute(
    db,
  );
  expect(rows).toEqual([{ valid: true, single: false }]);
  await forget('9003-index');
});

/** Keeps a lock on a table, as a long report does. Resolves once it is held, to a function that ends it. */
function readLong(table: string): Promise<() => Promise<void>> {
  return new Promise((held, failed) => {
    const ended = db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access share mode`.execute(trx);
      await new Promise<void>((free) => {
        held(() => {
          free();
          return ended;
        });
      });
    });
    ended.catch(failed);
  });
}

test.runIf(shared)('a migration does not queue readers behind a lock that it waits for', async () => {
  await sql`create table m9004 (id int)`.execute(db);
  const end = await readLong('m9004');
  let read = 0;
  const applied = await migrate(db, {
    ...more({ name: '9004-column', statements: ['alter table m9004 add column more int'] }),
    lockMs: 20,
    again: async () => {
      read += (await sql`select 1 as found from (select count(*) from m9004) as c`.execute(db)).rows.length;
      if (read === 3) await end();
    },
  });
  expect(applied).toEqual(['9004-column']);
  expect(read).toBe(3);
  await forget('9004-column');
});

test.runIf(shared)(
  'a table that stays locked ends the start with what to do, and changes nothing',
  async () => {
    await sql`create table m9005 (id int)`.execute(db);
    const end = await readLong('m9005');
    let waits = 0;
    const stuck = migrate(db, {
      ...more({ name: '9005-column', statements: ['alter table m9005 add column more int'] }),
      lockMs: 1,
      again: async () => (waits += 1),
    });
    await expect(stuck).rejects.toThrow(/^migration 9005-column gets no lock, .* end that one/);
    expect(waits).toBe(LOCK_TRIES.tries - 1);
    await end();
    const { rows } = await sql`select 1 from migration where name = '9005-column'`.execute(db);
    expect(rows).toEqual([]);
  },
);

test.runIf(shared)('of two processes one migrates, and the other waits for it', async () => {
  const options = more(
    { name: '9006-table', statements: ['create table m9006 (id int)'] },
    { name: '9007-index', indexes: [{ name: 'm9006_id', on: 'm9006 (id)' }] },
  );
  const lists = await Promise.all([
    migrate(db, options),
    migrate(db, { ...options, again: async () => undefined }),
  ]);
  expect(lists.toSorted((a, b) => a.length - b.length)).toEqual([[], ['9006-table', '9007-index']]);
});

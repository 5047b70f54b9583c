// Guarantees of the database: migrations run once, no seat is sold twice, history is not rewritten, one process uses a folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inTransaction, type Db } from './database.ts';
import { migrate } from './migrate.ts';
import { openEmbedded, type OpenDatabase } from './open-database.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

let opened: OpenDatabase;
let db: Db;
const at = new Date('2026-04-01T00:00:00Z');

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
  await sql`insert into account values ('a', 'a@x.jp', 'a', 'A', 'JP', 'ja', 'h', ${at}, 'active', ${at})`.execute(
    db,
  );
});
afterAll(() => opened.close());

test('a second migration changes nothing', async () => {
  expect(await migrate(db)).toEqual([]);
});

test('addresses stored before they were hashed are deleted', async () => {
  await sql`insert into bind_failure values ('address:192.0.2.7', ${at}), ('account:a', ${at})`.execute(db);
  await sql`delete from migration where name = '0009-bind-addresses'`.execute(db);
  expect(await migrate(db)).toEqual(['0009-bind-addresses']);
  const kept = await sql<{ subject: string }>`select subject from bind_failure`.execute(db);
  expect(kept.rows).toEqual([{ subject: 'account:a' }]);
});

test('the database refuses the same seat on the same leg', async () => {
  const hold = (id: string) => ({
    hold_id: id,
    account_id: 'a',
    departure_id: 't:2026-04-01',
    from_station: 'x',
    to_station: 'y',
    first_leg: 0,
    end_leg: 1,
    ticket_ids: ['t1', 't2'],
    seats: ['4-1A'],
    change_of: null,
    created_at: at,
    expires_at: at,
  });
  const take = (id: string) =>
    inTransaction(db, async (trx) => {
      await trx.insertInto('seat_hold').values(hold(id)).execute();
      await trx
        .insertInto('seat_leg')
        .values({
          departure_id: 't:2026-04-01',
          seat: '4-1A',
          leg: 0,
          hold_id: id,
          reservation_id: null,
          expires_at: at,
        })
        .execute();
    });
  const results = await Promise.allSettled([take('h1'), take('h2')]);
  const lost = results.filter((result) => result.status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(lost[0]?.reason).toMatchObject({ code: '23505' });
  const kept = await db
    .selectFrom('seat_hold')
    .select(['ticket_ids', 'expires_at'])
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ ticket_ids: ['t1', 't2'], expires_at: at });
});

test('a ticket event cannot be changed', async () => {
  await sql`insert into product values ('p', 'pass', null, 2, 2, '{"n":[1]}')`.execute(db);
  const product = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow();
  expect(product.data).toEqual({ n: [1] });
  await sql`insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, status, passenger_category,
    order_id, order_time, issuer, seller, sales_site, sales_company, sale_price, use_expire_date, created_at)
    values ('t', '1', '1', 'l', 'p', 'unbound', 'adult', 'o', ${at}, 'i', 's', 's', 's', 1, ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into ticket_event (ticket_id, kind, actor, at) values ('t', 'issue', 'system', ${at})`.execute(
    db,
  );
  await expect(db.updateTable('ticket_event').set({ kind: 'x' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('ticket_event').execute()).rejects.toThrow('append-only');
});

test('append-only records refuse update, delete and truncate', async () => {
  await sql`insert into gate (gate_id, station_id, key_hash, enrolled_at, direction) values ('g', 's', 'k', ${at}, 'in')`.execute(
    db,
  );
  await sql`insert into gate_event (gate_id, event_id, told, station_id, code, at, received_at, certificate)
    values ('g', 'e', 't', 's', 31, ${at}, ${at}, '')`.execute(db);
  await sql`insert into staff_action (at, actor, call) values (${at}, 'desk:a', 'deskSignIn')`.execute(db);
  await sql`insert into ticket_event (ticket_id, kind, actor, at) values ('t', 'issue', 'system', ${at})`.execute(
    db,
  );
  for (const table of ['staff_action', 'gate_event', 'ticket_event']) {
    const name = sql.table(table);
    for (const statement of [
      sql`update ${name} set at = ${at}`,
      sql`delete from ${name}`,
      sql`truncate ${name} cascade`,
    ])
      await expect(statement.execute(db), table).rejects.toThrow('append-only');
    const { rows } = await sql`select 1 from ${name}`.execute(db);
    expect(rows.length, table).toBeGreaterThan(0);
  }
});

test.runIf(process.env['TEST_DATABASE_URL'])('a statement beside its transaction is refused', async () => {
  const beside = inTransaction(db, () => sql`select 1`.execute(db));
  await expect(beside).rejects.toThrow('must not run inside a transaction');
  await inTransaction(db, (trx) => sql`select 1`.execute(trx));
});

test('a data folder can be opened once at a time and keeps its data', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kippu-db-'));
  const first = await openEmbedded(dir);
  await expect(openEmbedded(dir)).rejects.toThrow('another Kippu that is running');
  await first.close();
  const second = await openEmbedded(dir);
  expect(await migrate(second.db)).toEqual([]);
  await second.close();
  rmSync(dir, { recursive: true });
});

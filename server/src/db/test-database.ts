// A fresh migrated database for tests: PGlite in memory, or a schema of its own on TEST_DATABASE_URL.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openEmbedded, openPostgres, type OpenDatabase } from './open-database.ts';
import type { Db } from './database.ts';

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Opens one; call `close` in afterAll. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openEmbedded();
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await onServer(url, `create schema ${schema}`);
  const { db, close } = await openPostgres(url, schema);
  return {
    db,
    close: async () => {
      await close();
      await onServer(url, `drop schema ${schema} cascade`);
    },
  };
}

/** Empties every table but the migrations; quicker than a new database. */
export async function emptyTables(db: Db): Promise<void> {
  await sql`truncate account, verify_code, login_failure, attempt, captcha, one_time_pass, idempotency, product, ticket, sales_order, bind_failure, reservation, seat_hold, seat_leg, seats_sold, feed_memory cascade`.execute(
    db,
  );
}

// A fresh migrated database for tests: PGlite in memory, or a schema of its own on TEST_DATABASE_URL.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { MIGRATIONS, migrate } from './migrate.ts';
import { embeddedDb, openEmbedded, openPostgres, type OpenDatabase } from './open-database.ts';
import type { Db } from './database.ts';

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/kippu', import.meta.url));

/** A new embedded database with its tables: to load it again costs a tenth of making it. */
async function makeDump(): Promise<Uint8Array> {
  const pglite = await PGlite.create();
  const db = embeddedDb(pglite);
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  await db.destroy();
  return new Uint8Array(await dump.arrayBuffer());
}

/** A migrated embedded database, made by the first test that wants one and kept for these migrations. */
async function migratedDump(): Promise<Blob> {
  const key = createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 16);
  const file = join(CACHE, `migrated-${key}.tar`);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    // Whole under its name or not there at all: other test files run at the same time.
    const part = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(part, await makeDump());
    renameSync(part, file);
  }
  return new Blob([readFileSync(file)]);
}

/** Opens one; call `close` in afterAll. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openEmbedded(undefined, await migratedDump());
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
  await sql`truncate account, verify_code, login_failure, attempt, captcha, one_time_pass, idempotency, product, ticket, sales_order, bind_failure, reservation, seat_hold, seat_leg, seats_sold, feed_memory, staff, staff_action, feed_import cascade`.execute(
    db,
  );
}

// A new, migrated database for tests: PGlite in memory, or one on the server of TEST_DATABASE_URL.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { MIGRATIONS, migrate } from '../src/platform/db/migrate.ts';
import {
  embeddedDb,
  openEmbedded,
  openPostgres,
  type OpenDatabase,
  type PostgresOptions,
} from '../src/platform/db/open-database.ts';
import { inTransaction, type Db, type Trx } from '../src/platform/db/database.ts';
import type { DatabaseLimits } from '../src/platform/db/connect/limits.ts';
import { watchTransactions } from '../src/platform/db/transaction-scope.ts';

/** A machine that runs many tests at once may be slow. */
export const TEST_LIMITS: DatabaseLimits = {
  acquireMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
  idleInTransactionMs: 60_000,
  answerMs: 60_000,
  firstAnswerMs: 60_000,
};

/** Runs a statement on a connection of its own. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Names what the migrations make. Two databases of one name have the same tables. */
const MIGRATED = createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 16);

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/kippu', import.meta.url));

/** Dumps a new embedded database with its tables: loading it takes a tenth of the time of making it. */
async function makeDump(): Promise<Uint8Array> {
  const pglite = await PGlite.create();
  const db = embeddedDb(pglite);
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  await db.destroy();
  return new Uint8Array(await dump.arrayBuffer());
}

/** Returns a migrated embedded database, made by the first test that needs it and cached for these migrations. */
async function migratedDump(): Promise<Blob> {
  const file = join(CACHE, `migrated-${MIGRATED}.tar`);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    // Renamed when complete, because other test files run at the same time.
    const part = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(part, await makeDump());
    renameSync(part, file);
  }
  return new Blob([readFileSync(file)]);
}

const TEMPLATE = `kippu_migrated_${MIGRATED}`;

/** The address of another database of the server. */
function ofDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Makes the migrated database on the server that new ones are copied from, unless it is there. */
async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Until the connection ends, others wait here.
    await client.query('select pg_advisory_lock(hashtext($1))', [TEMPLATE]);
    const made = await client.query('select from pg_database where datname = $1 and datistemplate', [
      TEMPLATE,
    ]);
    if (made.rowCount === 1) return;
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
    const { close } = await openPostgres(ofDatabase(url, TEMPLATE), { limits: TEST_LIMITS });
    await close();
    await client.query(`alter database ${TEMPLATE} is_template true`);
  } finally {
    await client.end();
  }
}
let template: Promise<void> | undefined;

/**
 * Opens a database; call `close` in afterAll. From then on slow work inside a transaction fails (`refuseInTransaction`).
 * @param limits those of the connections to a server
 */
export async function openTestDatabase(limits = TEST_LIMITS): Promise<OpenDatabase> {
  watchTransactions();
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openEmbedded(undefined, await migratedDump());
  template ??= makeTemplate(testServerUrl);
  await template;
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying takes a third of the time of migrating.
  await onServer(testServerUrl, `create database ${name} template ${TEMPLATE}`);
  const options = { limits, isPooled: isTestPooled };
  const { close, ...opened } = await openPostgres(ofDatabase(url, name), options);
  return {
    ...opened,
    close: async () => {
      await close();
      await onServer(testServerUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Whether TEST_DATABASE_URL is that of a pooler in transaction mode. */
const isTestPooled = process.env['TEST_DATABASE_POOLER'] === 'transaction';
/** The PostgreSQL server itself, for tests of its failures; empty without a server. */
export const testServerUrl =
  (isTestPooled ? process.env['TEST_DATABASE_DIRECT_URL'] : process.env['TEST_DATABASE_URL']) ?? '';

/** Opens a new schema on a PostgreSQL server: at `url`, or through a proxy at `through`. Call `close` in afterAll. */
export async function openOnServer(
  url: string,
  { through = url, settings, ...options }: PostgresOptions & { readonly through?: string } = {},
): Promise<OpenDatabase> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await onServer(url, `create schema ${schema}`);
  const { db, pool, close } = await openPostgres(through, {
    limits: TEST_LIMITS,
    ...options,
    settings: { search_path: schema, ...settings },
  });
  return {
    db,
    ...(pool ? { pool } : {}),
    close: async () => {
      await close();
      await onServer(url, `drop schema ${schema} cascade`);
    },
  };
}

/**
 * Empties tables and those that refer to them, append-only ones too: it disables triggers, as a restore does. Needs a superuser, which tests
 * have. It deletes rows, because truncating would create each table's files again, which takes a tenth of a second.
 */
export async function emptyTablesNamed(trx: Trx, tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((table) => sql.lit(table)));
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`do $$ declare emptied regclass; begin
    for emptied in
      with recursive those as (
        select unnest(array[${names}])::regclass as id
        union select conrelid::regclass from pg_constraint join those on confrelid = id where contype = 'f'
      ) select id from those
    loop execute format('delete from %s', emptied); end loop;
  end $$`.execute(trx);
  await sql`set local session_replication_role = origin`.execute(trx);
}

const EMPTIED = [
  'job',
  'job_outage',
  'account',
  'verify_code',
  'login_failure',
  'attempt',
  'captcha',
  'one_time_pass',
  'idempotency',
  'used_once',
  'staff_sign_in_failure',
  'product',
  'ticket',
  'sales_order',
  'bind_failure',
  'reservation',
  'seat_hold',
  'seat_leg',
  'seats_sold',
  'feed_memory',
  'partner_order',
  'ledger_closing',
  'staff',
  'staff_action',
  'feed_import',
  'feed_upload',
  'timetable',
  'added_train',
  'server_process',
  'live_version',
  'live_train',
  'late_run',
  'seat_refund',
  'live_change',
];

/** Empties every table except the migrations; faster than a new database. */
export function emptyTables(db: Db): Promise<void> {
  return inTransaction(db, (trx) => emptyTablesNamed(trx, EMPTIED));
}

// Opens and migrates the database: PGlite in DATA_DIR, or a PostgreSQL server by DATABASE_URL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely';
import { lockDataDir } from './data-dir-lock.ts';
import type { Db } from './database.ts';
import { oneByOne } from './flight.ts';
import { migrate } from './migrate.ts';
import { PooledPostgresDialect } from './postgres-driver.ts';
import type { Tables } from './tables.ts';

/** As many as keep the cores busy while some wait for the disk or a lock; more only push each other off them. */
const CONNECTIONS = Math.max(8, 4 * availableParallelism());

export interface OpenDatabase {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

async function migrated(db: Db, close: () => Promise<void>): Promise<OpenDatabase> {
  try {
    await migrate(db);
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A PostgreSQL server; `schema` (tests) is where its tables live. */
export function openPostgres(url: string, schema?: string): Promise<OpenDatabase> {
  const path = schema === undefined ? '' : ` -c search_path=${schema}`;
  const dialect = new PooledPostgresDialect({
    connectionString: url,
    max: CONNECTIONS,
    // Every statement finds its rows by a key, so a plan made once is right for all values; making it costs more than it.
    options: `-c plan_cache_mode=force_generic_plan${path}`,
  });
  const db = new Kysely<Tables>({ dialect });
  return migrated(db, () => db.destroy());
}

/** PGlite's driver, its connection able to run flights. */
class EmbeddedDriver extends PGliteDriver {
  #known: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (connection !== this.#known) {
      connection.executeQuery = oneByOne(connection.executeQuery.bind(connection));
      this.#known = connection;
    }
    return connection;
  }
}

class EmbeddedDialect extends PGliteDialect {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super({ pglite });
    this.#pglite = pglite;
  }

  override createDriver(): EmbeddedDriver {
    return new EmbeddedDriver({ pglite: this.#pglite });
  }
}

/** The tables of a PGlite, which may be empty. */
export const embeddedDb = (pglite: PGlite): Db =>
  new Kysely<Tables>({ dialect: new EmbeddedDialect(pglite) });

/** The embedded database: in memory without a folder; a new one as it was when it was dumped, if that is given. */
export async function openEmbedded(dataDir?: string, dumped?: Blob): Promise<OpenDatabase> {
  const unlock = dataDir === undefined ? () => undefined : lockDataDir(dataDir);
  try {
    const where = dataDir === undefined ? {} : { dataDir: join(dataDir, 'db') };
    const pglite = await PGlite.create({ ...where, ...(dumped ? { loadDataDir: dumped } : {}) });
    const db = embeddedDb(pglite);
    return await migrated(db, async () => {
      await db.destroy();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** What the settings ask for, migrated and ready. */
export function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<OpenDatabase> {
  return config.databaseUrl === undefined ? openEmbedded(config.dataDir) : openPostgres(config.databaseUrl);
}

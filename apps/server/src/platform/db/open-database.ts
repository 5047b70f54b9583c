// Opens and migrates the database: PGlite in DATA_DIR, or a PostgreSQL server by DATABASE_URL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely';
import { lockDataDir } from './data-dir/data-dir-lock.ts';
import type { Db } from './database.ts';
import { oneByOne } from './pipeline/pipeline.ts';
import { migrate } from './migrate.ts';
import { PooledPostgresDialect } from './pipeline/postgres-driver.ts';
import { closeFolder } from './data-dir/private-folder.ts';
import { refuseInTransaction } from './transaction-scope.ts';
import type { Tables } from './tables/tables.ts';

/** Enough to keep the cores busy while some connections wait for the disk or a lock; more only compete. */
const CONNECTIONS = Math.max(8, 4 * availableParallelism());

/** The connections of this process to PostgreSQL. */
export interface PoolState {
  readonly inUse: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface OpenDatabase {
  readonly db: Db;
  /** Undefined for the embedded database. */
  readonly pool?: () => PoolState;
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

/** Opens a PostgreSQL server; `schema` (tests) contains its tables. */
export async function openPostgres(url: string, schema?: string): Promise<OpenDatabase> {
  const path = schema === undefined ? '' : ` -c search_path=${schema}`;
  const dialect = new PooledPostgresDialect(
    {
      connectionString: url,
      max: CONNECTIONS,
      // Every statement finds its rows by a key, so one plan is right for all values; planning costs more than running.
      options: `-c plan_cache_mode=force_generic_plan${path}`,
    },
    // The embedded database has one connection: inside a transaction, waiting for a second one would never end.
    () => refuseInTransaction('a statement beside its transaction'),
  );
  const db = new Kysely<Tables>({ dialect });
  const opened = await migrated(db, () => db.destroy());
  return { ...opened, pool: () => dialect.poolState() };
}

/** PGlite's driver with connections that accept pipelines. */
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

/** Opens the tables of a PGlite, which may be empty. */
export const embeddedDb = (pglite: PGlite): Db =>
  new Kysely<Tables>({ dialect: new EmbeddedDialect(pglite) });

/** Opens the embedded database: in memory without a folder; `dumped` is the initial content of a new one. */
export async function openEmbedded(dataDir?: string, dumped?: Blob): Promise<OpenDatabase> {
  const unlock = dataDir === undefined ? async () => undefined : await lockDataDir(dataDir);
  try {
    const folder = dataDir === undefined ? undefined : join(dataDir, 'db');
    const pglite = await PGlite.create({
      ...(folder === undefined ? {} : { dataDir: folder }),
      ...(dumped ? { loadDataDir: dumped } : {}),
    });
    // PGlite creates the files of a new database readable by all, whatever the umask.
    if (folder !== undefined) closeFolder(folder);
    const db = embeddedDb(pglite);
    return await migrated(db, async () => {
      await db.destroy();
      await unlock();
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Opens and migrates the database of the settings. */
export function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<OpenDatabase> {
  return config.databaseUrl === undefined ? openEmbedded(config.dataDir) : openPostgres(config.databaseUrl);
}

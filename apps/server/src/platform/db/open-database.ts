// Opens and migrates the database: PGlite in DATA_DIR, or a PostgreSQL server by DATABASE_URL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely';
import { lockDataDir } from './data-dir/data-dir-lock.ts';
import type { Db } from './database.ts';
import { oneByOne } from './pipeline/pipeline.ts';
import { CALL_LIMITS, MIGRATION_LIMITS, sessionLimits, type DatabaseLimits } from './connect/limits.ts';
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

export interface PostgresOptions {
  /** Settings of PostgreSQL for each connection, such as `search_path` (tests). */
  readonly settings?: Readonly<Record<string, string>>;
  readonly limits?: DatabaseLimits;
  /** The number of connections at most. */
  readonly connections?: number;
}

/** Opens a PostgreSQL server without migrating it. */
function connectPostgres(url: string, options: PostgresOptions) {
  const { settings = {}, limits = CALL_LIMITS, connections = CONNECTIONS } = options;
  const session = {
    // Every statement finds its rows by a key, so one plan is right for all values; planning costs more than running.
    plan_cache_mode: 'force_generic_plan',
    ...sessionLimits(limits),
    ...settings,
  };
  const dialect = new PooledPostgresDialect(
    {
      connectionString: url,
      max: connections,
      options: Object.entries(session)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
    limits,
    // The embedded database has one connection: inside a transaction, waiting for a second one would never end.
    () => refuseInTransaction('a statement beside its transaction'),
  );
  return { db: new Kysely<Tables>({ dialect }), pool: () => dialect.poolState() };
}

/** Opens a PostgreSQL server and migrates it. Rejects if the server does not accept a connection in ten seconds. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenDatabase> {
  const migrating = connectPostgres(url, { ...options, limits: MIGRATION_LIMITS, connections: 2 });
  try {
    await migrate(migrating.db, { shared: true });
  } finally {
    await migrating.db.destroy();
  }
  const { db, pool } = connectPostgres(url, options);
  // A database without a first connection would not be closed by `destroy`.
  await db.connection().execute(async () => undefined);
  return { db, pool, close: () => db.destroy() };
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
    try {
      await migrate(db);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return {
      db,
      close: async () => {
        await db.destroy();
        await unlock();
      },
    };
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

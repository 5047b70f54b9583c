// Opens and migrates the database: PGlite in DATA_DIR, or a PostgreSQL server by DATABASE_URL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely';
import { lockDataDir } from './data-dir/data-dir-lock.ts';
import type { Db } from './database.ts';
import { oneByOne } from './pipeline/pipeline.ts';
import { readDatabaseUrl } from './connect/database-url.ts';
import { CALL_LIMITS, MIGRATION_LIMITS, sessionLimits, type DatabaseLimits } from './connect/limits.ts';
import { ServerChoice } from './connect/server-choice.ts';
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
  /** Whether the URL is that of a pooler in transaction mode. */
  readonly isPooled?: boolean;
  /** The server itself, for migrations, if the URL is a pooler's. */
  readonly directUrl?: string | undefined;
}

/** Opens a PostgreSQL server, or the one of several that fits, without migrating it. */
async function connectPostgres(url: string, options: PostgresOptions) {
  const { settings = {}, limits = CALL_LIMITS, connections = CONNECTIONS, isPooled = false } = options;
  const servers = new ServerChoice(readDatabaseUrl(url));
  await servers.choose();
  const dialect = new PooledPostgresDialect({
    servers,
    connections,
    settings: {
      // Most statements find their rows by a key, so one plan is right for all values; planning costs more than running. See rowsByValues
      // for the others. A pooler's statements have no names and are planned each time.
      ...(isPooled ? {} : { plan_cache_mode: 'force_generic_plan' }),
      ...(isPooled && limits === MIGRATION_LIMITS ? {} : sessionLimits(limits)),
      ...settings,
    },
    isPooled,
    limits,
    // The embedded database has one connection: inside a transaction, waiting for a second one would never end.
    beforeConnecting: () => refuseInTransaction('a statement beside its transaction'),
  });
  return { db: new Kysely<Tables>({ dialect }), pool: () => dialect.poolState() };
}

/** Opens a PostgreSQL server and migrates it. Rejects if the server does not accept a connection in ten seconds. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenDatabase> {
  const { directUrl, isPooled = false } = options;
  const migrating = await connectPostgres(directUrl ?? url, {
    ...options,
    isPooled: isPooled && directUrl === undefined,
    limits: MIGRATION_LIMITS,
    connections: 2,
  });
  try {
    await migrate(migrating.db, { shared: true });
  } finally {
    await migrating.db.destroy();
  }
  const { db, pool } = await connectPostgres(url, options);
  // A database without a first connection would not be closed by `destroy`.
  await db.connection().execute(async () => undefined);
  return { db, pool, close: () => db.destroy() };
}

/** PGlite's driver. Its connections accept statements that are sent at once, and run them one by one. */
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
  databaseDirectUrl: string | undefined;
  isDatabasePooled: boolean;
  dataDir: string;
}): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) return openEmbedded(config.dataDir);
  return openPostgres(config.databaseUrl, {
    isPooled: config.isDatabasePooled,
    directUrl: config.databaseDirectUrl,
  });
}

// Kysely on `pg` with few round trips: what may travel together does, BEGIN with the first statements, COMMIT with the last.
import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isFlight, type Flight } from './flight.ts';
import { PostgresFlight, type Prepared, type StatementResult } from './postgres-flight.ts';
import { StatementNames } from './statement-names.ts';

const COUNTING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A pooled connection. A statement that fails fails those that travel behind it. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #prepared: Prepared;
  /** BEGIN, until it leaves with what follows it. */
  #first: CompiledQuery[] = [];
  #ahead: Flight[] = [];
  #refused: { readonly reason: unknown } | undefined;
  #last: CompiledQuery[] = [];
  #broken = false;

  constructor(client: PoolClient, names: StatementNames, prepared: Prepared) {
    this.#client = client;
    this.#names = names;
    this.#prepared = prepared;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isFlight(query)) return resultOf<R>((await this.#after([query]))[0]);
    if (query.send === 'now') {
      const rows = (await this.#after(query.statements)).map((answer) => answer.rows);
      // Kysely gives back the rows of each statement as if they were the rows of one.
      return { rows: rows as R[] };
    }
    if (query.send === 'ahead') this.#ahead.push(query);
    else this.#last.push(...query.statements);
    return { rows: [] };
  }

  /** Sends statements behind those that go ahead of them, and gives their results once these have passed their checks. */
  async #after(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    if (this.#refused) throw this.#refused.reason;
    const ahead = this.#ahead;
    this.#ahead = [];
    const statements = [...ahead.flatMap((flight) => flight.statements), ...queries];
    if (statements.length === 0) return [];
    const results = await this.#sent(statements);
    let at = 0;
    try {
      for (const flight of ahead)
        for (const { rows } of results.slice(at, (at += flight.statements.length))) flight.check?.(rows);
    } catch (reason) {
      // Whoever swallows this gets it again from whatever follows: nothing may come of what was sent behind it.
      this.#refused = { reason };
      throw reason;
    }
    return results.slice(at);
  }

  /** One round trip. */
  async #sent(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    const first = this.#first;
    this.#first = [];
    const results = await new Promise<readonly StatementResult[]>((resolve, reject) => {
      this.#client.query(
        new PostgresFlight([...first, ...queries], this.#names, this.#prepared, (error, answered) =>
          error === undefined ? resolve(answered) : reject(error),
        ),
      );
    });
    return results.slice(first.length);
  }

  /** Keeps BEGIN, which leaves with what follows it. */
  begin(statement: string): void {
    this.#forget();
    this.#first = [CompiledQuery.raw(statement)];
  }

  /** Sends what was kept for the end and COMMIT, in one go. */
  async commit(): Promise<void> {
    await this.#after([]);
    const results = await this.#sent([...this.#last, CompiledQuery.raw('commit')]);
    this.#last = [];
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed unseen.
    if (results.at(-1)?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const begun = this.#first.length === 0;
    this.#forget();
    try {
      if (begun) await this.#sent([CompiledQuery.raw('rollback')]);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  #forget(): void {
    this.#first = [];
    this.#ahead = [];
    this.#refused = undefined;
    this.#last = [];
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  // Kysely's interface has it; nothing here reads by cursor.
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('reading by cursor is not supported');
  }
}

function resultOf<R>(result: StatementResult | undefined): QueryResult<R> {
  const rows = (result?.rows ?? []) as R[];
  return result && COUNTING.has(result.command)
    ? { rows, numAffectedRows: BigInt(result.rowCount) }
    : { rows };
}

function beginOf({ isolationLevel, accessMode }: TransactionSettings): string {
  if (!isolationLevel && !accessMode) return 'begin';
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
  return `start transaction${level}${accessMode ? ` ${accessMode}` : ''}`;
}

/** The driver over a pool of its own, which it ends. */
class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = new StatementNames();
  readonly #prepared = new WeakMap<PoolClient, Prepared>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    const prepared = this.#prepared.get(client) ?? new Map();
    this.#prepared.set(client, prepared);
    return new PostgresConnection(client, this.#names, prepared);
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(beginOf(settings));
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/** Kysely's dialect for PostgreSQL with this driver. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor(config: PoolConfig) {
    const pool = new Pool(config);
    super({ pool });
    this.#pool = pool;
    // A connection that the server closes must not end the process, idle or between two statements: whoever has it is told by
    // its next statement, and the next call opens another.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#pool);
  }
}

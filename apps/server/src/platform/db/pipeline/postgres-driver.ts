// A Kysely driver on `pg` with few round trips: BEGIN is sent with the first statements, COMMIT with the last.
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
import { isPipeline, type Pipeline } from './pipeline.ts';
import { PostgresPipeline, type Prepared, type StatementResult } from './postgres-pipeline.ts';
import { StatementNames } from './statement-names.ts';

const COUNTING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A pooled connection. A failed statement fails those sent after it. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #prepared: Prepared;
  /** BEGIN, until it is sent with the first statement. */
  #begin: CompiledQuery[] = [];
  #prepended: Pipeline[] = [];
  #refused: { readonly reason: unknown } | undefined;
  #withCommit: CompiledQuery[] = [];
  #broken = false;

  constructor(client: PoolClient, names: StatementNames, prepared: Prepared) {
    this.#client = client;
    this.#names = names;
    this.#prepared = prepared;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isPipeline(query)) return resultOf<R>((await this.#sendAfterPrepended([query]))[0]);
    if (query.send === 'now') {
      const rows = (await this.#sendAfterPrepended(query.statements)).map((answer) => answer.rows);
      // Kysely's type has one list of rows: here it contains the rows of each statement.
      return { rows: rows as R[] };
    }
    if (query.send === 'prepend') this.#prepended.push(query);
    else this.#withCommit.push(...query.statements);
    return { rows: [] };
  }

  /** Sends the prepended statements and then `queries`. Returns the results of `queries` once the prepended ones pass their checks. */
  async #sendAfterPrepended(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    if (this.#refused) throw this.#refused.reason;
    const prepended = this.#prepended;
    this.#prepended = [];
    const statements = [...prepended.flatMap((pipeline) => pipeline.statements), ...queries];
    if (statements.length === 0) return [];
    const results = await this.#send(statements);
    let at = 0;
    try {
      for (const pipeline of prepended)
        for (const { rows } of results.slice(at, (at += pipeline.statements.length))) pipeline.check?.(rows);
    } catch (reason) {
      // A caller that ignores this gets it again from every later query, because statements sent after the refusal must not count.
      this.#refused = { reason };
      throw reason;
    }
    return results.slice(at);
  }

  /** Sends statements in one round trip. */
  async #send(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    const begin = this.#begin;
    this.#begin = [];
    const results = await new Promise<readonly StatementResult[]>((resolve, reject) => {
      this.#client.query(
        new PostgresPipeline([...begin, ...queries], this.#names, this.#prepared, (error, answered) =>
          error === undefined ? resolve(answered) : reject(error),
        ),
      );
    });
    return results.slice(begin.length);
  }

  /** Stores BEGIN, to be sent with the first statement. */
  begin(statement: string): void {
    this.#forget();
    this.#begin = [CompiledQuery.raw(statement)];
  }

  /** Sends the deferred statements and COMMIT in one round trip. */
  async commit(): Promise<void> {
    await this.#sendAfterPrepended([]);
    const results = await this.#send([...this.#withCommit, CompiledQuery.raw('commit')]);
    this.#withCommit = [];
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed.
    if (results.at(-1)?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const begun = this.#begin.length === 0;
    this.#forget();
    try {
      if (begun) await this.#send([CompiledQuery.raw('rollback')]);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  #forget(): void {
    this.#begin = [];
    this.#prepended = [];
    this.#refused = undefined;
    this.#withCommit = [];
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  // Required by Kysely's interface; nothing here reads by cursor.
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

/** A driver that owns its pool and closes it. */
class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = new StatementNames();
  readonly #prepared = new WeakMap<PoolClient, Prepared>();

  readonly #beforeConnecting: () => void;

  constructor(pool: Pool, beforeConnecting: () => void) {
    this.#pool = pool;
    this.#beforeConnecting = beforeConnecting;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    this.#beforeConnecting();
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
  readonly #beforeConnecting: () => void;

  /** `beforeConnecting` is called before each connection is acquired; the statement rejects with what it throws. */
  constructor(config: PoolConfig, beforeConnecting: () => void) {
    const pool = new Pool(config);
    super({ pool });
    this.#pool = pool;
    this.#beforeConnecting = beforeConnecting;
    // A connection that the server closes must not end the process. Its user gets the error from its next statement, and the next call
    // opens another connection.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  poolState() {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#pool, this.#beforeConnecting);
  }
}

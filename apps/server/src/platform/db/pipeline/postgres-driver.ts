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
import { DatabaseError, Pool, type Client, type PoolClient, type PoolConfig } from 'pg';
import type { DatabaseLimits } from '../connect/limits.ts';
import { DatabaseUnavailable, endsConnection, isLost } from '../connect/outage.ts';
import { isPipeline, type Pipeline } from './pipeline.ts';
import { PostgresPipeline, type Prepared, type StatementResult } from './postgres-pipeline.ts';
import { StatementNames } from './statement-names.ts';

const KEEP_ALIVE_MS = 10_000;
/** The pool's error for a caller that waited too long for a connection of others. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';
const COUNTING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** What the connections of one driver share. */
interface Shared {
  readonly names: StatementNames;
  readonly limits: DatabaseLimits;
}

/** A pooled connection. A failed statement fails those sent after it. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #limits: DatabaseLimits;
  readonly #prepared: Prepared;
  /** How long the next answer may take, in milliseconds; 0 = any time. */
  #answerMs: number;
  /** BEGIN, until it is sent with the first statement. */
  #begin: CompiledQuery[] = [];
  #prepended: Pipeline[] = [];
  #refused: { readonly reason: unknown } | undefined;
  #withCommit: CompiledQuery[] = [];
  #broken = false;

  /** `waitedMs`: how long the caller has waited for the connection. */
  constructor(client: PoolClient, { names, limits }: Shared, prepared: Prepared, waitedMs: number) {
    this.#client = client;
    this.#names = names;
    this.#limits = limits;
    this.#prepared = prepared;
    this.#answerMs =
      limits.firstAnswerMs === 0
        ? limits.answerMs
        : Math.min(limits.answerMs, Math.max(0, limits.firstAnswerMs - waitedMs) + 1);
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
    const answerMs = this.#answerMs;
    const results = await new Promise<readonly StatementResult[]>((resolve, reject) => {
      const timer = answerMs === 0 ? undefined : setTimeout(() => this.#abandon(answerMs, reject), answerMs);
      const pipeline = new PostgresPipeline(
        [...begin, ...queries],
        this.#names,
        this.#prepared,
        (error, answered) => {
          clearTimeout(timer);
          if (error === undefined) return resolve(answered);
          this.#broken ||= endsConnection(error);
          return reject(error);
        },
      );
      this.#client.query(pipeline);
    });
    this.#answerMs = this.#limits.answerMs;
    return results.slice(begin.length);
  }

  /** Closes the connection of a server that does not answer. Its answer, if it still comes, is lost with it. */
  #abandon(afterMs: number, reject: (error: unknown) => void): void {
    this.#broken = true;
    reject(new DatabaseUnavailable('silent', `no answer from the database in ${afterMs} ms`));
    streamOf(this.#client).destroy();
  }

  /** Stores BEGIN, to be sent with the first statement. */
  begin(statement: string): void {
    this.#forget();
    this.#begin = [CompiledQuery.raw(statement)];
  }

  /** Sends the deferred statements and COMMIT in one round trip. */
  async commit(): Promise<void> {
    await this.#sendAfterPrepended([]);
    const results = await this.#send([...this.#withCommit, CompiledQuery.raw('commit')]).catch(
      (error: unknown) => {
        // Without an answer nobody knows whether it was stored, so it must not be sent again.
        if (!isLost(error)) throw error;
        throw new DatabaseUnavailable('lost', 'the connection ended before the answer to COMMIT', {
          cause: error,
          isCommitSent: true,
        });
      },
    );
    this.#withCommit = [];
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed.
    if (results.at(-1)?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const isBegun = this.#begin.length === 0;
    this.#forget();
    // The end of its connection rolls a transaction back.
    if (!isBegun || this.#broken) return;
    try {
      await this.#send([CompiledQuery.raw('rollback')]);
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

/** Returns the socket of a client. The types of `pg` have it only for clients without a pool. */
const streamOf = (client: PoolClient) =>
  (client as PoolClient & Pick<Client, 'connection'>).connection.stream;

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
  readonly #shared: Shared;
  readonly #prepared = new WeakMap<PoolClient, Prepared>();
  readonly #beforeConnecting: () => void;

  constructor(pool: Pool, shared: Shared, beforeConnecting: () => void) {
    this.#pool = pool;
    this.#shared = shared;
    this.#beforeConnecting = beforeConnecting;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    this.#beforeConnecting();
    const began = performance.now();
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw this.#failureOf(error);
    });
    const prepared = this.#prepared.get(client) ?? new Map();
    this.#prepared.set(client, prepared);
    return new PostgresConnection(client, this.#shared, prepared, performance.now() - began);
  }

  /** Returns why there is no connection. An answer of the server, such as 'the database system is starting up', stays as it is. */
  #failureOf(error: unknown): unknown {
    if (error instanceof DatabaseError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return message === POOL_TIMEOUT
      ? new DatabaseUnavailable('busy', 'all connections to the database are in use', { cause: error })
      : new DatabaseUnavailable('unreachable', message, { cause: error });
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
  readonly #limits: DatabaseLimits;
  readonly #beforeConnecting: () => void;

  /** `beforeConnecting` is called before each connection is acquired; the statement rejects with what it throws. */
  constructor(config: PoolConfig, limits: DatabaseLimits, beforeConnecting: () => void) {
    const pool = new Pool({
      ...config,
      connectionTimeoutMillis: limits.acquireMs,
      // Finds the connections that end silently while nobody uses them.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    super({ pool });
    this.#pool = pool;
    this.#limits = limits;
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
    const shared = { names: new StatementNames(), limits: this.#limits };
    return new PooledDriver(this.#pool, shared, this.#beforeConnecting);
  }
}

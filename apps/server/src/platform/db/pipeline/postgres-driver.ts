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
import { Client, DatabaseError, Pool, type ClientConfig, type PoolClient } from 'pg';
import type { DatabaseLimits } from '../connect/limits.ts';
import { DatabaseUnavailable, endsConnection, isLost, isStalePlan } from '../connect/outage.ts';
import type { ServerChoice } from '../connect/server-choice.ts';
import { isByValues, isPipeline, type Pipeline } from './pipeline.ts';
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
  /**
   * Sets the settings of a transaction, behind a pooler that gives each transaction another session. Undefined where they belong to the
   * session.
   */
  readonly settings: CompiledQuery | undefined;
  readonly isPooled: boolean;
  readonly servers: ServerChoice;
}

/** A client of the server that was chosen when it was made. */
interface ServerClient {
  readonly serverUrl: string;
}

/** Plans the next statements for their values, in a session that plans once for all values. */
const PLAN_BY_VALUES = CompiledQuery.raw("select set_config('plan_cache_mode', 'force_custom_plan', true)");
const PLAN_ONCE = CompiledQuery.raw("select set_config('plan_cache_mode', 'force_generic_plan', true)");

/** A pooled connection. A failed statement fails those sent after it. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #shared: Shared;
  readonly #prepared: Prepared;
  /** How long the next answer may take, in milliseconds; 0 = any time. */
  #answerMs: number;
  /** BEGIN, until it is sent with the first statement. */
  #begin: CompiledQuery[] = [];
  #isInTransaction = false;
  #prepended: Pipeline[] = [];
  #refused: { readonly reason: unknown } | undefined;
  #withCommit: CompiledQuery[] = [];
  #broken = false;

  /** `waitedMs`: how long the caller has waited for the connection. */
  constructor(client: PoolClient, shared: Shared, prepared: Prepared, waitedMs: number) {
    const { limits } = shared;
    this.#client = client;
    this.#shared = shared;
    this.#prepared = prepared;
    this.#answerMs =
      limits.firstAnswerMs === 0
        ? limits.answerMs
        : Math.min(limits.answerMs, Math.max(0, limits.firstAnswerMs - waitedMs) + 1);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isByValues(query) && !this.#shared.isPooled) {
      const [, result] = await this.#sendAfterPrepended([PLAN_BY_VALUES, query, PLAN_ONCE]);
      return resultOf<R>(result);
    }
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

  /**
   * Sends statements in one round trip. Outside a transaction it sends them again if a migration changed what one of them returns: it has
   * not run, and its text is prepared once more. A transaction is run again as a whole, by `inTransaction`.
   */
  async #send(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    try {
      return await this.#sendOnce(queries);
    } catch (error) {
      if (this.#isInTransaction || !isStalePlan(error)) throw error;
      return this.#sendOnce(queries);
    }
  }

  async #sendOnce(queries: readonly CompiledQuery[]): Promise<readonly StatementResult[]> {
    const { names, limits, settings } = this.#shared;
    // Statements that are sent together are one transaction, also without BEGIN.
    const begin = [...this.#begin];
    if (settings && (begin.length > 0 || !this.#isInTransaction)) begin.push(settings);
    this.#begin = [];
    const answerMs = this.#answerMs;
    const results = await new Promise<readonly StatementResult[]>((resolve, reject) => {
      const timer = answerMs === 0 ? undefined : setTimeout(() => this.#abandon(answerMs, reject), answerMs);
      const pipeline = new PostgresPipeline(
        [...begin, ...queries],
        names,
        this.#prepared,
        (error, answered) => {
          clearTimeout(timer);
          if (error === undefined) return resolve(answered);
          if (endsConnection(error)) this.#giveUp();
          return reject(error);
        },
      );
      this.#client.query(pipeline);
    });
    this.#answerMs = limits.answerMs;
    return results.slice(begin.length);
  }

  /** Closes the connection of a server that does not answer. Its answer, if it still comes, is lost with it. */
  #abandon(afterMs: number, reject: (error: unknown) => void): void {
    this.#giveUp();
    reject(new DatabaseUnavailable('silent', `no answer from the database in ${afterMs} ms`));
    streamOf(this.#client).destroy();
  }

  /** Uses the connection no more, and looks for another server in case this one has failed. */
  #giveUp(): void {
    this.#broken = true;
    void this.#shared.servers.choose();
  }

  /** Stores BEGIN, to be sent with the first statement. */
  begin(statement: string): void {
    this.#forget();
    this.#begin = [CompiledQuery.raw(statement)];
    this.#isInTransaction = true;
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
    this.#isInTransaction = false;
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed.
    if (results.at(-1)?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const isBegun = this.#begin.length === 0;
    this.#forget();
    // The end of its connection rolls a transaction back.
    if (isBegun && !this.#broken) await this.#rollBack();
    this.#isInTransaction = false;
  }

  async #rollBack(): Promise<void> {
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
    const client = await this.#connect();
    const prepared = this.#prepared.get(client) ?? new Map();
    this.#prepared.set(client, prepared);
    return new PostgresConnection(client, this.#shared, prepared, performance.now() - began);
  }

  /** Returns a connection to the chosen server, and looks for another server once if that one accepts none. */
  async #connect(): Promise<PoolClient> {
    const { servers } = this.#shared;
    for (let isAgain = servers.isSingle; ;) {
      try {
        const client = await this.#pool.connect();
        if ((client as PoolClient & ServerClient).serverUrl === servers.current) return client;
        client.release(true);
      } catch (error) {
        const failure = this.#failureOf(error);
        if (isAgain || (failure instanceof DatabaseUnavailable && failure.reason === 'busy')) throw failure;
        isAgain = true;
        await servers.choose();
      }
    }
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

/** How a driver connects. */
export interface DriverOptions {
  readonly servers: ServerChoice;
  /** The number of connections at most. */
  readonly connections: number;
  /** Settings of PostgreSQL for each session, or behind a pooler for each transaction. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether a pooler gives each transaction another session, so that nothing of a session may be used. */
  readonly isPooled: boolean;
  readonly limits: DatabaseLimits;
  /** Called before each connection is acquired; the statement rejects with what it throws. */
  readonly beforeConnecting: () => void;
}

/** Returns a statement that makes the settings valid until the transaction ends; undefined without settings. */
function transactionSettings(settings: DriverOptions['settings']): CompiledQuery | undefined {
  const entries = Object.entries(settings);
  if (entries.length === 0) return undefined;
  const calls = entries.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return CompiledQuery.raw(`select ${calls.join(', ')}`, entries.flat());
}

/** Kysely's dialect for PostgreSQL with this driver. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #options: DriverOptions;

  constructor(options: DriverOptions) {
    const { servers, settings, isPooled, limits } = options;
    class ChosenClient extends Client implements ServerClient {
      readonly serverUrl = servers.current;

      constructor(config: ClientConfig = {}) {
        super({ ...config, connectionString: servers.current });
      }
    }
    const pool = new Pool({
      Client: ChosenClient,
      max: options.connections,
      connectionTimeoutMillis: limits.acquireMs,
      ...(isPooled ? {} : { options: startupOptions(settings) }),
      // Finds the connections that end silently while nobody uses them.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    super({ pool });
    this.#pool = pool;
    this.#options = options;
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
    const { servers, settings, isPooled, limits, beforeConnecting } = this.#options;
    const shared = {
      // A name belongs to a session, and to one client of it.
      names: new StatementNames(isPooled ? 0 : undefined),
      limits,
      settings: isPooled ? transactionSettings(settings) : undefined,
      isPooled,
      servers,
    };
    return new PooledDriver(this.#pool, shared, beforeConnecting);
  }
}

const startupOptions = (settings: DriverOptions['settings']) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

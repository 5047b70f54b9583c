// Kysely on `pg` with few round trips: statements are prepared, and BEGIN, flights and COMMIT do not wait for each other.
import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { Pool, type Connection, type PoolClient, type PoolConfig, type QueryResult as PgResult } from 'pg';
import { isFlight, type Flight } from './flight.ts';
import { StatementNames } from './statement-names.ts';

const COUNTING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** "cached plan must not change result type": a migration ran beside this server. */
const STALE_PLAN = '0A000';

/** The socket under a connection: several writes to it become one, which wakes the other side once. */
const socketOf = (client: PoolClient & { readonly connection?: Connection }) => client.connection?.stream;

/** A pooled connection. What is sent on it is answered in the same order; a failed statement fails those after it. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #socket: Connection['stream'] | undefined;
  #begun: Promise<unknown> = Promise.resolve();
  #ahead: Flight[] = [];
  #refused: { readonly reason: unknown } | undefined;
  #last: CompiledQuery[] = [];
  #broken = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
    this.#socket = socketOf(client);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isFlight(query)) return resultOf<R>(await (await this.#after([query]))[0]);
    if (query.send === 'now') {
      const rows: unknown[] = [];
      for (const answer of await this.#after(query.statements)) rows.push((await answer)?.rows ?? []);
      return { rows: rows as R[] };
    }
    if (query.send === 'ahead') this.#ahead.push(query);
    else this.#last.push(...query.statements);
    return { rows: [] };
  }

  /** Sends statements behind those that go ahead of them, once these have passed their checks. */
  async #after(queries: readonly CompiledQuery[]): Promise<Promise<PgResult>[]> {
    if (this.#refused) throw this.#refused.reason;
    const ahead = this.#ahead;
    if (ahead.length === 0) return queries.length === 0 ? [] : this.#sent(queries);
    this.#ahead = [];
    const answers = this.#sent([...ahead.flatMap((flight) => flight.statements), ...queries]);
    let at = 0;
    try {
      for (const { statements, check } of ahead)
        for (const answer of answers.slice(at, (at += statements.length))) check?.((await answer).rows);
    } catch (reason) {
      // Whoever swallows this gets it again from whatever follows: nothing may come of what was sent behind it.
      this.#refused = { reason };
      throw reason;
    }
    return answers.slice(at);
  }

  /** Sends all at once. Whoever asks for an answer gets its error, and none is left unhandled. */
  #sent(queries: readonly CompiledQuery[]): Promise<PgResult>[] {
    this.#socket?.cork();
    const answers = queries.map(({ sql, parameters }) => this.#send(sql, parameters));
    this.#flush();
    for (const answer of answers) answer.catch(() => undefined);
    return answers;
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<PgResult> {
    const name = this.#names.of(text);
    const values = [...parameters];
    const answer = this.#client.query(name === undefined ? { text, values } : { name, text, values });
    try {
      return await answer;
    } catch (error) {
      if (name !== undefined && error instanceof Error && 'code' in error && error.code === STALE_PLAN)
        this.#names.forget(text);
      throw error;
    }
  }

  #flush(): void {
    while (this.#socket && this.#socket.writableCorked > 0) this.#socket.uncork();
  }

  /** Writes BEGIN, which leaves with what follows it. */
  begin(statement: string): void {
    this.#forget();
    this.#socket?.cork();
    this.#begun = this.#client.query(statement);
    this.#begun.catch(() => undefined);
  }

  /** Sends what was kept for the end and COMMIT, in one go. */
  async commit(): Promise<void> {
    await this.#after([]);
    const answers = this.#sent([...this.#last, CompiledQuery.raw('commit')]);
    this.#last = [];
    await this.#begun;
    for (const answer of answers)
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed unseen.
      if ((await answer).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#forget();
    try {
      await this.#sent([CompiledQuery.raw('rollback')])[0];
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  #forget(): void {
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

function resultOf<R>(result: PgResult | undefined): QueryResult<R> {
  const rows = (result?.rows ?? []) as R[];
  return result && COUNTING.has(result.command)
    ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
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

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#names);
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
    const pool = new Pool({ ...config, pipeline: true });
    super({ pool });
    this.#pool = pool;
    // An idle connection that the server closes must not end the process; the next query opens another.
    pool.on('error', () => undefined);
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#pool);
  }
}

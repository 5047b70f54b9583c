// Pipelining: sends several statements to the database in one round trip.
import { sql, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Db, Trx } from '../database.ts';
import type { Sendable } from './statement.ts';

/** A query that the connections of open-database.ts accept besides plain ones. */
export interface Pipeline extends CompiledQuery {
  readonly statements: readonly CompiledQuery[];
  /** Whether the statements are sent now, before the next ones, or with the COMMIT. */
  readonly send: 'now' | 'prepend' | 'withCommit';
  /** Checks the rows of prepended statements. If it throws, the query that they are sent with throws the same. */
  readonly check?: ((rows: readonly unknown[]) => void) | undefined;
}

export const isPipeline = (query: CompiledQuery): query is Pipeline => 'statements' in query;

function pipelineOf(trx: Trx, sendables: readonly Sendable[], send: Pipeline['send']): Pipeline | undefined {
  const statements = sendables.map((sendable) => sendable.compile(trx));
  const [first] = statements;
  // A connection that does not know pipelines must fail instead of running the first statement alone.
  return first && { ...first, sql: 'a pipeline of statements', parameters: [], statements, send };
}

/** The rows of each statement. */
type RowsOf<T extends readonly Sendable[]> = { [K in keyof T]: T[K] extends Sendable<infer R> ? R[] : never };

/**
 * Runs statements in order, in one round trip, and returns the rows of each. Each sees the effects of earlier ones. If one fails, all
 * fail, because PostgreSQL refuses the rest of the transaction.
 */
export async function batch<const T extends readonly Sendable[]>(trx: Trx, sendables: T): Promise<RowsOf<T>> {
  const pipeline = pipelineOf(trx, sendables, 'now');
  const { rows } = pipeline ? await trx.executeQuery(pipeline) : { rows: [] };
  return rows as RowsOf<T>;
}

/** Sends statements with the COMMIT, which fails if they fail. Their rows are ignored. */
export async function withCommit(trx: Trx, ...sendables: readonly Sendable[]): Promise<void> {
  const pipeline = pipelineOf(trx, sendables, 'withCommit');
  if (pipeline) await trx.executeQuery(pipeline);
}

/**
 * Sends a statement in one round trip with the transaction's next query, before it. `check` gets the rows, at once or at that query. If it
 * throws, that query fails, and the caller must let the transaction fail.
 */
export async function prepend<R>(
  trx: Trx,
  sendable: Sendable<R>,
  check: (rows: readonly R[]) => void,
): Promise<void> {
  const pipeline = pipelineOf(trx, [sendable], 'prepend');
  // The rows are this statement's, though a pipeline's rows are untyped.
  const checked: Pipeline | undefined = pipeline && {
    ...pipeline,
    check: (rows) => check(rows as readonly R[]),
  };
  if (checked) await trx.executeQuery(checked);
}

/** Sends prepended statements that no query has followed; does nothing without any. */
export async function flush(trx: Trx): Promise<void> {
  const nothing: Pipeline = { ...sql`no statement`.compile(trx), statements: [], send: 'now' };
  await trx.executeQuery(nothing);
}

/** A query whose best plan depends on its values. */
interface ByValues extends CompiledQuery {
  readonly plan: 'byValues';
}

export const isByValues = (query: CompiledQuery): query is ByValues => 'plan' in query;

/**
 * Runs a query whose best plan depends on its values, such as a range of times, and returns its rows. Other queries find their rows by a
 * key: PostgreSQL plans them once for all values, without knowing how long a range is.
 */
export async function rowsByValues<R>(db: Db, sendable: Sendable<R>): Promise<R[]> {
  const query: ByValues = { ...sendable.compile(db), plan: 'byValues' };
  return (await db.executeQuery<R>(query)).rows;
}

type Execute = DatabaseConnection['executeQuery'];

/** Makes a connection that takes one statement at a time accept pipelines. */
export function oneByOne(execute: Execute): Execute {
  return async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    if (!isPipeline(query)) return execute<R>(query);
    const rows: unknown[] = [];
    for (const statement of query.statements) {
      const answer = await execute(statement);
      query.check?.(answer.rows);
      rows.push(answer.rows);
    }
    return { rows: rows as R[] };
  };
}

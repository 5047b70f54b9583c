// Statements that travel together: one round trip to the database for several of them, each still a statement of its own.
import { sql, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Trx } from './database.ts';
import type { Sendable } from './statement.ts';

/** What the connections of open-database.ts understand beside a plain query. */
export interface Flight extends CompiledQuery {
  readonly statements: readonly CompiledQuery[];
  /** Whether they are sent now, before the next ones, or in one go with the COMMIT. */
  readonly send: 'now' | 'ahead' | 'withCommit';
  /** Looks at the rows of those sent ahead, one by one; what it throws is thrown by the query they travel with. */
  readonly check?: ((rows: readonly unknown[]) => void) | undefined;
}

export const isFlight = (query: CompiledQuery): query is Flight => 'statements' in query;

function flightOf(trx: Trx, sendables: readonly Sendable[], send: Flight['send']): Flight | undefined {
  const statements = sendables.map((sendable) => sendable.compile(trx));
  const [first] = statements;
  // A connection that does not know flights must fail, not run the first statement alone.
  return first && { ...first, sql: 'a flight of statements', parameters: [], statements, send };
}

/** The rows of each of several statements. */
type RowsOf<T extends readonly Sendable[]> = {
  [K in keyof T]: T[K] extends Sendable<infer R> ? R[] : never;
};

/**
 * Runs statements in their order, each seeing what the ones before it waited for, and gives the rows of each. The first
 * that fails fails them all: those after it are refused by the transaction it broke.
 */
export async function together<const T extends readonly Sendable[]>(
  trx: Trx,
  sendables: T,
): Promise<RowsOf<T>> {
  const flight = flightOf(trx, sendables, 'now');
  const { rows } = flight ? await trx.executeQuery(flight) : { rows: [] };
  return rows as RowsOf<T>;
}

/** Runs statements at the end of the transaction, whose commit fails with them; their rows are not looked at. */
export async function withCommit(trx: Trx, ...sendables: readonly Sendable[]): Promise<void> {
  const flight = flightOf(trx, sendables, 'withCommit');
  if (flight) await trx.executeQuery(flight);
}

/**
 * Runs a statement before the transaction's next one, in one round trip with it. `check` gets its rows, here or at the next
 * query; what it throws makes that query fail, and the caller must let the transaction fail, too.
 */
export async function ahead<R>(
  trx: Trx,
  sendable: Sendable<R>,
  check: (rows: readonly R[]) => void,
): Promise<void> {
  const flight = flightOf(trx, [sendable], 'ahead');
  // The rows are those of the statement, whatever a flight calls them.
  const checked: Flight | undefined = flight && {
    ...flight,
    check: (rows) => check(rows as readonly R[]),
  };
  if (checked) await trx.executeQuery(checked);
}

/** Sends what still waits to go ahead of a query that never came; nothing when it has gone. */
export async function landed(trx: Trx): Promise<void> {
  const nothing: Flight = { ...sql`no statement`.compile(trx), statements: [], send: 'now' };
  await trx.executeQuery(nothing);
}

type Execute = DatabaseConnection['executeQuery'];

/** Teaches a connection that takes one statement at a time to run flights. */
export function oneByOne(execute: Execute): Execute {
  return async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    if (!isFlight(query)) return execute<R>(query);
    const rows: unknown[] = [];
    for (const statement of query.statements) {
      const answer = await execute(statement);
      query.check?.(answer.rows);
      rows.push(answer.rows);
    }
    return { rows: rows as R[] };
  };
}

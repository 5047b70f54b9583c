// Sends statements to PostgreSQL in one write and reads all answers, by the extended query protocol.
import { DatabaseError, types, type Connection, type Submittable } from 'pg';
import { DatabaseUnavailable, isStalePlan } from '../connect/outage.ts';
import type { StatementNames } from './statement-names.ts';

/** A statement with its values, as Kysely compiles it. */
interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
export interface StatementResult {
  /** SELECT, INSERT, COMMIT…; PostgreSQL answers COMMIT with ROLLBACK when a statement before it failed. */
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly unknown[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}
/** The statements prepared on a connection, by name, with the columns each returns. */
export type Prepared = Map<string, readonly Column[]>;

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return Array.isArray(value) ? arrayOf(value) : quoted(textOf(value));
}
const arrayOf = (values: readonly unknown[]): string => `{${values.map(elementOf).join(',')}}`;

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${bytesOf(value).toString('hex')}`;
  if (Array.isArray(value)) return arrayOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Converts a value for PostgreSQL: bytes unchanged, times in UTC, lists as arrays, other objects as JSON. */
const wireOf = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? bytesOf(value) : textOf(value);
};

/** One pipeline. `pg` calls its methods with the answers; the first failure ends it. */
export class PostgresPipeline implements Submittable {
  readonly #statements: readonly (Statement & { readonly name: string | undefined })[];
  readonly #names: StatementNames;
  readonly #prepared: Prepared;
  readonly #done: (error: unknown, results: readonly StatementResult[]) => void;
  readonly #results: StatementResult[] = [];
  #columns: readonly Column[] | undefined;
  #rows: unknown[] = [];
  #failed: { readonly error: unknown } | undefined;

  /** `done` is called once, with the error or with a result for each statement. */
  constructor(
    statements: readonly Statement[],
    names: StatementNames,
    prepared: Prepared,
    done: (error: unknown, results: readonly StatementResult[]) => void,
  ) {
    this.#statements = statements.map(({ sql, parameters }) => ({ sql, parameters, name: names.of(sql) }));
    this.#names = names;
    this.#prepared = prepared;
    this.#done = done;
  }

  /** Sends for each statement Parse (once), Bind, Describe (once) and Execute, and one Sync for all. */
  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { sql, parameters, name } of this.#statements) {
      const known = name !== undefined && this.#prepared.has(name);
      if (!known) {
        // After a pipeline that failed half way the statement may or may not be prepared. Closing a missing one is no error.
        if (name !== undefined) connection.close({ type: 'S', name }, true);
        connection.parse({ name: name ?? '', text: sql, types: [] }, true);
      }
      connection.bind({ portal: '', statement: name ?? '', values: parameters.map(wireOf) }, true);
      if (!known) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({ portal: '', rows: '0' }, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text'),
    }));
  }

  #columnsNow(): readonly Column[] {
    const name = this.#statements[this.#results.length]?.name;
    this.#columns ??= (name === undefined ? undefined : this.#prepared.get(name)) ?? [];
    return this.#columns;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (const [i, { name, parse }] of this.#columnsNow().entries()) {
        const text = fields[i] ?? null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#failed ??= { error };
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#statements[this.#results.length]?.name;
    if (name !== undefined) this.#prepared.set(name, this.#columnsNow());
    const words = text.split(' ');
    this.#results.push({ command: words[0] ?? '', rowCount: Number(words.at(-1)) || 0, rows: this.#rows });
    this.#columns = undefined;
    this.#rows = [];
  }

  /** Called by `pg` for a failed statement, after which PostgreSQL skips the rest, and for a lost connection. */
  handleError(error: unknown): void {
    if (!(error instanceof DatabaseError)) {
      const message = error instanceof Error ? error.message : 'the connection ended';
      return this.#done(new DatabaseUnavailable('lost', message, { cause: error }), []);
    }
    const failing = this.#statements[this.#results.length];
    if (failing && isStalePlan(error)) this.#names.forget(failing.sql);
    return this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(this.#failed?.error, this.#results);
  }
}

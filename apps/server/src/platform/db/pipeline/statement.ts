// Reusable statements: the text is compiled at the first use, and each use supplies values.
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';

/** A statement for a pipeline: made by `sql` for one use, or a reusable one with its values. */
export interface Sendable<R = unknown> {
  readonly compile: (db: Db) => CompiledQuery<R>;
}

/** Returns the placeholder of a value. */
type PlaceholderOf<V> = (name: keyof V) => RawBuilder<unknown>;

class Placeholder<V> {
  readonly name: keyof V;

  constructor(name: keyof V) {
    this.name = name;
  }
}

class ReusableStatement<R, V extends object> {
  readonly #write: (place: PlaceholderOf<V>) => RawBuilder<R>;
  #compiled: CompiledQuery<R> | undefined;

  constructor(write: (place: PlaceholderOf<V>) => RawBuilder<R>) {
    this.#write = write;
  }

  with(values: V, db: Db): CompiledQuery<R> {
    this.#compiled ??= this.#write((name) => sql`${new Placeholder<V>(name)}`).compile(db);
    const { query, queryId, sql: text, parameters } = this.#compiled;
    const supplied = parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[(parameter as Placeholder<V>).name] : parameter,
    );
    return { query, queryId, sql: text, parameters: supplied };
  }
}

/** Declares a reusable statement. `write` builds the SQL with named placeholders; call the result with values. */
export function statement<R, V extends object>(
  write: (place: PlaceholderOf<V>) => RawBuilder<R>,
): (values: V) => Sendable<R> {
  const reusable = new ReusableStatement<R, V>(write);
  return (values) => ({ compile: (db) => reusable.with(values, db) });
}

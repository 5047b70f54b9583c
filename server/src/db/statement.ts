// Statements written once: their text is compiled at the first use, their values are given at each.
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** What a flight takes: a statement made by `sql` for this once, or one written once with its values. */
export interface Sendable<R = unknown> {
  readonly compile: (db: Db) => CompiledQuery<R>;
}

/** Gives the place of a value in a statement's text. */
type PlaceOf<V> = (name: keyof V) => RawBuilder<unknown>;

class Place<V> {
  readonly name: keyof V;

  constructor(name: keyof V) {
    this.name = name;
  }
}

class Written<R, V extends object> {
  readonly #write: (place: PlaceOf<V>) => RawBuilder<R>;
  #compiled: CompiledQuery<R> | undefined;

  constructor(write: (place: PlaceOf<V>) => RawBuilder<R>) {
    this.#write = write;
  }

  with(values: V, db: Db): CompiledQuery<R> {
    this.#compiled ??= this.#write((name) => sql`${new Place<V>(name)}`).compile(db);
    const { query, queryId, sql: text, parameters } = this.#compiled;
    const given = parameters.map((parameter) =>
      parameter instanceof Place ? values[(parameter as Place<V>).name] : parameter,
    );
    return { query, queryId, sql: text, parameters: given };
  }
}

/** Takes what writes a statement's text with places for its values; gives what takes the values, any number of times. */
export function statement<R, V extends object>(
  write: (place: PlaceOf<V>) => RawBuilder<R>,
): (values: V) => Sendable<R> {
  const written = new Written<R, V>(write);
  return (values) => ({ compile: (db) => written.with(values, db) });
}

// Decides which SQL texts to prepare: PostgreSQL plans a prepared statement once for each connection.

/** A longer text is a bulk insert, which is not repeated. */
const LONGEST = 6000;
/** Each prepared statement takes memory on every connection, here and on the server. */
const MAX = 300;

/** Names texts that are seen twice, up to a limit; the others run unprepared. */
export class StatementNames {
  readonly #seen = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly #max: number;
  #made = 0;

  /** `max`: the number of names; 0 for a connection that has none. */
  constructor(max = MAX) {
    this.#max = max;
  }

  /** Returns the name to prepare the text under, or undefined. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || text.length > LONGEST || this.#names.size >= this.#max) return name;
    if (this.#seen.size >= MAX) this.#seen.clear();
    if (!this.#seen.has(text)) {
      this.#seen.add(text);
      return undefined;
    }
    this.#seen.delete(text);
    this.#made += 1;
    const made = `kippu_${this.#made}`;
    this.#names.set(text, made);
    return made;
  }

  /** Removes the text's name after a change of its table, so that it is prepared again under another. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}

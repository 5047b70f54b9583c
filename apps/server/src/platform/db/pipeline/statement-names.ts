// Which SQL texts are worth preparing: PostgreSQL then plans them once a connection, not at every call.

/** A text longer than this is a bulk insert, whose shape does not come again. */
const LONGEST = 6000;
/** Each is kept by every connection, in its memory and in the server's. */
const MOST = 300;

/** Names texts that came more than once, up to a bound; what is not named runs unprepared. */
export class StatementNames {
  readonly #seen = new Set<string>();
  readonly #names = new Map<string, string>();
  #made = 0;

  /** The name to prepare the text under, or undefined. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || text.length > LONGEST || this.#names.size >= MOST) return name;
    if (this.#seen.size >= MOST) this.#seen.clear();
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

  /** Forgets the text's name: a table it reads has changed, so that it must be planned anew under another. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}

// The revocation list: certificates issued at or before a ticket's time are invalid.

export class RevokedTickets {
  readonly #times: Map<string, number>;

  /** Starts with ticket ids and their times in epoch seconds. */
  constructor(times: Iterable<readonly [string, number]> = []) {
    this.#times = new Map(times);
  }

  get size(): number {
    return this.#times.size;
  }

  /** Adds a revocation at `at`, epoch seconds. Of two, the later counts. */
  note(ticketId: string, at: number): void {
    this.#times.set(ticketId, Math.max(at, this.#times.get(ticketId) ?? 0));
  }

  /** Whether a certificate issued at `issuedAt` (epoch seconds) is revoked. */
  isRevoked(ticketId: string, issuedAt: number): boolean {
    const at = this.#times.get(ticketId);
    return at !== undefined && issuedAt <= at;
  }
}

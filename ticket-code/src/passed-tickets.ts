// What has passed as the decider knows it: at a gate here and as the server told of others, at the server everywhere.
import type { Direction } from './moment.ts';

/** A phone handed back over the gate comes again within this; a traveller with a pass comes back later. */
export const PASS_BACK_SECONDS = 30 * 60;

/** When a ticket last went in and out, epoch seconds; `single` is good for one journey. */
export interface Passed {
  readonly in?: number;
  readonly out?: number;
  readonly single: boolean;
}

/**
 * Knows whether a ticket was used. One journey is used by an entry, for entries, and by an exit, for good. A pass is used
 * by the same direction a moment ago with no opposite since: its exit may have been at a gate we have not heard of.
 */
export class PassedTickets {
  readonly #tickets: Map<string, Passed>;

  constructor(tickets: Iterable<readonly [string, Passed]> = []) {
    this.#tickets = new Map(tickets);
  }

  get size(): number {
    return this.#tickets.size;
  }

  /** Notes a passage at `at` (epoch seconds) and gives what is known of the ticket now. */
  note(ticketId: string, direction: Direction, at: number, single: boolean): Passed {
    const known = this.#tickets.get(ticketId);
    const passed = {
      ...known,
      single: single || known?.single === true,
      [direction]: Math.max(at, known?.[direction] ?? 0),
    };
    this.#tickets.set(ticketId, passed);
    return passed;
  }

  /** When it last passed in that direction, epoch seconds. */
  last(ticketId: string, direction: Direction): number | undefined {
    return this.#tickets.get(ticketId)?.[direction];
  }

  /** Whether the ticket may not pass in that direction again, at `now` (epoch seconds). */
  isUsed(ticketId: string, direction: Direction, now: number): boolean {
    const known = this.#tickets.get(ticketId);
    if (!known) return false;
    if (known.single && known.out !== undefined) return true;
    const same = known[direction];
    if (same === undefined) return false;
    if (known.single) return true;
    const opposite = known[direction === 'in' ? 'out' : 'in'] ?? 0;
    // One told to be long after now is a gate's wrong clock: it must not shut a pass out until then.
    return opposite < same && Math.abs(now - same) < PASS_BACK_SECONDS;
  }

  /** Forgets passages of before `time` (epoch seconds); gives the ids, for the database. */
  forgetBefore(time: number): string[] {
    const old = [...this.#tickets].filter(([, { in: went, out }]) => Math.max(went ?? 0, out ?? 0) < time);
    for (const [ticketId] of old) this.#tickets.delete(ticketId);
    return old.map(([ticketId]) => ticketId);
  }
}

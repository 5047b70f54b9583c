// The passages that the decider knows: at a gate its own and those that the server reported, at the server all.
import type { Direction } from '../code/moment.ts';

/** A second passage of a pass in the same direction within this time is refused: the phone was handed back over the gate. */
export const SAME_WAY_SECONDS = 30 * 60;

/** When a ticket last entered and left, epoch seconds; `single` means valid for one journey. */
export interface Passed {
  readonly in?: number;
  readonly out?: number;
  /** The stations of the two, if known. */
  readonly inAt?: string;
  readonly outAt?: string;
  readonly single: boolean;
}

interface Passage {
  readonly direction: Direction;
  /** Epoch seconds. */
  readonly at: number;
  readonly single: boolean;
  /** The station's id, if known. */
  readonly stationId?: string | undefined;
}

const STATION_OF = { in: 'inAt', out: 'outAt' } as const;
const OPPOSITE = { in: 'out', out: 'in' } as const;

/**
 * Knows whether a ticket was used. A single journey is used for entries by an entry, and for good by an exit. A pass
 * is used by a recent passage in the same direction with no opposite since: its exit may be at a gate that has not
 * reported yet.
 */
export class PassedTickets {
  readonly #tickets: Map<string, Passed>;

  constructor(tickets: Iterable<readonly [string, Passed]> = []) {
    this.#tickets = new Map(tickets);
  }

  get size(): number {
    return this.#tickets.size;
  }

  /** Adds a passage and returns what is known of the ticket. A passage older than the known one changes nothing. */
  note(ticketId: string, { direction, at, single, stationId }: Passage): Passed {
    const known = this.#tickets.get(ticketId);
    const last = known?.[direction];
    const isNewer = last === undefined || at >= last;
    const passed = {
      ...known,
      single: single || known?.single === true,
      ...(isNewer ? { [direction]: at, [STATION_OF[direction]]: stationId } : {}),
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
    const opposite = known[OPPOSITE[direction]] ?? 0;
    // A passage reported far in the future comes from a gate with a wrong clock. It must not block a pass until then.
    return opposite < same && Math.abs(now - same) < SAME_WAY_SECONDS;
  }

  /**
   * Returns when the ticket last passed in the other direction at this station (epoch seconds), if that is less than
   * `seconds` before or after `now` (epoch seconds) and it has not passed in this direction since; otherwise
   * undefined.
   */
  passBack(
    ticketId: string,
    direction: Direction,
    {
      stationId,
      now,
      seconds,
    }: { readonly stationId: string; readonly now: number; readonly seconds: number },
  ): number | undefined {
    const known = this.#tickets.get(ticketId);
    const opposite = known?.[OPPOSITE[direction]];
    if (!known || opposite === undefined || known[STATION_OF[OPPOSITE[direction]]] !== stationId)
      return undefined;
    if ((known[direction] ?? 0) > opposite) return undefined;
    return Math.abs(now - opposite) < seconds ? opposite : undefined;
  }

  /** Whether the ticket is known to have left after `time` (epoch seconds). */
  hasLeftAfter(ticketId: string, time: number): boolean {
    return (this.#tickets.get(ticketId)?.out ?? -1) > time;
  }

  /** Forgets passages before `time` (epoch seconds). Returns the ids, to delete them from the database. */
  forgetBefore(time: number): string[] {
    const old = [...this.#tickets].filter(([, { in: went, out }]) => Math.max(went ?? 0, out ?? 0) < time);
    for (const [ticketId] of old) this.#tickets.delete(ticketId);
    return old.map(([ticketId]) => ticketId);
  }
}

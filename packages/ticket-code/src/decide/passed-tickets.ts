// The passages that the decider knows: at a gate its own and those that the server reported, at the server all.
import { BESIDE_GATE_SECONDS } from '@kippu/contract/limits';
import type { Direction } from '../code/moment.ts';

/** A second passage of a pass in the same direction within this time is refused: the phone was handed back over the gate. */
export const SAME_WAY_SECONDS = 30 * 60;

/** A traveller's own verification at a station, or the cancellation of one. */
export interface Verified {
  /** Epoch seconds. */
  readonly at: number;
  /** Absent for a cancellation: nothing is verified then. */
  readonly stationId?: string;
}

/**
 * When a ticket last entered and left at gates, epoch seconds; `single` means valid for one journey. Verifications are known apart from that, because
 * a gate lets the traveller pass who has just verified beside it.
 */
export interface Passed {
  readonly in?: number;
  readonly out?: number;
  /** The stations of the two, if known. */
  readonly inAt?: string;
  readonly outAt?: string;
  /** The traveller's last verification of each direction. */
  readonly verifiedIn?: Verified;
  readonly verifiedOut?: Verified;
  readonly single: boolean;
}

/** A place and time, epoch seconds. */
interface Here {
  readonly stationId?: string | undefined;
  readonly at: number;
}

/**
 * Whether a verification and a gate's passage in its direction are one passage: at the same station, and no further apart than a verification is shown
 * and a gate's clock may be off. A gate and the server decide by this, and the server again when it records a passage.
 */
export const isBesideGate = (verified: Here, passage: Here): boolean =>
  verified.stationId !== undefined &&
  verified.stationId === passage.stationId &&
  Math.abs(verified.at - passage.at) <= BESIDE_GATE_SECONDS;

interface Passage {
  readonly direction: Direction;
  /** Epoch seconds. */
  readonly at: number;
  readonly single: boolean;
  /** The station's id, if known. */
  readonly stationId?: string | undefined;
}

const STATION_OF = { in: 'inAt', out: 'outAt' } as const;
const VERIFIED = { in: 'verifiedIn', out: 'verifiedOut' } as const;
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

  /** Adds a verification, or a cancellation, and returns what is known of the ticket. One older than the known one changes nothing. */
  noteVerified(
    ticketId: string,
    {
      direction,
      single,
      ...verified
    }: Verified & { readonly direction: Direction; readonly single: boolean },
  ): Passed {
    const known = this.#tickets.get(ticketId);
    const last = known?.[VERIFIED[direction]];
    const isNewer = last === undefined || verified.at >= last.at;
    const passed = {
      ...known,
      single: single || known?.single === true,
      ...(isNewer ? { [VERIFIED[direction]]: verified } : {}),
    };
    this.#tickets.set(ticketId, passed);
    return passed;
  }

  /** When it last passed in that direction, at a gate or verified, epoch seconds. */
  last(ticketId: string, direction: Direction): number | undefined {
    const known = this.#tickets.get(ticketId);
    const times = [known?.[direction], this.#verified(ticketId, direction)?.at].filter(
      (at) => at !== undefined,
    );
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Returns the last verification, if it was not cancelled. */
  #verified(ticketId: string, direction: Direction): Verified | undefined {
    const verified = this.#tickets.get(ticketId)?.[VERIFIED[direction]];
    return verified?.stationId === undefined ? undefined : verified;
  }

  /** Whether its traveller has just verified that direction at this station: a passage there at `here.at` is the same one. */
  isBeside(ticketId: string, direction: Direction, here: Here): boolean {
    const verified = this.#verified(ticketId, direction);
    return verified !== undefined && isBesideGate(verified, here);
  }

  /** Whether the ticket may not pass in that direction again, at the station and time of `here`. */
  isUsed(ticketId: string, direction: Direction, here: Here): boolean {
    const known = this.#tickets.get(ticketId);
    if (!known) return false;
    // A verification beside this gate belongs to the passage that is decided.
    const other = this.isBeside(ticketId, direction, here) ? undefined : this.#verified(ticketId, direction);
    const same = [known[direction], other?.at].filter((at) => at !== undefined);
    if (known.single)
      return same.length > 0 || (direction === 'in' && this.last(ticketId, 'out') !== undefined);
    const opposite = this.last(ticketId, OPPOSITE[direction]) ?? 0;
    // A passage reported far in the future comes from a gate with a wrong clock. It must not block a pass until then.
    return same.some((at) => opposite < at && Math.abs(here.at - at) < SAME_WAY_SECONDS);
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
    const old = [...this.#tickets].filter(
      ([, { in: went, out, verifiedIn, verifiedOut }]) =>
        Math.max(went ?? 0, out ?? 0, verifiedIn?.at ?? 0, verifiedOut?.at ?? 0) < time,
    );
    for (const [ticketId] of old) this.#tickets.delete(ticketId);
    return old.map(([ticketId]) => ticketId);
  }
}

// The gate's own clock and whether it may be trusted: a wrong one would let old codes pass.
import { GATE_CLOCK_OFF_MOST_MS as CLOCK_OFF_MOST_MS } from '@kippu/contract/gate';

/** A difference below this is the network's, not the clock's. */
const JUMP_LEAST_MS = 1_500;

export interface ClockRecord {
  /** The server's time less the clock's at the last check, milliseconds. */
  readonly offset: number;
  /** The latest moment the gate has known, epoch milliseconds: time never goes back behind it. */
  readonly latest: number;
  /** When the server's time was last told, by the gate's clock. */
  readonly checkedAt: number;
}

export type ClockProblem =
  { readonly kind: 'unchecked' } | { readonly kind: 'off' | 'setBack'; readonly seconds: number };

export interface ClockSources {
  /** Epoch milliseconds, as the device believes. */
  readonly wall: () => number;
  /** Milliseconds that never jump. */
  readonly steady: () => number;
}

/** Keeps the gate's time: the device's clock, put right by what the server last said. */
export class GateClock {
  readonly #sources: ClockSources;
  #offset: number | null;
  #latest: number;
  #checkedAt: number;
  #lead: number;

  constructor(sources: ClockSources, record?: ClockRecord) {
    this.#sources = sources;
    this.#offset = record?.offset ?? null;
    this.#latest = record?.latest ?? 0;
    this.#checkedAt = record?.checkedAt ?? 0;
    this.#lead = sources.wall() - sources.steady();
  }

  /** Epoch milliseconds, put right. */
  now(): number {
    return this.#sources.wall() + (this.#offset ?? 0);
  }

  /** Takes the server's time (epoch milliseconds) and how long the answer took. */
  check(serverNow: number, roundTripMs: number): void {
    const wall = this.#sources.wall();
    this.#offset = serverNow + roundTripMs / 2 - wall;
    this.#checkedAt = wall;
    this.#lead = wall - this.#sources.steady();
    // The server's word also ends a time that was wrongly in the future.
    this.#latest = this.now();
  }

  /** Call it often: notes how far time has come, and evens out a clock that was moved a little. */
  tick(): void {
    const lead = this.#sources.wall() - this.#sources.steady();
    const jump = lead - this.#lead;
    // Forward may be a device that slept, while its steady clock stood still; only back is surely a changed clock.
    if (jump < -JUMP_LEAST_MS && jump >= -CLOCK_OFF_MOST_MS && this.#offset !== null) this.#offset -= jump;
    this.#lead = lead;
    this.#latest = Math.max(this.#latest, this.now());
  }

  /** Why the gate must not run; null when it may. */
  problem(): ClockProblem | null {
    if (this.#offset === null) return { kind: 'unchecked' };
    if (Math.abs(this.#offset) > CLOCK_OFF_MOST_MS)
      return { kind: 'off', seconds: Math.round(-this.#offset / 1000) };
    const back = this.#latest - this.now();
    return back > CLOCK_OFF_MOST_MS ? { kind: 'setBack', seconds: Math.round(back / 1000) } : null;
  }

  /** What to keep through a restart; null before the first check. */
  record(): ClockRecord | null {
    if (this.#offset === null) return null;
    return { offset: this.#offset, latest: this.#latest, checkedAt: this.#checkedAt };
  }
}

// The gate's clock. It also reports when the clock cannot be trusted: a wrong clock would accept old codes.
import { MAX_GATE_CLOCK_OFF_MS as MAX_CLOCK_OFF_MS } from '@kippu/contract/limits';

/** A smaller difference is network delay, not a change of the clock. */
const JUMP_LEAST_MS = 1_500;

export interface ClockRecord {
  /** The server's time minus the device's time at the last check, in milliseconds. */
  readonly offset: number;
  /** The latest time that the gate has seen, in epoch milliseconds. The gate's time must not go back behind it. */
  readonly latest: number;
  /** When the server last reported its time, by the device's clock. */
  readonly checkedAt: number;
}

export type ClockProblem =
  { readonly kind: 'unchecked' } | { readonly kind: 'off' | 'setBack'; readonly seconds: number };

export interface ClockSources {
  /** The device's time in epoch milliseconds. */
  readonly wall: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly steady: () => number;
}

/** The gate's time: the device's clock, corrected by the server's last answer. */
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

  /** Returns the corrected time in epoch milliseconds. */
  now(): number {
    return this.#sources.wall() + (this.#offset ?? 0);
  }

  /** Sets the clock from the server's time (epoch milliseconds). `roundTripMs` is how long the answer took. */
  check(serverNow: number, roundTripMs: number): void {
    const wall = this.#sources.wall();
    this.#offset = serverNow + roundTripMs / 2 - wall;
    this.#checkedAt = wall;
    this.#lead = wall - this.#sources.steady();
    // This also corrects a time that was wrongly in the future.
    this.#latest = this.now();
  }

  /** Updates the latest time and corrects a clock that was moved back a little. Call it often. */
  tick(): void {
    const lead = this.#sources.wall() - this.#sources.steady();
    const jump = lead - this.#lead;
    // A step forward may be a device that slept while its steady clock stood still. A step back is always a changed
    // clock.
    if (jump < -JUMP_LEAST_MS && jump >= -MAX_CLOCK_OFF_MS && this.#offset !== null) this.#offset -= jump;
    this.#lead = lead;
    this.#latest = Math.max(this.#latest, this.now());
  }

  /** Returns why the gate must not run, or null when it may. */
  problem(): ClockProblem | null {
    if (this.#offset === null) return { kind: 'unchecked' };
    if (Math.abs(this.#offset) > MAX_CLOCK_OFF_MS)
      return { kind: 'off', seconds: Math.round(-this.#offset / 1000) };
    const back = this.#latest - this.now();
    return back > MAX_CLOCK_OFF_MS ? { kind: 'setBack', seconds: Math.round(back / 1000) } : null;
  }

  /** Returns the record to save for a restart, or null before the first check. */
  record(): ClockRecord | null {
    if (this.#offset === null) return null;
    return { offset: this.#offset, latest: this.#latest, checkedAt: this.#checkedAt };
  }
}

// Rate limits, counted in this process before any query.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../wire/app-error.ts';
import { clientAddress, networksOf } from './client-address.ts';

export interface CallRate {
  /** Calls with one key within the window. */
  readonly max: number;
  /** Milliseconds. */
  readonly timeWindow: number;
}

export interface NamedRate extends CallRate {
  /** The limit's name in the log and in metrics. */
  readonly name: string;
}

/** The keys remembered for one limit; the least recently seen are dropped first. */
const KEYS_KEPT = 20_000;

interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts calls by key. A window begins with a key's first call; refused calls do not extend it. */
export class RateCounter {
  readonly #rate: CallRate;
  /** Monotonic milliseconds. */
  readonly #steady: () => number;
  /** By key, the most recently seen last. */
  readonly #windows = new Map<string, Window>();

  constructor(rate: CallRate, steady: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#steady = steady;
  }

  /** Returns the milliseconds until the key may be used again; 0 when it may now. Counts nothing. */
  wait(key: string): number {
    const window = this.#windows.get(key);
    if (!window || window.calls < this.#rate.max) return 0;
    return Math.max(0, window.endsAt - this.#steady());
  }

  /** Returns how many calls the key may still make, and the milliseconds until all of them are there again. Counts nothing. */
  left(key: string): { readonly calls: number; readonly resetMs: number } {
    const window = this.#windows.get(key);
    const now = this.#steady();
    if (!window || window.endsAt <= now) return { calls: this.#rate.max, resetMs: this.#rate.timeWindow };
    return { calls: Math.max(0, this.#rate.max - window.calls), resetMs: window.endsAt - now };
  }

  /** Counts a call, or `calls` at once. */
  count(key: string, calls = 1): void {
    const now = this.#steady();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { endsAt: now + this.#rate.timeWindow, calls: 0 };
    window.calls += calls;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= KEYS_KEPT) break;
      this.#windows.delete(oldest);
    }
  }
}

export const tooMany = (waitMs: number, limit: string) =>
  new AppError('REQ-0004', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)), limit });

/** Counts a call by name, or `calls` at once; with 0 it only checks. Throws AppError REQ-0004, with the seconds to wait, when there were too many. */
export type CountName = (name: string, calls?: number) => void;

export function nameLimit(rate: NamedRate): CountName {
  const counter = new RateCounter(rate);
  return (name, calls) => {
    const wait = counter.wait(name);
    if (wait > 0) throw tooMany(wait, rate.name);
    counter.count(name, calls);
  };
}

/** Returns the address that a request counts for. */
export const clientOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  clientAddress(ip, socket.remoteAddress ?? '');

/** A limit by address. Also counts the wider IPv6 networks of an address, each with a higher limit. */
export class AddressLimit {
  readonly #rate: NamedRate;
  /** By the multiple of the rate that a network may use. */
  readonly #counters = new Map<number, RateCounter>();

  constructor(rate: NamedRate) {
    this.#rate = rate;
  }

  #counter(share: number): RateCounter {
    const known = this.#counters.get(share);
    if (known) return known;
    const made = new RateCounter({ ...this.#rate, max: this.#rate.max * share });
    this.#counters.set(share, made);
    return made;
  }

  /** Throws AppError REQ-0004 where the request's address, or one of its networks, has used up its limit. Counts nothing. */
  check(request: FastifyRequest): void {
    for (const { network, share } of networksOf(clientOf(request))) {
      const wait = this.#counter(share).wait(network);
      if (wait > 0) throw tooMany(wait, this.#rate.name);
    }
  }

  /** Counts a call; never throws. */
  count(request: FastifyRequest): void {
    for (const { network, share } of networksOf(clientOf(request))) this.#counter(share).count(network);
  }

  /** Checks and counts. A refused call is not counted. */
  take(request: FastifyRequest): void {
    this.check(request);
    this.count(request);
  }
}

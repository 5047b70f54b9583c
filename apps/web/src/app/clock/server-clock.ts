// The server's time. A visitor's phone may be hours wrong, but a code must have the right time.
import { localStore } from '../storage/local-store.ts';

interface Learned {
  /** The server's time minus this phone's, in milliseconds. */
  readonly offsetMs: number;
  /** When it was measured, by this phone's clock, in epoch milliseconds. */
  readonly at: number;
}

/** The life of a certificate. No code needs an older offset. */
const KEPT_MS = 24 * 3_600_000;
/** The precision of the header plus the time of transfer. */
const UNSURE_MS = 2000;

/**
 * Returns the stored offset if it is still valid, else 0. If the phone's clock is earlier than at the measurement, or
 * more than a day later, it was changed and the offset is void.
 */
export function keptOffset(kept: Partial<Learned> | null | undefined, now: number): number {
  const { offsetMs, at } = kept ?? {};
  if (!Number.isFinite(offsetMs) || !Number.isFinite(at)) return 0;
  const age = now - Number(at);
  return age >= -UNSURE_MS && age <= KEPT_MS ? Number(offsetMs) : 0;
}

// Stored across reloads, because a phone with a wrong clock may be opened without a network.
const store = localStore<Learned>('kippu.clock', (stored) => {
  const now = Date.now();
  return { offsetMs: keptOffset(stored as Partial<Learned> | undefined, now), at: now };
});

/** Measures the clock's offset from the `Date` header of an answer. The header has whole seconds. */
export function learnServerTime(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const at = Date.now();
  const difference = server + 500 - at;
  store.set({ offsetMs: Math.abs(difference) < UNSURE_MS ? 0 : difference, at });
}

/** The phone's wall clock and monotonic clock when the offset arrived. */
let began = { wall: Date.now(), steady: performance.now() };
store.subscribe(() => {
  began = { wall: Date.now(), steady: performance.now() };
});

/**
 * Returns the server's time in epoch milliseconds. A wall clock set back while the page is open has no effect. If the
 * wall clock is ahead of the monotonic one, the phone may have slept, so the wall clock is used.
 */
export const serverNow = (): number =>
  Math.max(Date.now(), began.wall + performance.now() - began.steady) + store.get().offsetMs;
/** How far this phone's clock is behind the server's, in milliseconds; 0 when it is right. */
export const clockOffset = (): number => store.get().offsetMs;

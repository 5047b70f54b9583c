// The server's time as this phone knows it: a visitor's phone may be hours wrong, a code must not be.
import { localStore } from './local-store.ts';

interface Learned {
  /** Server's time less this phone's, milliseconds. */
  readonly offsetMs: number;
  /** When it was learned, by this phone's clock, epoch milliseconds. */
  readonly at: number;
}

/** As long as a certificate lives: an older offset would serve no code any more. */
const KEPT_MS = 24 * 3_600_000;
/** The header's own coarseness and the way here. */
const UNSURE_MS = 2000;

/**
 * Takes what was kept and now by this phone; gives the offset to go on with. A clock that has gone back since, or a day
 * on, was set anew: what was learned of it holds no more.
 */
export function keptOffset(kept: Partial<Learned> | null | undefined, now: number): number {
  const { offsetMs, at } = kept ?? {};
  if (!Number.isFinite(offsetMs) || !Number.isFinite(at)) return 0;
  const age = now - Number(at);
  return age >= -UNSURE_MS && age <= KEPT_MS ? Number(offsetMs) : 0;
}

// Kept over reloads: a phone with a wrong clock may be opened again where there is no network to ask.
const store = localStore<Learned>('kippu.clock', (stored) => {
  const now = Date.now();
  return { offsetMs: keptOffset(stored as Partial<Learned> | undefined, now), at: now };
});

/** Takes the `Date` header of an answer; learns how far this phone's clock is off. The header has whole seconds. */
export function learnServerTime(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const at = Date.now();
  const difference = server + 500 - at;
  store.set({ offsetMs: Math.abs(difference) < UNSURE_MS ? 0 : difference, at });
}

/** This phone's clock and its steady one when the offset came. */
let began = { wall: Date.now(), steady: performance.now() };
store.subscribe(() => {
  began = { wall: Date.now(), steady: performance.now() };
});

/**
 * Now by the server's clock, epoch milliseconds. A clock that is set back while the page is open sets nothing back; one that
 * is on may have slept meanwhile, while its steady clock stood still.
 */
export const serverNow = (): number =>
  Math.max(Date.now(), began.wall + performance.now() - began.steady) + store.get().offsetMs;
/** How far this phone's clock is behind the server's, milliseconds; 0 when it is right. */
export const clockOffset = (): number => store.get().offsetMs;

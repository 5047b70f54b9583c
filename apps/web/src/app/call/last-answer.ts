// When the server last answered this phone, in any tab: both sides end a session after two hours without.
import { localStore } from './local-store.ts';
import { serverNow } from './server-clock.ts';

/** Writing it at each of a burst of answers would wake the other tabs for nothing. */
const NOTE_EVERY_MS = 10_000;

const store = localStore<number | undefined>('kippu.lastAnswer', (kept) =>
  typeof kept === 'number' ? kept : undefined,
);

/** Epoch milliseconds of the server's clock; undefined when nothing was ever answered. */
export const lastAnswer = (): number | undefined => store.reread();

export function noteAnswer(): void {
  const now = serverNow();
  if (Math.abs(now - (store.get() ?? 0)) >= NOTE_EVERY_MS) store.set(now);
}

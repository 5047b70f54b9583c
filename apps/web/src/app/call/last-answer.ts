// When the server last answered any tab of this phone. Both sides end a session after two hours without an answer.
import { localStore } from '../storage/local-store.ts';
import { serverNow } from '../clock/server-clock.ts';

/** The shortest time between two writes, because each write wakes the other tabs. */
const NOTE_EVERY_MS = 10_000;

const store = localStore<number | undefined>('kippu.lastAnswer', (stored) =>
  typeof stored === 'number' ? stored : undefined,
);

/** Epoch milliseconds of the server's clock; undefined if nothing was ever answered. */
export const lastAnswer = (): number | undefined => store.reread();

export function noteAnswer(): void {
  const now = serverNow();
  if (Math.abs(now - (store.get() ?? 0)) >= NOTE_EVERY_MS) store.set(now);
}

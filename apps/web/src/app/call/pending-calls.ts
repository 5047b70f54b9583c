// Calls that wait for a login: sent again, as they were, when the traveller who made them has signed in.
import type { ApiError } from './api-error.ts';
import { serverNow } from './server-clock.ts';

/** A wish older than this is asked for again, not fulfilled behind the traveller's back. */
export const HOLD_MS = 600_000;

interface Held {
  readonly account: string | undefined;
  readonly until: number;
  readonly sendAgain: () => void;
  readonly refuse: () => void;
}

export interface HeldCalls {
  /**
   * Keeps a call until a login. `sendAgain` repeats it, `why` is what it ends with when it is not repeated, `account`
   * is who made it, undefined for a visitor. A caller that has gone (`signal`) is not waited for.
   */
  hold<T>(
    sendAgain: () => Promise<T>,
    why: ApiError,
    account: string | undefined,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Sends again what this account or a visitor asked for; refuses what another account did. */
  signedIn(account: string): void;
  /** Refuses all: the traveller went elsewhere instead of signing in. */
  drop(): void;
}

/** Gives an empty queue. */
export function heldCalls(): HeldCalls {
  const queue = new Set<Held>();
  const empty = (): readonly Held[] => {
    const all = [...queue];
    queue.clear();
    return all;
  };
  return {
    hold: (sendAgain, why, account, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return void reject(signal.reason);
        const leave = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abandon);
          queue.delete(held);
        };
        const held: Held = {
          account,
          // A timer stands still while the phone sleeps, so the time is asked for as well.
          until: serverNow() + HOLD_MS,
          sendAgain: () => {
            leave();
            resolve(sendAgain());
          },
          refuse: () => {
            leave();
            reject(why);
          },
        };
        const abandon = () => {
          leave();
          reject(signal?.reason);
        };
        const timer = setTimeout(held.refuse, HOLD_MS);
        signal?.addEventListener('abort', abandon);
        queue.add(held);
      }),
    signedIn: (account) => {
      const now = serverNow();
      for (const held of empty()) {
        if (now < held.until && (held.account ?? account) === account) held.sendAgain();
        else held.refuse();
      }
    },
    drop: () => {
      for (const held of empty()) held.refuse();
    },
  };
}

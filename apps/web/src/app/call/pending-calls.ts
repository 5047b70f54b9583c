// Calls that wait for a login. They are sent unchanged when the same traveller has signed in.
import type { CallError } from '@kippu/client/call-error';
import { serverNow } from '../clock/server-clock.ts';

/** After this time a call is refused; the traveller must not be surprised by a late result. */
export const HOLD_MS = 600_000;

interface Held {
  readonly account: string | undefined;
  readonly until: number;
  readonly sendAgain: () => void;
  readonly refuse: () => void;
}

export interface PendingCalls {
  /**
   * Keeps a call until a login. `sendAgain` repeats it; `why` is its error if it is not repeated. `account` made the
   * call; undefined for a visitor. The call is dropped when `signal` aborts.
   */
  hold<T>(
    sendAgain: () => Promise<T>,
    why: CallError,
    account: string | undefined,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Repeats the calls of this account and of visitors; refuses those of other accounts. */
  signedIn(account: string): void;
  /** Refuses all calls, because the traveller left login without signing in. */
  drop(): void;
}

/** Creates an empty queue. */
export function pendingCalls(): PendingCalls {
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
          // A timer stops while the phone sleeps, so the time is checked too.
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

// A value that screens show and that may change while they are open.

export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store that holds `value`. `get` and `subscribe` fit React's `useSyncExternalStore`. */
export function newStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  let now = value;
  return {
    get: () => now,
    set: (next) => {
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

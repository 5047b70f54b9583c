// One versioned value in localStorage, shared by all tabs. Without storage, as in private windows, it stays in
// memory.
import { newStore, type Store } from '@kippu/client/store';

interface LocalStore<T> extends Store<T> {
  /** Like `get`, but reads the storage: another tab's change may not have been signalled yet. */
  readonly reread: () => T;
}

/**
 * Opens a store under a key. `read` turns any stored value (of an older version, broken or undefined) into a complete
 * one; migrations belong there.
 */
export function localStore<T>(key: string, read: (stored: unknown) => T): LocalStore<T> {
  const load = (text: string | null): T => {
    try {
      return read(text === null ? undefined : JSON.parse(text));
    } catch {
      // Text that is not JSON counts as absent.
      return read(undefined);
    }
  };
  const stored = (): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  let seen = stored();
  const { get, set, subscribe } = newStore(load(seen));
  const reread = (): T => {
    const text = stored();
    if (text !== seen) {
      seen = text;
      set(load(text));
    }
    return get();
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      reread();
    });
  }
  return {
    get,
    subscribe,
    reread,
    set: (next) => {
      try {
        const text = JSON.stringify(next);
        localStorage.setItem(key, text);
        seen = text;
      } catch {
        // The storage is full or forbidden: the value lasts until the page closes.
      }
      set(next);
    },
  };
}

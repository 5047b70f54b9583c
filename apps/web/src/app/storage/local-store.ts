// One versioned value in localStorage, shared by all tabs. Private modes without storage keep it in memory.

interface LocalStore<T> {
  get(): T;
  /** As `get`, from the storage itself: another tab's change may not have been told yet. */
  reread(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Takes a key and a reader that turns any stored value (an older version's, a broken one, undefined) into a whole
 * one; gives the store. The reader is where migrations live.
 */
export function localStore<T>(key: string, read: (stored: unknown) => T): LocalStore<T> {
  const listeners = new Set<() => void>();
  const load = (text: string | null): T => {
    try {
      return read(text === null ? undefined : JSON.parse(text));
    } catch {
      // Text that is no JSON is treated as absent.
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
  let value = load(seen);
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const reread = (): T => {
    const text = stored();
    if (text !== seen) {
      seen = text;
      value = load(text);
      tell();
    }
    return value;
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      reread();
    });
  }
  return {
    get: () => value,
    reread,
    set: (next) => {
      value = next;
      try {
        const text = JSON.stringify(next);
        localStorage.setItem(key, text);
        seen = text;
      } catch {
        // A full or forbidden storage: the value lives as long as the page.
      }
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

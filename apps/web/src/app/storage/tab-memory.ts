// Values that this tab remembers across reloads and forgets when it closes: drafts and conversations.

// Used when the tab has no storage (a private window, or a full one). Lasts until the page closes.
const memory = new Map<string, string>();

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the value stored in this tab; undefined if there is none or it is broken. */
export function recall(key: string): unknown {
  try {
    const text = memory.get(key) ?? stored(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value in this tab. */
export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The value is kept in memory instead.
  }
  if (stored(key) === text) memory.delete(key);
  else memory.set(key, text);
}

/** Deletes the value. */
export function forget(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is no storage to delete it from.
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

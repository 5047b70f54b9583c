// What this tab remembers over a reload, and forgets when it is closed: drafts and conversations.

// A tab without storage (private mode, or a full one) keeps it until the page is left.
const memory = new Map<string, string>();

/** The value kept in this tab; undefined when there is none or it is broken. */
export function recall(key: string): unknown {
  try {
    const text = memory.get(key) ?? sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value in this tab. */
export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Kept in memory above.
  }
}

/** Forgets the value. */
export function forget(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was nothing to remove.
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

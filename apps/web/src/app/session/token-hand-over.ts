// What one tab's refresh got, handed to the tabs that wait for it: localStorage may tell them late, a transaction cannot.
import type { Tokens } from '@kippu/contract/account';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A phone's storage that answers later than this is done without. */
const STORAGE_WITHIN_MS = 1_000;

interface Schema extends DBSchema {
  /** The newest refresh, under the one key 'newest'. */
  refresh: { key: string; value: { readonly spent: string; readonly tokens: Tokens } };
}

/** Does work in the database; undefined where the phone has none, forbids it or is slow. */
async function inStorage<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  const run = async () => {
    const db = await openDB<Schema>('kippu-refresh', 1, {
      upgrade: (fresh) => void fresh.createObjectStore('refresh'),
    });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, STORAGE_WITHIN_MS, undefined);
  });
  const done = run().catch((error: unknown) => {
    console.warn('tokens are not handed to other tabs', error);
    return undefined;
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/**
 * Takes a refresh token and how the server is asked; gives its successors. Asks only when no other tab has spent the
 * token already; the caller holds the lock of all tabs. Throws what `ask` throws.
 */
export async function refreshOnce(spent: string, ask: () => Promise<Tokens>): Promise<Tokens> {
  const newest = await inStorage((db) => db.get('refresh', 'newest'));
  if (newest?.spent === spent) return newest.tokens;
  const tokens = await ask();
  await inStorage((db) => db.put('refresh', { spent, tokens }, 'newest'));
  return tokens;
}

/** Leaves no token behind when the session is over. */
export async function forgetRefresh(): Promise<void> {
  await inStorage((db) => db.clear('refresh'));
}

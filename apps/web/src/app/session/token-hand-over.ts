// Passes the tokens of one tab's refresh to the tabs that wait for it. localStorage may be late; a transaction is
// not.
import type { Tokens } from '@kippu/contract/calls/traveller/session';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** After this time the work continues without the storage. */
const STORAGE_WITHIN_MS = 1_000;

interface Schema extends DBSchema {
  /** The newest refresh, under the single key 'newest'. */
  refresh: { key: string; value: { readonly spent: string; readonly tokens: Tokens } };
}

/** Runs work in the database. Resolves to undefined if the phone has none, forbids it or is slow. */
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
 * Returns the successors of a refresh token. Calls `ask` only if no other tab has already spent the token. The caller
 * must hold the lock of all tabs. Throws what `ask` throws.
 */
export async function refreshOnce(spent: string, ask: () => Promise<Tokens>): Promise<Tokens> {
  const newest = await inStorage((db) => db.get('refresh', 'newest'));
  if (newest?.spent === spent) return newest.tokens;
  const tokens = await ask();
  await inStorage((db) => db.put('refresh', { spent, tokens }, 'newest'));
  return tokens;
}

/** Deletes the stored tokens when the session is over. */
export async function forgetRefresh(): Promise<void> {
  await inStorage((db) => db.clear('refresh'));
}

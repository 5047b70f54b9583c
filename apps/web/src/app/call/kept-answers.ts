// Answers that a traveller needs without a network, kept on the phone: tickets, reservations, notices.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getSession, onSessionChange } from './session.ts';

/** The calls whose answers are kept, by name. */
const KEPT: ReadonlySet<unknown> = new Set([
  'ticketList',
  'ticketLoad',
  'reserveList',
  'loadReserveDetail',
  'listSaasNotice',
  'loadSaasNotice',
]);
const MOST = 200;
/** Opening the app never waits longer for its own memory. */
const REVIVE_WITHIN_MS = 400;

interface Answer {
  /** The query key as text. */
  readonly key: string;
  readonly queryKey: QueryKey;
  readonly data: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}
interface Schema extends DBSchema {
  answers: { key: string; value: Answer; indexes: { at: number } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
/** Opened once; what did not open, or was taken by the phone, is opened again at the next use. */
const database = () =>
  (opened ??= openDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));
async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('kippu-answers', 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'key' }).createIndex('at', 'at');
    },
    terminated() {
      opened = undefined;
    },
  });
}

async function keep(answer: Answer): Promise<void> {
  const db = await database();
  await db.put('answers', answer);
  const extra = (await db.count('answers')) - MOST;
  if (extra <= 0) return;
  for (const key of await db.getAllKeysFromIndex('answers', 'at', null, extra))
    await db.delete('answers', key);
}

/** A phone that forbids storage still works with a network, so a failed write only costs the offline copy. */
const tolerate = (work: Promise<unknown>) =>
  work.catch((error: unknown) => console.warn('nothing kept for offline use', error));

async function revive(client: QueryClient): Promise<void> {
  const db = await database();
  for (const { queryKey, data, at } of await db.getAll('answers'))
    if (client.getQueryState(queryKey)?.data === undefined) {
      client.setQueryData(queryKey, data, { updatedAt: at });
      // Whoever opens the app anew, or reloads it, wants to know how things are now, however young the answer is.
      await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
}

/**
 * Puts the kept answers into the client, to be shown until newer ones come, and from then on keeps what its queries answer. What one
 * account saw is dropped when the session ends or another begins. Resolves in REVIVE_WITHIN_MS at the latest.
 */
export async function keepAnswers(client: QueryClient): Promise<void> {
  let owner = getSession()?.member.email;
  onSessionChange(() => {
    const now = getSession()?.member.email;
    if (now === owner) return;
    owner = now;
    void tolerate(database().then((db) => db.clear('answers')));
  });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !KEPT.has(query.queryKey[0])) return;
    const { data, dataUpdatedAt: at } = query.state;
    void tolerate(keep({ key: query.queryHash, queryKey: query.queryKey, data, at }));
  });
  const limit = new Promise<void>((resolve) => setTimeout(resolve, REVIVE_WITHIN_MS));
  await Promise.race([tolerate(revive(client)), limit]);
}

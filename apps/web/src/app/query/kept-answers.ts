// Answers that a traveller needs without a network, stored on the phone: tickets, reservations, notices.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isGone } from '../errors/error-kinds.ts';
import { getSession, onSessionChange } from '../session/session.ts';

/** The names of the calls whose answers are stored. */
const KEPT: ReadonlySet<unknown> = new Set([
  'ticketList',
  'ticketLoad',
  'reserveList',
  'loadReserveDetail',
  'listSaasNotice',
  'loadSaasNotice',
]);
const MAX = 200;
/** The longest time that the app's start waits for the store. */
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
/** Opens the database once. Opens it again at the next use if it failed or the browser closed it. */
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
  const extra = (await db.count('answers')) - MAX;
  if (extra <= 0) return;
  for (const key of await db.getAllKeysFromIndex('answers', 'at', null, extra))
    await db.delete('answers', key);
}

/** Without storage the app still works with a network: a failed write only loses the offline copy. */
const tolerate = (work: Promise<unknown>) =>
  work.catch((error: unknown) => console.warn('nothing kept for offline use', error));

async function revive(client: QueryClient): Promise<void> {
  const db = await database();
  for (const { queryKey, data, at } of await db.getAll('answers'))
    if (client.getQueryState(queryKey)?.data === undefined) {
      client.setQueryData(queryKey, data, { updatedAt: at });
      // After a start or reload the traveller wants the current state, even if the answer is recent.
      await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
}

/**
 * Loads the stored answers into the client, to be shown until newer ones arrive, and stores the answers of its
 * queries from now on. Deletes what the server reports as gone, and everything when the account changes. Resolves
 * within REVIVE_WITHIN_MS.
 */
export async function keepAnswers(client: QueryClient): Promise<void> {
  // Stored answers also stay in memory, for a screen that is opened after hours without a network.
  for (const name of KEPT) client.setQueryDefaults([name], { gcTime: Number.POSITIVE_INFINITY });
  let owner = getSession()?.member.email;
  onSessionChange(() => {
    const now = getSession()?.member.email;
    if (now === owner) return;
    owner = now;
    void tolerate(database().then((db) => db.clear('answers')));
  });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !KEPT.has(query.queryKey[0])) return;
    if (isGone(query.state.error))
      void tolerate(database().then((db) => db.delete('answers', query.queryHash)));
    if (query.state.status !== 'success') return;
    const { data, dataUpdatedAt: at } = query.state;
    void tolerate(keep({ key: query.queryHash, queryKey: query.queryKey, data, at }));
  });
  const limit = new Promise<void>((resolve) => setTimeout(resolve, REVIVE_WITHIN_MS));
  await Promise.race([tolerate(revive(client)), limit]);
}

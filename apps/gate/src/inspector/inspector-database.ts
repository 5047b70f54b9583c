// An inspector's lists and ticks on the device. They have a database of their own, so that a page of an earlier release still opens the gate's.
import { openDB, type DBSchema } from 'idb';
import type { SeatList } from './seat-list.ts';

/** When each seat of a list was seen, by its key, in epoch milliseconds. */
export type Seen = Readonly<Record<string, number>>;

export interface Taken {
  readonly list: SeatList;
  readonly seen: Seen;
}

interface Schema extends DBSchema {
  lists: { key: string; value: SeatList };
  seen: { key: string; value: Seen };
  chosen: { key: 'chosen'; value: string };
}

/** The storage that an inspector's device needs. */
export interface InspectorDatabase {
  load(): Promise<{ readonly taken: readonly Taken[]; readonly chosen: string | null }>;
  saveList(list: SeatList): Promise<void>;
  saveSeen(departureId: string, seen: Seen): Promise<void>;
  saveChosen(departureId: string): Promise<void>;
  /** Deletes a train's list with its ticks. */
  drop(departureId: string): Promise<void>;
  erase(): Promise<void>;
}

/** Opens the database. Rejects with storage errors. */
export async function openInspectorDatabase(name = 'kippu-inspector'): Promise<InspectorDatabase> {
  const db = await openDB<Schema>(name, 1, {
    upgrade: (fresh) => {
      for (const store of ['lists', 'seen', 'chosen'] as const) fresh.createObjectStore(store);
    },
  });
  return {
    load: async () => {
      const lists = await db.getAll('lists');
      const taken = await Promise.all(
        lists.map(async (list) => ({ list, seen: (await db.get('seen', list.departureId)) ?? {} })),
      );
      return { taken, chosen: (await db.get('chosen', 'chosen')) ?? null };
    },
    saveList: async (list) => {
      await db.put('lists', list, list.departureId);
    },
    saveSeen: async (departureId, seen) => {
      await db.put('seen', seen, departureId);
    },
    saveChosen: async (departureId) => {
      await db.put('chosen', departureId, 'chosen');
    },
    drop: async (departureId) => {
      const trx = db.transaction(['lists', 'seen'], 'readwrite');
      await Promise.all([
        trx.objectStore('lists').delete(departureId),
        trx.objectStore('seen').delete(departureId),
        trx.done,
      ]);
    },
    erase: async () => {
      const trx = db.transaction(['lists', 'seen', 'chosen'], 'readwrite');
      await Promise.all([
        trx.objectStore('lists').clear(),
        trx.objectStore('seen').clear(),
        trx.objectStore('chosen').clear(),
        trx.done,
      ]);
    },
  };
}

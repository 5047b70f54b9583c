// What the gate keeps on the device, so that it works through days without a network and through a power cut.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GateDirection, GateEvent } from '@kippu/contract/gate';
import type { Station } from '@kippu/contract/station';
import type { IssuerKey } from '@kippu/ticket-code/verify';
import type { ClockRecord } from './gate-clock.ts';
import type { Passed } from '@kippu/ticket-code/passed-tickets';
import type { PinRecord, PinTries } from './staff-pin.ts';

/** What enrolment and staff set once. */
export interface GateSettings {
  readonly gateId: string;
  readonly key: string;
  readonly station: Station;
  /** What the gate may be. */
  readonly allowed: GateDirection;
  readonly direction: GateDirection;
  readonly camera: 'environment' | 'user' | 'off';
  readonly pin: PinRecord;
}

/** What the server last told, beside revocations and passages. */
export interface Told {
  readonly issuerKeys: readonly IssuerKey[];
  readonly singleProducts: readonly string[];
  /** Tokyo wall time: what to ask from next. */
  readonly since: string;
}

/** What one day came to. */
export interface DayCount {
  readonly date: string;
  readonly in: number;
  readonly out: number;
  readonly stopped: number;
  readonly forced: number;
}

interface Schema extends DBSchema {
  single: {
    key: 'settings' | 'told' | 'clock' | 'tries';
    value: GateSettings | Told | ClockRecord | PinTries;
  };
  revoked: { key: string; value: number };
  passed: { key: string; value: Passed };
  queue: { key: number; value: GateEvent };
  /** What the server could not read; kept for the staff to report. */
  stuck: { key: number; value: GateEvent };
  counts: { key: string; value: DayCount };
}

export interface Loaded {
  readonly settings: GateSettings | null;
  readonly told: Told | null;
  readonly clock: ClockRecord | null;
  readonly tries: PinTries | null;
  readonly revoked: readonly (readonly [string, number])[];
  readonly passed: readonly (readonly [string, Passed])[];
  readonly queued: number;
  readonly stuck: number;
  readonly counts: readonly DayCount[];
}

/** A passage as it is written: the event, what is now known of its ticket, and the day's count. */
export interface PassageRecord {
  readonly event: GateEvent;
  readonly passed: readonly [string, Passed] | null;
  readonly count: DayCount;
}

/** What the gate asks of its storage; tests keep it in memory. */
export interface GateDatabase {
  load(): Promise<Loaded>;
  saveSettings(settings: GateSettings): Promise<void>;
  saveTold(
    told: Told,
    revoked: Iterable<readonly [string, number]>,
    passed: Iterable<readonly [string, Passed]>,
  ): Promise<void>;
  saveClock(clock: ClockRecord): Promise<void>;
  saveTries(tries: PinTries): Promise<void>;
  saveCount(count: DayCount): Promise<void>;
  savePassage(record: PassageRecord): Promise<void>;
  forgetPassed(ticketIds: readonly string[]): Promise<void>;
  /** The oldest events, in the order of their passing. */
  queued(most: number): Promise<{ readonly key: number; readonly event: GateEvent }[]>;
  /** How many events wait, and how many were put aside. */
  waiting(): Promise<{ readonly queued: number; readonly stuck: number }>;
  /** Takes what the server has answered out of the queue. */
  sent(keys: readonly number[]): Promise<void>;
  /** Puts one event aside that the server cannot read, so that it does not hold up the rest. */
  setAside(key: number): Promise<void>;
  /** Puts aside all that waits: it happened at another station than where the gate is now. */
  setAllAside(): Promise<void>;
  /** Writes and reads a value; throws when the storage does not hold. */
  probe(): Promise<void>;
  erase(): Promise<void>;
}

const STORES = ['single', 'revoked', 'passed', 'queue', 'stuck', 'counts'] as const;
/** A passage must survive a power cut, so it waits for the disk. */
const DURABLE = { durability: 'strict' } as const;

async function pairs<V>(
  db: IDBPDatabase<Schema>,
  store: 'revoked' | 'passed' | 'queue',
): Promise<(readonly [string, V])[]> {
  const trx = db.transaction(store);
  const [keys, values] = await Promise.all([trx.store.getAllKeys(), trx.store.getAll()]);
  return keys.map((key, at) => [String(key), values[at] as V] as const);
}

/** Opens the device's database; `onLost` hears when it is taken away, as by whoever deletes the browser's data. */
export async function openGateDatabase(onLost: () => void, name = 'kippu-gate'): Promise<GateDatabase> {
  const db = await openDB<Schema>(name, 1, {
    terminated: onLost,
    upgrade: (fresh) => {
      for (const store of STORES)
        fresh.createObjectStore(store, store === 'queue' ? { autoIncrement: true } : undefined);
    },
  });
  return {
    load: async () => ({
      settings: ((await db.get('single', 'settings')) as GateSettings | undefined) ?? null,
      told: ((await db.get('single', 'told')) as Told | undefined) ?? null,
      clock: ((await db.get('single', 'clock')) as ClockRecord | undefined) ?? null,
      tries: ((await db.get('single', 'tries')) as PinTries | undefined) ?? null,
      revoked: await pairs<number>(db, 'revoked'),
      passed: await pairs<Passed>(db, 'passed'),
      queued: await db.count('queue'),
      stuck: await db.count('stuck'),
      counts: await db.getAll('counts'),
    }),
    saveSettings: async (settings) => {
      await db.put('single', settings, 'settings');
    },
    saveTold: async (told, revoked, passed) => {
      const trx = db.transaction(['single', 'revoked', 'passed'], 'readwrite');
      const puts: Promise<unknown>[] = [trx.objectStore('single').put(told, 'told')];
      for (const [ticketId, at] of revoked) puts.push(trx.objectStore('revoked').put(at, ticketId));
      for (const [ticketId, value] of passed) puts.push(trx.objectStore('passed').put(value, ticketId));
      await Promise.all([...puts, trx.done]);
    },
    saveClock: async (clock) => {
      await db.put('single', clock, 'clock');
    },
    saveTries: async (tries) => {
      const trx = db.transaction('single', 'readwrite', DURABLE);
      await Promise.all([trx.store.put(tries, 'tries'), trx.done]);
    },
    saveCount: async (count) => {
      await db.put('counts', count, count.date);
    },
    savePassage: async ({ event, passed, count }) => {
      const trx = db.transaction(['queue', 'passed', 'counts'], 'readwrite', DURABLE);
      const puts: Promise<unknown>[] = [
        trx.objectStore('queue').add(event),
        trx.objectStore('counts').put(count, count.date),
      ];
      if (passed) puts.push(trx.objectStore('passed').put(passed[1], passed[0]));
      await Promise.all([...puts, trx.done]);
    },
    forgetPassed: async (ticketIds) => {
      const trx = db.transaction('passed', 'readwrite');
      await Promise.all([...ticketIds.map((ticketId) => trx.store.delete(ticketId)), trx.done]);
    },
    queued: async (most) => {
      const trx = db.transaction('queue');
      const [keys, events] = await Promise.all([
        trx.store.getAllKeys(null, most),
        trx.store.getAll(null, most),
      ]);
      return keys.flatMap((key, at) => {
        const event = events[at];
        return event ? [{ key, event }] : [];
      });
    },
    waiting: async () => ({ queued: await db.count('queue'), stuck: await db.count('stuck') }),
    sent: async (keys) => {
      const trx = db.transaction('queue', 'readwrite');
      await Promise.all([...keys.map((key) => trx.store.delete(key)), trx.done]);
    },
    setAside: async (key) => {
      const trx = db.transaction(['queue', 'stuck'], 'readwrite', DURABLE);
      const event = await trx.objectStore('queue').get(key);
      if (event) await trx.objectStore('stuck').put(event, key);
      await trx.objectStore('queue').delete(key);
      await trx.done;
    },
    setAllAside: async () => {
      const trx = db.transaction(['queue', 'stuck'], 'readwrite', DURABLE);
      const queue = trx.objectStore('queue');
      const [keys, events] = await Promise.all([queue.getAllKeys(), queue.getAll()]);
      const puts = events.map((event, at) => trx.objectStore('stuck').put(event, keys[at]));
      await Promise.all([...puts, queue.clear(), trx.done]);
    },
    probe: async () => {
      const trx = db.transaction('counts', 'readwrite', DURABLE);
      const probe = { date: 'probe', in: 0, out: 0, stopped: 0, forced: 0 };
      await trx.store.put(probe, probe.date);
      const read = await trx.store.get(probe.date);
      await trx.store.delete(probe.date);
      await trx.done;
      if (read?.date !== probe.date) throw new Error('the storage gave back something else');
    },
    erase: async () => {
      const trx = db.transaction(STORES, 'readwrite', DURABLE);
      await Promise.all([...STORES.map((store) => trx.objectStore(store).clear()), trx.done]);
    },
  };
}

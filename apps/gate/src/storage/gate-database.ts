// The gate's data on the device. It survives days without a network and a power cut.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GateDirection } from '@kippu/contract/values';
import type { GateEvent, ProductGates } from '@kippu/contract/calls/gate/gate';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { IssuerKey } from '@kippu/ticket-code/decide/verify';
import type { Caller } from '../sync/call-server.ts';
import type { DeviceKeys, NewKeys } from '../sync/device-keys.ts';
import type { ClockRecord } from '../core/gate-clock.ts';
import type { Passed } from '@kippu/ticket-code/decide/passed-tickets';
import type { PinRecord, PinTries } from './staff-pin.ts';

/** The settings from enrolment and from staff. */
export interface GateSettings {
  readonly gateId: string;
  /** The device's keys, or the text of a key that the server made for an older enrolment. */
  readonly key: DeviceKeys | string;
  readonly station: Station;
  /** The directions that the gate is enrolled for. */
  readonly allowed: GateDirection;
  readonly direction: GateDirection;
  readonly camera: 'environment' | 'user' | 'off';
  readonly pin: PinRecord;
  /** Whether this is an inspector's device, which opens no gate. */
  readonly inspects?: boolean;
}

/** The device's former gate. It is kept while passages of that gate wait for the next enrolment. */
export interface LeftGate {
  readonly gateId: string;
  readonly stationId: string;
}
export const leftOf = ({ gateId, station }: GateSettings): LeftGate => ({
  gateId,
  stationId: station.stationId,
});

/**
 * An enrolment in progress. The server gives the same answer to the same code and keys, so a lost answer can be
 * requested again.
 */
export interface PendingEnrolment {
  readonly code: string;
  readonly keys: NewKeys;
}

/** The server's last state, without revocations and passages. */
export interface KnownState {
  readonly issuerKeys: readonly IssuerKey[];
  readonly singleProducts: readonly string[];
  /** Where each product opens gates. Absent until the server sends the table. */
  readonly products?: Readonly<Record<string, ProductGates>> | undefined;
  readonly productsVersion?: string | undefined;
  readonly passBackSeconds?: number | undefined;
  readonly exitGraceSeconds?: number | undefined;
  /** Wall time of the railway for the next request's `since`. */
  readonly since: string;
}

/** The counts of one day. */
export interface DayCount {
  readonly date: string;
  readonly in: number;
  readonly out: number;
  readonly stopped: number;
  readonly forced: number;
}

interface Schema extends DBSchema {
  single: {
    key: 'settings' | 'told' | 'clock' | 'tries' | 'left' | 'enrolment';
    value: GateSettings | KnownState | ClockRecord | PinTries | LeftGate | PendingEnrolment;
  };
  revoked: { key: string; value: number };
  passed: { key: string; value: Passed };
  queue: { key: number; value: GateEvent };
  /** Events that the server could not read, kept for staff to report. */
  stuck: { key: number; value: GateEvent };
  counts: { key: string; value: DayCount };
}

/** Returns the caller of the server for a gate. */
export const callerOf = ({ gateId, key }: Pick<GateSettings, 'gateId' | 'key'>): Caller =>
  typeof key === 'string' ? { key } : { ...key, keyId: gateId };

export interface Loaded {
  readonly settings: GateSettings | null;
  readonly left: LeftGate | null;
  readonly known: KnownState | null;
  readonly clock: ClockRecord | null;
  readonly tries: PinTries | null;
  readonly revoked: readonly (readonly [string, number])[];
  readonly passed: readonly (readonly [string, Passed])[];
  readonly queued: number;
  readonly stuck: number;
  readonly counts: readonly DayCount[];
}

/** One passage to save: the event, the ticket's new state, and the day's count. */
export interface PassageRecord {
  readonly event: GateEvent;
  readonly passed: readonly [string, Passed] | null;
  readonly count: DayCount;
}

/** The storage that the gate needs. Tests use one in memory. */
export interface GateDatabase {
  load(): Promise<Loaded>;
  /** Saves the settings, and deletes the former gate and the enrolment in progress. */
  saveSettings(settings: GateSettings): Promise<void>;
  pendingEnrolment(): Promise<PendingEnrolment | null>;
  savePendingEnrolment(pending: PendingEnrolment): Promise<void>;
  saveKnown(
    known: KnownState,
    revoked: Iterable<readonly [string, number]>,
    passed: Iterable<readonly [string, Passed]>,
  ): Promise<void>;
  saveClock(clock: ClockRecord): Promise<void>;
  saveTries(tries: PinTries): Promise<void>;
  saveCount(count: DayCount): Promise<void>;
  savePassage(record: PassageRecord): Promise<void>;
  forgetPassed(ticketIds: readonly string[]): Promise<void>;
  /** Returns up to `limit` of the oldest events, in order. */
  queued(limit: number): Promise<{ readonly key: number; readonly event: GateEvent }[]>;
  /** Returns how many events wait, and how many were set aside. */
  waiting(): Promise<{ readonly queued: number; readonly stuck: number }>;
  /** Removes events that the server has answered from the queue. */
  sent(keys: readonly number[]): Promise<void>;
  /** Returns the events that were set aside, oldest first. */
  setAsideEvents(): Promise<readonly GateEvent[]>;
  /** Sets aside one event that the server cannot read, so that it does not block the rest. */
  setAside(key: number): Promise<void>;
  /** Ends an enrolment with unsent passages. They stay, each with the gate's id. The keys and PIN are deleted. */
  retire(gate: LeftGate): Promise<void>;
  /**
   * Sets aside all waiting events and deletes the other data of the old station. Used when the gate moves to another
   * station.
   */
  moveAway(): Promise<void>;
  /** Writes and reads a value. Throws when the storage does not keep it. */
  probe(): Promise<void>;
  erase(): Promise<void>;
}

const STORES = ['single', 'revoked', 'passed', 'queue', 'stuck', 'counts'] as const;
/** Data that is of no use at another station. */
const OF_A_STATION = ['queue', 'revoked', 'passed', 'counts'] as const;
/** A passage must survive a power cut, so the write waits for the disk. */
const DURABLE = { durability: 'strict' } as const;

async function pairs<V>(
  db: IDBPDatabase<Schema>,
  store: 'revoked' | 'passed' | 'queue',
): Promise<(readonly [string, V])[]> {
  const trx = db.transaction(store);
  const [keys, values] = await Promise.all([trx.store.getAllKeys(), trx.store.getAll()]);
  return keys.map((key, at) => [String(key), values[at] as V] as const);
}

/** Opens the device's database. `onLost` is called when it is removed, for example because browser data is deleted. */
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
      left: ((await db.get('single', 'left')) as LeftGate | undefined) ?? null,
      known: ((await db.get('single', 'told')) as KnownState | undefined) ?? null,
      clock: ((await db.get('single', 'clock')) as ClockRecord | undefined) ?? null,
      tries: ((await db.get('single', 'tries')) as PinTries | undefined) ?? null,
      revoked: await pairs<number>(db, 'revoked'),
      passed: await pairs<Passed>(db, 'passed'),
      queued: await db.count('queue'),
      stuck: await db.count('stuck'),
      counts: await db.getAll('counts'),
    }),
    saveSettings: async (settings) => {
      const trx = db.transaction('single', 'readwrite', DURABLE);
      await Promise.all([
        trx.store.put(settings, 'settings'),
        trx.store.delete('left'),
        trx.store.delete('enrolment'),
        trx.done,
      ]);
    },
    pendingEnrolment: async () =>
      ((await db.get('single', 'enrolment')) as PendingEnrolment | undefined) ?? null,
    savePendingEnrolment: async (pending) => {
      const trx = db.transaction('single', 'readwrite', DURABLE);
      await Promise.all([trx.store.put(pending, 'enrolment'), trx.done]);
    },
    saveKnown: async (known, revoked, passed) => {
      const trx = db.transaction(['single', 'revoked', 'passed'], 'readwrite');
      const puts: Promise<unknown>[] = [trx.objectStore('single').put(known, 'told')];
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
    queued: async (limit) => {
      const trx = db.transaction('queue');
      const [keys, events] = await Promise.all([
        trx.store.getAllKeys(null, limit),
        trx.store.getAll(null, limit),
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
    setAsideEvents: () => db.getAll('stuck'),
    setAside: async (key) => {
      const trx = db.transaction(['queue', 'stuck'], 'readwrite', DURABLE);
      const event = await trx.objectStore('queue').get(key);
      if (event) await trx.objectStore('stuck').put(event, key);
      await trx.objectStore('queue').delete(key);
      await trx.done;
    },
    retire: async (gate) => {
      const trx = db.transaction(['queue', 'single'], 'readwrite', DURABLE);
      const [queue, single] = [trx.objectStore('queue'), trx.objectStore('single')];
      const [keys, events] = await Promise.all([queue.getAllKeys(), queue.getAll()]);
      const puts = events.map((event, at) => queue.put({ gateId: gate.gateId, ...event }, keys[at]));
      const drops = [single.delete('settings'), single.delete('tries'), single.put(gate, 'left')];
      await Promise.all([...puts, ...drops, trx.done]);
    },
    moveAway: async () => {
      const trx = db.transaction(STORES, 'readwrite', DURABLE);
      const queue = trx.objectStore('queue');
      const [keys, events] = await Promise.all([queue.getAllKeys(), queue.getAll()]);
      const puts = events.map((event, at) => trx.objectStore('stuck').put(event, keys[at]));
      const clears = OF_A_STATION.map((store) => trx.objectStore(store).clear());
      await Promise.all([...puts, ...clears, trx.objectStore('single').delete('told'), trx.done]);
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

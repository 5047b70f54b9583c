// For tests only: the gate's storage in memory. It can be reopened as after a restart, and can fail.
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import type {
  DayCount,
  GateDatabase,
  GateSettings,
  LeftGate,
  PendingEnrolment,
  KnownState,
} from '../src/storage/gate-database.ts';
import type { ClockRecord } from '../src/core/gate-clock.ts';
import type { PinTries } from '../src/storage/staff-pin.ts';
import type { Passed } from '@kippu/ticket-code/decide/passed-tickets';

interface MemoryDatabase extends GateDatabase {
  readonly queue: Map<number, GateEvent>;
  readonly stuck: Map<number, GateEvent>;
  /** The error that every write rejects with, when set. */
  fault: Error | null;
}

/** Opens an empty database. */
export function memoryDatabase(): MemoryDatabase {
  let settings: GateSettings | null = null;
  let left: LeftGate | null = null;
  let known: KnownState | null = null;
  let clock: ClockRecord | null = null;
  let tries: PinTries | null = null;
  let enrolment: PendingEnrolment | null = null;
  let next = 1;
  const revoked = new Map<string, number>();
  const passed = new Map<string, Passed>();
  const counts = new Map<string, DayCount>();
  const queue = new Map<number, GateEvent>();
  const stuck = new Map<number, GateEvent>();
  const write = async (work: () => void) => {
    if (database.fault) throw database.fault;
    work();
  };
  const database: MemoryDatabase = {
    queue,
    stuck,
    fault: null,
    load: async () => ({
      settings,
      left,
      known,
      clock,
      tries,
      revoked: [...revoked],
      passed: [...passed],
      queued: queue.size,
      stuck: stuck.size,
      counts: [...counts.values()],
    }),
    saveSettings: (value) =>
      write(() => {
        settings = value;
        left = null;
        enrolment = null;
      }),
    pendingEnrolment: async () => enrolment,
    savePendingEnrolment: (value) => write(() => (enrolment = value)),
    saveKnown: (value, newRevoked, newPassed) =>
      write(() => {
        known = value;
        for (const [ticketId, at] of newRevoked) revoked.set(ticketId, at);
        for (const [ticketId, at] of newPassed) passed.set(ticketId, at);
      }),
    saveClock: (value) => write(() => (clock = value)),
    saveTries: (value) => write(() => (tries = value)),
    saveCount: (count) => write(() => counts.set(count.date, count)),
    savePassage: ({ event, passed: passage, count }) =>
      write(() => {
        queue.set(next, event);
        next += 1;
        counts.set(count.date, count);
        if (passage) passed.set(passage[0], passage[1]);
      }),
    forgetPassed: (ticketIds) =>
      write(() => {
        for (const ticketId of ticketIds) passed.delete(ticketId);
      }),
    queued: async (limit) => [...queue].slice(0, limit).map(([key, event]) => ({ key, event })),
    waiting: async () => ({ queued: queue.size, stuck: stuck.size }),
    sent: (keys) =>
      write(() => {
        for (const key of keys) queue.delete(key);
      }),
    setAsideEvents: async () => [...stuck.values()],
    setAside: (key) =>
      write(() => {
        const event = queue.get(key);
        if (event) stuck.set(key, event);
        queue.delete(key);
      }),
    retire: (gate) =>
      write(() => {
        for (const [key, event] of queue) queue.set(key, { gateId: gate.gateId, ...event });
        settings = tries = null;
        left = gate;
      }),
    moveAway: () =>
      write(() => {
        for (const [key, event] of queue) stuck.set(key, event);
        for (const store of [queue, revoked, passed, counts]) store.clear();
        known = null;
      }),
    probe: () => write(() => undefined),
    erase: () =>
      write(() => {
        settings = left = known = clock = tries = enrolment = null;
        for (const store of [revoked, passed, counts, queue, stuck]) store.clear();
      }),
  };
  return database;
}

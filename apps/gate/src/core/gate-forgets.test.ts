// After an enrolment ends, the device and the page keep only what is not sent yet.
// The next import adds the IndexedDB classes to the globals.
// oxlint-disable-next-line import/no-unassigned-import
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TICKET } from '@kippu/ticket-code/test/vectors';
import type { DeviceKeys, Signer } from '../sync/device-keys.ts';
import { openGateDatabase } from '../storage/gate-database.ts';
import type { GateMachine } from './gate-machine.ts';
import { testGateOn } from '../../test/test-gate.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

const onDevice = async () => testGateOn(await openGateDatabase(() => undefined));
let gate: Awaited<ReturnType<typeof onDevice>>;
let server: typeof gate.server;
const enrolment = { code: 'BBBB', pin: '1357', direction: 'both' } as const;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  gate = await onDevice();
  ({ server } = gate);
});

/** Returns everything on the device, by store. */
async function storedRows(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const db = await openDB('kippu-gate');
  const stores: Record<string, unknown[]> = {};
  for (const name of db.objectStoreNames) {
    const [keys, values] = await Promise.all([db.getAllKeys(name), db.getAll(name)]);
    if (keys.length > 0) stores[name] = keys.map((key, at) => [key, values[at]]);
  }
  db.close();
  return stores;
}
const clock = ['clock', expect.anything()];

/** A gate in use: one passage sent, one waiting, staff actions, a revocation and a wrong PIN. */
async function atWork(): Promise<GateMachine> {
  server.revoked = [{ ticketId: 'T-revoked', at: epochToWall(gate.time.wall) }];
  server.passed = [
    { ticketId: 'T-elsewhere', direction: 'in', at: epochToWall(gate.time.wall - 60_000), single: true },
  ];
  const machine = await gate.enrolled();
  await gate.show(machine);
  await machine.syncRound();
  machine.act({ code: 37, ticket: { ticketNo: '261128000017' }, reason: 'lost phone' });
  expect(await machine.tryPin('9999')).toBe('wrong');
  expect(await machine.tryPin('2468')).toBe('right');
  await vi.waitFor(() => expect(machine.unwritten).toBe(false));
  return machine;
}
async function closed(): Promise<GateMachine> {
  const machine = await atWork();
  server.closed = true;
  await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
  return machine;
}

test('an erased gate keeps only the time, and its page keeps no PIN, ticket or name', async () => {
  const machine = await atWork();
  await machine.syncRound();
  expect(await machine.leave()).toBe(true);
  expect(await storedRows()).toEqual({});
  const view = machine.view();
  expect(view).toMatchObject({ phase: 'enrol', settings: null, recent: [], verdict: null, queued: 0 });
  expect(JSON.stringify(view)).not.toContain(TICKET);
  expect(await machine.tryPin('2468')).toBe('wrong');
  machine.act({ code: 37, ticket: { ticketNo: '261128000017' }, reason: 'nobody is there' });
  gate.pass(60_000);
  machine.tick();
  await vi.waitFor(() => expect(machine.unwritten).toBe(false));
  expect(await storedRows()).toEqual({ single: [clock] });
});

describe('a gate that was closed with passages unsent', () => {
  test('keeps them with the id of the gate, and no key, PIN or PIN attempt', async () => {
    const machine = await closed();
    expect(await machine.leave()).toBe(true);
    const { single, queue } = await storedRows();
    expect(single).toEqual([
      clock,
      ['left', { gateId: 'g-1', stationId: 'kyoto' }],
      ['told', expect.anything()],
    ]);
    expect(queue).toMatchObject([[expect.anything(), { gateId: 'g-1', reason: 'lost phone' }]]);
    expect(await machine.tryPin('2468')).toBe('wrong');
    expect(machine.view()).toMatchObject({ settings: null, recent: [], verdict: null });
    // A restart asks for a new code, not for the old PIN.
    expect((await gate.open()).view()).toMatchObject({ phase: 'enrol', queued: 1 });
  });

  test('enrolled again at its station, uses only the new PIN and key', async () => {
    const machine = await closed();
    const old = machine.view().settings?.key as DeviceKeys;
    await machine.leave();
    server.closed = false;
    server.gateId = 'g-2';
    await machine.enrol(enrolment);
    expect(await machine.tryPin('2468')).toBe('wrong');
    expect(await machine.tryPin('1357')).toBe('right');
    const asked = vi.spyOn(gate, 'call');
    await machine.syncRound();
    for (const [, { caller }] of asked.mock.calls) {
      const { keyId, signing, answers } = caller as Signer;
      expect([keyId, signing === old.signing, answers === old.answers]).toEqual(['g-2', false, false]);
    }
    expect(server.batches.flat().at(-1)).toMatchObject({ gateId: 'g-1', reason: 'lost phone' });
    const { single } = await storedRows();
    expect(single?.map((each) => (each as unknown[])[0])).toEqual(['clock', 'settings', 'told', 'tries']);
  });

  test('enrolled at another station, keeps its unsent passages for the desk, and deletes everything else', async () => {
    const machine = await closed();
    await machine.leave();
    server.closed = false;
    Object.assign(server, { gateId: 'g-2', stationId: 'osaka', revoked: [], passed: [] });
    await machine.enrol(enrolment);
    expect(machine.view()).toMatchObject({ queued: 0, stuck: 1, count: { in: 0, forced: 0 } });
    const stores = await storedRows();
    expect(Object.keys(stores).toSorted()).toEqual(['single', 'stuck']);
    expect(stores['single']?.map((each) => (each as unknown[])[0])).toEqual(['clock', 'settings', 'tries']);
    // The first round requests the full state, so nothing is missing.
    await machine.syncRound();
    expect(server.since.at(-1)).toBeUndefined();
    // The new station does not know the passages of the old one.
    expect((await gate.show(machine))?.kind).toBe('go');
  });
});

test('a round that is running when the enrolment ends restores nothing', async () => {
  const machine = await atWork();
  await machine.syncRound();
  const { call } = gate;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  gate.call = async (asked, input) => {
    const data = await call(asked, input);
    await held;
    return data;
  };
  const round = machine.syncRound();
  expect(await machine.leave()).toBe(true);
  answer();
  await round;
  gate.call = call;
  expect(await storedRows()).toEqual({});
  expect(machine.view()).toMatchObject({ phase: 'enrol', syncedAt: null, halt: null });
  await machine.enrol(enrolment);
  await machine.syncRound();
  // With the `since` of the earlier round, the gate would miss revocations from before it.
  expect(server.since.at(-1)).toBeUndefined();
});

test('a gate continues as before when its storage cannot be erased', async () => {
  const machine = await atWork();
  await machine.syncRound();
  vi.spyOn(gate.database, 'erase').mockRejectedValueOnce(new Error('disk'));
  await expect(machine.leave()).rejects.toThrow('disk');
  expect(machine.view().phase).toBe('ready');
  expect(await machine.tryPin('2468')).toBe('right');
  await machine.syncRound();
  expect(machine.view().online).toBe(true);
});

test('a round that fails after the enrolment has ended shows no error', async () => {
  const machine = await atWork();
  await machine.syncRound();
  let fail = (_error: Error) => {};
  const asked = vi.fn();
  gate.call = () => {
    asked();
    return new Promise((_resolve, reject) => (fail = reject));
  };
  const round = machine.syncRound();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await machine.leave()).toBe(true);
  fail(new Error('no answer'));
  await expect(round).resolves.toBeUndefined();
  expect(machine.view()).toMatchObject({ phase: 'enrol', online: true, trouble: null, halt: null });
});

test('a PIN attempt that is running when the enrolment ends leaves no trace', async () => {
  const machine = await atWork();
  await machine.syncRound();
  const { subtle } = crypto;
  const derive = subtle.deriveBits.bind(subtle);
  let go = () => {};
  const left = new Promise<void>((resolve) => (go = resolve));
  const held = vi.spyOn(subtle, 'deriveBits').mockImplementationOnce(async (...asked) => {
    await left;
    return derive(...asked);
  });
  const trying = machine.tryPin('2468');
  expect(await machine.leave()).toBe(true);
  go();
  await trying;
  await vi.waitFor(() => expect(machine.unwritten).toBe(false));
  expect(await storedRows()).toEqual({});
  held.mockRestore();
});

test('a gate that is not enrolled can be erased, and reports why an erase fails', async () => {
  const machine = await gate.open();
  expect(await machine.leave()).toBe(true);
  vi.spyOn(gate.database, 'erase').mockRejectedValueOnce(new Error('disk'));
  await expect(machine.leave()).rejects.toThrow('disk');
});

test('a gate whose storage cannot be erased continues to sync', async () => {
  gate.keepSyncing = true;
  const machine = await gate.open();
  await machine.enrol(enrolment);
  await vi.waitFor(() => expect(machine.view().syncedAt).not.toBeNull());
  vi.spyOn(gate.database, 'erase').mockRejectedValueOnce(new Error('disk'));
  await expect(machine.leave()).rejects.toThrow('disk');
  const rounds = server.since.length;
  machine.syncNow();
  await vi.waitFor(() => expect(server.since.length).toBeGreaterThan(rounds));
  expect(await machine.leave()).toBe(true);
});

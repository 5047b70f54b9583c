// The start and end of enrolments: closing with unsent passages, enrolling again, and the data that is deleted.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE, TICKET } from '@kippu/ticket-code/test/vectors';
import { GateCallError } from './call-server.ts';
import { guardLeaving } from '../storage/leave-guard.ts';
import { testGate } from '../../test/test-gate.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;
const enrolment = { code: 'BBBB', pin: '1357', direction: 'both' } as const;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});

describe('a gate that was closed in the middle of sending', () => {
  async function closed() {
    const machine = await gate.enrolled();
    await gate.show(machine);
    server.closed = true;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
    expect(machine.view()).toMatchObject({ halt: { kind: 'closed' }, queued: 1 });
    return machine;
  }

  it('is enrolled again with a new code, and then sends the waiting passages', async () => {
    const machine = await closed();
    expect(await machine.leave()).toBe(true);
    expect(machine.view().phase).toBe('enrol');
    server.closed = false;
    await machine.enrol(enrolment);
    expect(machine.view()).toMatchObject({ phase: 'ready', halt: null, queued: 1, count: { in: 1 } });
    await machine.syncRound();
    expect(server.batches.flat()).toMatchObject([{ ticketId: TICKET, code: 31 }]);
    expect(await machine.tryPin('1357')).toBe('right');
    // Earlier passages here are still known.
    expect((await gate.show(machine))?.reason?.en).toMatch(/^Already used/);
  });

  it('keeps the waiting passages through a restart before it is enrolled again', async () => {
    await (await closed()).leave();
    const again = await gate.open();
    expect(again.view()).toMatchObject({ phase: 'enrol', queued: 1 });
    server.closed = false;
    server.gateId = 'g-2';
    await again.enrol(enrolment);
    await again.syncRound();
    expect(server.batches.flat()).toMatchObject([{ ticketId: TICKET, gateId: 'g-1' }]);
  });

  it('does not send passages of the old station as a new one: they are set aside for staff to report', async () => {
    const machine = await closed();
    await machine.leave();
    server.closed = false;
    server.stationId = 'osaka';
    await machine.enrol(enrolment);
    await machine.syncRound();
    expect(server.batches).toEqual([]);
    expect(machine.view()).toMatchObject({ queued: 0, stuck: 1 });
    expect([...gate.database.stuck.values()]).toMatchObject([{ ticketId: TICKET }]);
  });
});

it('a gate that was erased requests the full state when it is enrolled again', async () => {
  server.revoked = [{ ticketId: TICKET, at: epochToWall(gate.time.wall) }];
  const machine = await gate.enrolled();
  await machine.syncRound();
  expect(server.since.at(-1)).toBeDefined();
  expect(await machine.leave()).toBe(true);
  await machine.enrol(enrolment);
  await machine.syncRound();
  expect(server.since.at(-1)).toBeUndefined();
  expect((await gate.show(await gate.open()))?.reason?.en).toMatch(/revoked/);
});

it('a device that cannot save does not spend the code', async () => {
  const machine = await gate.open();
  gate.database.fault = new Error('private mode');
  const spent = vi.spyOn(gate, 'call');
  await expect(machine.enrol(enrolment)).rejects.toThrow('private mode');
  expect(spent).not.toHaveBeenCalled();
});

it('a restart between two PIN attempts allows no additional attempts', async () => {
  await gate.enrolled();
  for (let n = 0; n < 5; n += 1) expect(await (await gate.open()).tryPin('0000')).toBe('wrong');
  expect(await (await gate.open()).tryPin('2468')).toBe(60);
  gate.pass(60_000);
  expect(await (await gate.open()).tryPin('2468')).toBe('right');
});

it('after a day asleep the clock is right, the day is closed, and earlier passages are known', async () => {
  server.singles = [CERTIFICATE.productId];
  const machine = await gate.enrolled();
  await gate.show(machine);
  // The device's clock continued while its steady clock stood still.
  gate.time.wall += 86_400_000;
  machine.tick();
  expect(machine.view()).toMatchObject({ halt: null, queued: 1, count: { in: 0, date: '2026-11-29' } });
  const now = Math.floor(gate.time.wall / 1000);
  const later = { validUntil: now + 86_400, issuedAt: now - 60, expiresAt: now + 3_600 };
  expect((await gate.show(machine, later))?.reason?.en).toMatch(/^Already used/);
  expect((await gate.show(machine, { ...later, ticketId: 'T-2' }))?.kind).toBe('go');
  await machine.syncRound();
  expect(server.batches.flat().map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-28', '2026-11-29']);
});

describe('unsaved passages', () => {
  /** A gate whose passage is only in memory, because the device could not save it. */
  async function unwritten() {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const machine = await gate.enrolled();
    gate.database.fault = new Error('disk full');
    await gate.show(machine);
    await vi.waitFor(() => expect(machine.view().halt).toEqual({ kind: 'storage' }), { timeout: 20_000 });
    return { machine, logged };
  }
  const asks = (of: { readonly unwritten: boolean }): boolean => {
    const page = new EventTarget();
    guardLeaving(page, of);
    return !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  };

  it.each([false, true])(
    'keeps a gate from ending its enrolment (closed by the desk: %s)',
    async (closed) => {
      const { machine, logged } = await unwritten();
      server.closed = closed;
      await machine.syncRound().catch(() => undefined);
      // The device has no waiting event, so only the journal knows the passage.
      expect(machine.view().queued).toBe(0);
      expect(await machine.leave()).toBe(false);
      expect(machine.view().phase).toBe('ready');
      gate.database.fault = null;
      machine.tick();
      await vi.waitFor(() => expect(machine.unwritten).toBe(false), { timeout: 20_000 });
      server.closed = false;
      await machine.syncRound();
      expect(server.batches.flat()).toMatchObject([{ ticketId: TICKET, code: 31 }]);
      expect(await machine.leave()).toBe(true);
      logged.mockRestore();
    },
  );

  it('keep a gate from ending its enrolment while they are being written', async () => {
    const machine = await gate.enrolled();
    const save = gate.database.savePassage;
    let written = () => {};
    const disk = new Promise<void>((resolve) => (written = resolve));
    vi.spyOn(gate.database, 'savePassage').mockImplementation(async (record) => {
      await disk;
      return save(record);
    });
    await gate.show(machine);
    await machine.syncRound();
    expect([machine.view().queued, machine.unwritten]).toEqual([0, true]);
    const left = machine.leave();
    written();
    expect(await left).toBe(false);
    expect(gate.database.queue.size).toBe(1);
  });

  it('make the browser ask before the page closes', async () => {
    const { machine, logged } = await unwritten();
    expect(asks(machine)).toBe(true);
    gate.database.fault = null;
    machine.tick();
    await vi.waitFor(() => expect(machine.unwritten).toBe(false), { timeout: 20_000 });
    expect(asks(machine)).toBe(false);
    logged.mockRestore();
  });
});

it('passages are known for 40 days, also after restarts, and are then deleted', async () => {
  server.singles = [CERTIFICATE.productId];
  await gate.show(await gate.enrolled());
  const shown = async () => {
    const now = Math.floor(gate.time.wall / 1000);
    const machine = await gate.open();
    const times = { validUntil: now + 86_400, issuedAt: now - 60, expiresAt: now + 3_600 };
    return (await gate.show(machine, times))?.kind;
  };
  gate.pass(39 * 86_400_000);
  expect(await shown()).toBe('stop');
  gate.pass(1.1 * 86_400_000);
  expect(await shown()).toBe('go');
});

it("after a new enrolment, old events are sent with the old gate's id, and new ones without an id", async () => {
  const machine = await gate.enrolled();
  await gate.show(machine);
  server.closed = true;
  await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
  await machine.leave();
  server.closed = false;
  server.gateId = 'g-2';
  await machine.enrol(enrolment);
  await gate.show(machine, { ticketId: 'T-2' });
  await machine.syncRound();
  const [old, own] = server.batches.flat();
  expect(old).toMatchObject({ ticketId: TICKET, gateId: 'g-1' });
  expect(own).toMatchObject({ ticketId: 'T-2' });
  expect(own).not.toHaveProperty('gateId');
});

it('creates new keys for each enrolment, and sends no secret except the one for its answers', async () => {
  const asked = vi.spyOn(gate, 'call');
  const machine = await gate.enrolled();
  await machine.syncRound();
  await machine.leave();
  await machine.enrol(enrolment);
  const bodies = asked.mock.calls.flatMap(([call, input]) => (call.name === 'gateEnrol' ? [input.body] : []));
  expect(bodies).toHaveLength(2);
  const [first, second] = bodies as Record<string, string>[];
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['answerKey', 'code', 'publicKey']);
  expect(first?.['publicKey']).not.toBe(second?.['publicKey']);
  expect(first?.['answerKey']).not.toBe(second?.['answerKey']);
  const key = machine.view().settings?.key;
  expect(typeof key === 'object' && !key.signing.extractable && !key.answers.extractable).toBe(true);
});

it('uses the same keys again after a lost answer, also after a restart, and new keys for another code', async () => {
  const asked = vi.spyOn(gate, 'call').mockRejectedValue(new GateCallError('offline', 'answer lost'));
  for (const code of ['CCCC-1111', 'cccc 1111', 'DDDD-2222'])
    await expect((await gate.open()).enrol({ ...enrolment, code })).rejects.toMatchObject({
      kind: 'offline',
    });
  const lost = [...asked.mock.calls];
  asked.mockRestore();
  const retried = vi.spyOn(gate, 'call');
  const machine = await gate.open();
  await machine.enrol({ ...enrolment, code: 'DDDD2222' });
  expect(machine.view().phase).toBe('ready');
  const keys = [...lost, ...retried.mock.calls].flatMap(([call, input]) =>
    call.name === 'gateEnrol' ? [(input.body as Record<string, string>)['publicKey']] : [],
  );
  expect(keys).toHaveLength(4);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(await gate.database.pendingEnrolment()).toBeNull();
});

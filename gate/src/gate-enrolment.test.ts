// A gate's beginnings and ends: enrolled, closed with passages unsent, enrolled anew, and what it forgets.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE, TICKET } from '@kippu/ticket-code/vectors.test-helper';
import { testGate } from './test-gate.test-helper.ts';
import { wallOf } from './tokyo-time.ts';

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

  it('is enrolled anew with a new code, and then sends what waited', async () => {
    const machine = await closed();
    expect(await machine.leave()).toBe(true);
    expect(machine.view().phase).toBe('enrol');
    server.closed = false;
    await machine.enrol(enrolment);
    expect(machine.view()).toMatchObject({ phase: 'ready', halt: null, queued: 1, count: { in: 1 } });
    await machine.syncRound();
    expect(server.batches.flat()).toMatchObject([{ ticketId: TICKET, code: 31 }]);
    expect(await machine.tryPin('1357')).toBe('right');
    // What passed here before is still known.
    expect((await gate.show(machine))?.reason?.en).toMatch(/^Already used/);
  });

  it('keeps what waits through a restart before it is enrolled anew', async () => {
    await (await closed()).leave();
    const again = await gate.open();
    expect(again.view()).toMatchObject({ phase: 'ready', queued: 1 });
    await expect(again.syncRound()).rejects.toMatchObject({ kind: 'closed' });
    expect(await again.leave()).toBe(true);
  });

  it('tells nothing of the old station as of a new one: it is put aside for staff to report', async () => {
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

it('a gate that leaves forgets all, and asks for all when it is enrolled anew', async () => {
  server.revoked = [{ ticketId: TICKET, at: wallOf(gate.time.wall) }];
  const machine = await gate.enrolled();
  await machine.syncRound();
  expect(server.since.at(-1)).toBeDefined();
  expect(await machine.leave()).toBe(true);
  await machine.enrol(enrolment);
  await machine.syncRound();
  expect(server.since.at(-1)).toBeUndefined();
  expect((await gate.show(await gate.open()))?.reason?.en).toMatch(/revoked/);
});

it('a device that keeps nothing does not spend the code', async () => {
  const machine = await gate.open();
  gate.database.fault = new Error('private mode');
  const spent = vi.spyOn(gate, 'call');
  await expect(machine.enrol(enrolment)).rejects.toThrow('private mode');
  expect(spent).not.toHaveBeenCalled();
});

it('a restart between two guesses of the PIN gives no more of them', async () => {
  await gate.enrolled();
  for (let n = 0; n < 5; n += 1) expect(await (await gate.open()).tryPin('0000')).toBe('wrong');
  expect(await (await gate.open()).tryPin('2468')).toBe(60);
  gate.pass(60_000);
  expect(await (await gate.open()).tryPin('2468')).toBe('right');
});

it('a day asleep is a day like any other: the clock is right, yesterday counted, and who passed is known', async () => {
  server.singles = [CERTIFICATE.productId];
  const machine = await gate.enrolled();
  await gate.show(machine);
  // The device's own clock went on, what it counts by stood still.
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

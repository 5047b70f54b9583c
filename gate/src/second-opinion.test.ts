// A gate with a network asks the server about those it would let pass; it never waits for one that does not answer.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gateDecide } from '@kippu/contract/gate';
import { TICKET } from '@kippu/ticket-code/vectors.test-helper';
import { CallError, callServer } from './call-server.ts';
import { SecondOpinion } from './second-opinion.ts';
import { testGate } from './test-gate.test-helper.ts';

let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});

it('stops who passed at another gate or was revoked a moment ago, and counts and sends nothing for it', async () => {
  const machine = await gate.enrolled();
  server.decides = () => ({ verdict: 'stop', reason: 'used', usedAt: '2026-11-28 12:00:01' });
  expect(await gate.show(machine)).toMatchObject({
    kind: 'stop',
    reason: { en: 'Already used at 12:00' },
    certificate: { ticketId: TICKET },
  });
  server.decides = () => ({ verdict: 'staff', reason: 'revoked' });
  expect(await gate.show(machine)).toMatchObject({ kind: 'staff', reason: { en: /revoked/ } });
  expect(machine.view()).toMatchObject({ count: { in: 0, stopped: 2 }, queued: 0 });
  server.decides = () => ({ verdict: 'go' });
  expect((await gate.show(machine))?.kind).toBe('go');
  expect(gate.sounds).toEqual(['stop', 'staff', 'go']);
});

it('keeps its own word on clocks and places, for the code was shown here and then', async () => {
  const machine = await gate.enrolled();
  for (const reason of [
    'stale',
    'clockAhead',
    'certificateExpired',
    'notYetValid',
    'expired',
    'wrongPlace',
  ] as const) {
    server.decides = () => ({ verdict: 'stop', reason });
    expect((await gate.show(machine, { ticketId: `T-${reason}` }))?.kind).toBe('go');
  }
});

it('asks for nobody it refuses itself, and for nobody while it is offline: that verdict is there at once', async () => {
  const machine = await gate.enrolled();
  await gate.show(machine, {}, { at: 0 });
  expect(server.asked).toBe(0);
  server.offline = true;
  await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'offline' });
  expect((await gate.show(machine))?.kind).toBe('go');
  expect(server.asked).toBe(0);
});

it('lets pass where no answer came in time, and asks again only once the server was reached', async () => {
  const machine = await gate.enrolled();
  server.decides = () => {
    throw new CallError('offline', 'no answer');
  };
  expect((await gate.show(machine, { ticketId: 'T-1' }))?.kind).toBe('go');
  expect((await gate.show(machine, { ticketId: 'T-2' }))?.kind).toBe('go');
  expect(server.asked).toBe(1);
  await machine.syncRound();
  await gate.show(machine, { ticketId: 'T-3' });
  expect(server.asked).toBe(2);
});

it('reads nobody else while a question is open, and opens for nobody once it is out of service', async () => {
  const machine = await gate.enrolled();
  let answer: (said: { verdict: 'go' }) => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    server.decides = () => {
      resolve();
      return new Promise((tell) => (answer = tell));
    };
  });
  const shown = gate.show(machine);
  await asked;
  await machine.read('https://example.jp');
  expect(machine.view().verdict).toBeNull();
  server.closed = true;
  await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
  answer({ verdict: 'go' });
  expect(await shown).toBeNull();
  expect(machine.view()).toMatchObject({ count: { in: 0, stopped: 0 }, queued: 0 });
});

it('waits for a third of a second, and hides no fault of its own', async () => {
  let within: number | undefined;
  const opinion = new SecondOpinion((_call, input) => {
    within = input.withinMs;
    return Promise.reject(new TypeError('a fault'));
  });
  const asked = opinion.ask('x', { key: 'k', direction: 'both' });
  expect(opinion.isAsking).toBe(true);
  await expect(asked).rejects.toThrow('a fault');
  expect([opinion.isAsking, within]).toEqual([false, 300]);
});

describe('a call with a time of its own', () => {
  it('ends as offline when that is over', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const call = callServer(gateDecide, { key: 'k', body: { text: 'x' }, withinMs: 20 });
    await expect(call).rejects.toMatchObject({ kind: 'offline' });
    fetched.mockRestore();
  });
});

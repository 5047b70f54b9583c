// An online gate asks the server about each ticket that it would let pass. It continues when no answer comes in time.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gateDecide, gateEvents } from '@kippu/contract/calls/gate/gate';
import { CERTIFICATE, makeCode, NOON, TICKET } from '@kippu/ticket-code/test/vectors';
import { GateCallError, newCallServer } from '../sync/call-server.ts';
import { SecondOpinion } from './second-opinion.ts';
import { testGate } from '../../test/test-gate.ts';

let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});

it('stops a ticket that has just passed another gate or been revoked, and counts and sends nothing for it', async () => {
  const machine = await gate.enrolled();
  server.decides = () => ({ verdict: 'stop', reason: 'used', usedAt: '2026-11-28 12:00:01' });
  expect(await gate.show(machine)).toMatchObject({
    kind: 'stop',
    reason: { en: 'Already used at 12:00: ask staff' },
    certificate: { ticketId: TICKET },
  });
  server.decides = () => ({ verdict: 'staff', reason: 'revoked' });
  expect(await gate.show(machine)).toMatchObject({ kind: 'staff', reason: { en: /revoked/ } });
  expect(machine.view()).toMatchObject({ count: { in: 0, stopped: 2 }, queued: 0 });
  server.decides = () => ({ verdict: 'go' });
  expect((await gate.show(machine))?.kind).toBe('go');
  expect(gate.sounds).toEqual(['stop', 'staff', 'go']);
});

it('keeps its own decision on clocks and places, because the code was shown here and now', async () => {
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

it('follows the server on an exit after the validity, because the server knows of the entry', async () => {
  const machine = await gate.enrolled();
  const ended = { validUntil: NOON - 60 };
  server.decides = () => ({ verdict: 'staff', reason: 'expired' });
  expect(await gate.show(machine, ended, { direction: 'out' })).toMatchObject({
    kind: 'staff',
    reason: { en: 'This ticket has expired' },
  });
  server.decides = () => ({ verdict: 'go' });
  expect((await gate.show(machine, ended, { direction: 'out' }))?.kind).toBe('go');
});

it('does not ask about a ticket that it refuses itself, or while offline', async () => {
  const machine = await gate.enrolled();
  await gate.show(machine, {}, { at: 0 });
  expect(server.asked).toBe(0);
  server.offline = true;
  await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'offline' });
  expect((await gate.show(machine))?.kind).toBe('go');
  expect(server.asked).toBe(0);
});

it('lets a ticket pass when no answer comes in time, and asks again only after it has reached the server', async () => {
  const machine = await gate.enrolled();
  server.decides = () => {
    throw new GateCallError('offline', 'no answer');
  };
  expect((await gate.show(machine, { ticketId: 'T-1' }))?.kind).toBe('go');
  expect((await gate.show(machine, { ticketId: 'T-2' }))?.kind).toBe('go');
  expect(server.asked).toBe(1);
  await machine.syncRound();
  await gate.show(machine, { ticketId: 'T-3' });
  expect(server.asked).toBe(2);
});

describe('while the server is asked', () => {
  /** `asked` resolves when the server is asked. `go` sends the answer; `fail` fails the call. */
  function heldQuestion() {
    let [go, fail] = [() => {}, (_error: Error) => {}];
    const answer = new Promise<{ readonly verdict: 'go' }>((resolve, reject) => {
      go = () => resolve({ verdict: 'go' });
      fail = reject;
    });
    const asked = new Promise<void>((resolve) => {
      server.decides = () => {
        resolve();
        return answer;
      };
    });
    return { asked, go, fail };
  }

  it('no other ticket is decided, and nobody passes if the gate goes out of service', async () => {
    const machine = await gate.enrolled();
    const question = heldQuestion();
    const shown = gate.show(machine);
    await question.asked;
    await machine.read('https://example.jp');
    expect(machine.view().verdict).toBeNull();
    server.closed = true;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
    question.go();
    expect(await shown).toBeNull();
    expect(machine.view()).toMatchObject({ count: { in: 0, stopped: 0 }, queued: 0 });
  });

  it('the next ticket is decided right after, once, however often the first phone is read', async () => {
    const machine = await gate.enrolled();
    const question = heldQuestion();
    const code = (ticketId: string) =>
      makeCode({ ticketId }, { at: Math.floor((gate.time.wall + 4_000) / 1000) });
    const [first, second] = [await code('T-1'), await code('T-2')];
    gate.pass(4_000);
    const reading = machine.read(first);
    await question.asked;
    for (const text of [first, second, first, second]) await machine.read(text);
    server.decides = () => ({ verdict: 'go' });
    question.go();
    await reading;
    expect(machine.view().recent.map((each) => each.certificate?.ticketId)).toEqual(['T-2', 'T-1']);
    expect(machine.view()).toMatchObject({ count: { in: 2, stopped: 0 }, queued: 2 });
  });

  it('sync and staff actions take effect, with or without an answer', async () => {
    const machine = await gate.enrolled();
    const revoked = heldQuestion();
    const shown = gate.show(machine);
    await revoked.asked;
    server.revoked = [{ ticketId: TICKET, at: '2026-11-28 12:00:00' }];
    await machine.syncRound();
    revoked.fail(new GateCallError('offline', 'no answer'));
    expect(await shown).toMatchObject({ kind: 'staff', reason: { en: /revoked/ } });

    await machine.syncRound();
    const byHand = heldQuestion();
    const again = gate.show(machine, { ticketId: 'T-2' });
    await byHand.asked;
    machine.act({
      code: 31,
      ticket: { certificate: { ...CERTIFICATE, ticketId: 'T-2' } },
      reason: 'cracked screen',
    });
    byHand.go();
    expect(await again).toMatchObject({ kind: 'stop', reason: { en: /Already used/ } });
    expect(machine.view()).toMatchObject({ count: { in: 1, stopped: 2 }, queued: 1 });
  });

  it('a gate that is erased keeps no passage for the next station', async () => {
    const machine = await gate.enrolled();
    const question = heldQuestion();
    const shown = gate.show(machine);
    await question.asked;
    expect(await machine.leave()).toBe(true);
    question.go();
    expect(await shown).toBeNull();
    expect(machine.view()).toMatchObject({ phase: 'enrol', queued: 0 });
    expect(await gate.database.queued(1)).toEqual([]);
  });

  it('a gate that is enrolled again records nothing that was asked before', async () => {
    const machine = await gate.enrolled();
    const question = heldQuestion();
    const shown = gate.show(machine);
    await question.asked;
    expect(await machine.leave()).toBe(true);
    await machine.enrol({ code: 'BBBB', pin: '1357', direction: 'both' });
    await machine.syncRound();
    question.go();
    expect(await shown).toBeNull();
    expect(machine.view()).toMatchObject({ phase: 'ready', halt: null, queued: 0, count: { in: 0 } });
  });
});

it('does not open when the answer is that its key is closed', async () => {
  const machine = await gate.enrolled();
  server.closed = true;
  expect(await gate.show(machine)).toBeNull();
  expect(machine.view()).toMatchObject({ halt: { kind: 'closed' }, count: { in: 0 }, queued: 0 });
});

const GATE = { gateId: 'g', key: 'k', direction: 'both' } as const;

it("asks about the code that was read, in the gate's direction", async () => {
  const machine = await gate.enrolled();
  await machine.change({ direction: 'in' });
  const asked = vi.spyOn(gate, 'call');
  const code = await makeCode();
  await machine.read(code);
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ body: { text: code, direction: 'in' } });
});

it.each([
  ['lets pass everybody whom the server lets pass, whatever else it says', 'go', 'used', false],
  ['lets a late exit pass where the server only finds the code old', 'stop', 'stale', true],
] as const)('%s', async (_name, verdict, reason, isLate) => {
  server.decides = () => ({ verdict, reason });
  expect(await new SecondOpinion(gate.call).ask('x', GATE, isLate)).toBeNull();
});

it('waits for a third of a second, and reports its own faults', async () => {
  let within: number | undefined;
  const opinion = new SecondOpinion((_call, input) => {
    within = input.withinMs;
    return Promise.reject(new TypeError('a fault'));
  });
  const asked = opinion.ask('x', GATE, false);
  expect(opinion.holds('y')).toBe(true);
  await expect(asked).rejects.toThrow('a fault');
  expect([opinion.holds('z'), within]).toEqual([false, 300]);
  expect([opinion.release(), opinion.release()]).toEqual(['y', null]);
});

describe('a call with its own timeout', () => {
  const callServer = newCallServer(() => Date.now());
  const caller = { key: 'k' };

  it('ends as offline after the timeout', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const call = callServer(gateDecide, { caller, body: { text: 'x' }, withinMs: 20 });
    await expect(call).rejects.toMatchObject({ kind: 'offline' });
    fetched.mockRestore();
  });

  it.each(['null', '{}', '{"data":null}', '[]', '<html>', '', '{"state":"fail","data":{}}'])(
    'ends as offline on %s, which some network said in place of the server',
    async (body) => {
      const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
      for (const ask of [
        () => callServer(gateDecide, { caller, body: { text: 'x' } }),
        () => callServer(gateEvents, { caller, body: { events: [] } }),
      ])
        await expect(ask()).rejects.toMatchObject({ name: 'GateCallError', kind: 'offline' });
      fetched.mockRestore();
    },
  );
});

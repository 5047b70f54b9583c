// A gate with a network asks the server about those it would let pass; it never waits for one that does not answer.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gateDecide, gateEvents } from '@kippu/contract/gate';
import { CERTIFICATE, makeCode, TICKET } from '@kippu/ticket-code/vectors.test-helper';
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

describe('while a question is open', () => {
  /** `asked` resolves once the server is asked; `go` makes it answer, `fail` makes the call fail. */
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

  it('nobody else is decided, and nobody passes a gate that is out of service by then', async () => {
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

  it('who comes is decided right after it, once, however often the first phone is seen meanwhile', async () => {
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

  it('what a round of syncing or staff do counts, with an answer or without', async () => {
    const machine = await gate.enrolled();
    const revoked = heldQuestion();
    const shown = gate.show(machine);
    await revoked.asked;
    server.revoked = [{ ticketId: TICKET, at: '2026-11-28 12:00:00' }];
    await machine.syncRound();
    revoked.fail(new CallError('offline', 'no answer'));
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

  it('a gate that is given back keeps no passage for the next station', async () => {
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
});

it('opens for nobody when the answer is that its key counts no more', async () => {
  const machine = await gate.enrolled();
  server.closed = true;
  expect(await gate.show(machine)).toBeNull();
  expect(machine.view()).toMatchObject({ halt: { kind: 'closed' }, count: { in: 0 }, queued: 0 });
});

it('waits for a third of a second, and hides no fault of its own', async () => {
  let within: number | undefined;
  const opinion = new SecondOpinion((_call, input) => {
    within = input.withinMs;
    return Promise.reject(new TypeError('a fault'));
  });
  const asked = opinion.ask('x', { key: 'k', direction: 'both' });
  expect(opinion.holds('y')).toBe(true);
  await expect(asked).rejects.toThrow('a fault');
  expect([opinion.holds('z'), within]).toEqual([false, 300]);
  expect([opinion.release(), opinion.release()]).toEqual(['y', null]);
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

  it.each(['null', '{}', '{"data":null}', '[]', '<html>', '', '{"state":"fail","data":{}}'])(
    'ends as offline on %s, which some network said in place of the server',
    async (body) => {
      const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
      for (const asked of [
        callServer(gateDecide, { key: 'k', body: { text: 'x' } }),
        callServer(gateEvents, { key: 'k', body: { events: [] } }),
      ])
        await expect(asked).rejects.toMatchObject({ name: 'CallError', kind: 'offline' });
      fetched.mockRestore();
    },
  );
});

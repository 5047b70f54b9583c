// What a gate counts, records, saves and shows while it runs.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE, makeCode, TICKET } from '@kippu/ticket-code/test/vectors';
import { GateCallError } from '../sync/call-server.ts';
import { testGate } from '../../test/test-gate.ts';

const HALF_HOUR = 1_800_000;
let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});
afterEach(() => vi.restoreAllMocks());

const byHand = { certificate: CERTIFICATE };

describe('the count and the record', () => {
  it('of a phone have its direction', async () => {
    const machine = await gate.enrolled();
    await gate.show(machine, { ticketId: 'T-1' });
    await gate.show(machine, { ticketId: 'T-2' }, { direction: 'out' });
    await gate.show(machine, { ticketId: 'T-3' }, { direction: 'out' });
    expect(machine.view().count).toMatchObject({ in: 1, out: 2, stopped: 0, forced: 0 });
    await machine.syncRound();
    expect(server.batches.flat().map(({ code }) => code)).toEqual([31, 32, 32]);
  });

  it('of staff are an entry, an exit or a forced action', async () => {
    const machine = await gate.enrolled();
    for (const code of [31, 32, 32, 37, 38, 38, 38] as const)
      machine.act({ code, ticket: { ticketNo: '261128000017' }, reason: 'lost' });
    expect(machine.view().count).toMatchObject({ in: 1, out: 2, stopped: 0, forced: 4 });
  });

  it('have one entry per showing, however often the phone is read', async () => {
    const machine = await gate.enrolled();
    const code = await makeCode({}, { at: Math.floor(gate.time.wall / 1000) });
    for (let reads = 0; reads < 3; reads += 1) await machine.read(code);
    expect(machine.view().count).toMatchObject({ in: 1, stopped: 0 });
  });

  it('keep the six newest with their certificates, also when refused', async () => {
    const machine = await gate.enrolled();
    for (let shown = 1; shown <= 7; shown += 1) await gate.show(machine, { ticketId: `T-${shown}` });
    expect(machine.view().recent.map((each) => each.certificate?.ticketId)).toEqual([
      'T-7',
      'T-6',
      'T-5',
      'T-4',
      'T-3',
      'T-2',
    ]);
    server.revoked = [{ ticketId: TICKET, at: '2026-11-28 12:00:00' }];
    await machine.syncRound();
    expect(await gate.show(machine)).toMatchObject({ kind: 'staff', certificate: { ticketId: TICKET } });
  });
});

describe('a ticket that staff let pass', () => {
  it('is known as passed, also after a restart', async () => {
    (await gate.enrolled()).act({ code: 31, ticket: byHand, reason: 'cracked screen' });
    const again = await gate.open();
    expect((await gate.show(again))?.reason?.en).toBe('Already used at 12:00: ask staff');
  });

  it('may enter again half an hour later with a pass, but not with a single journey', async () => {
    const machine = await gate.enrolled();
    machine.act({ code: 31, ticket: byHand, reason: 'cracked screen' });
    gate.pass(HALF_HOUR);
    expect((await gate.show(machine))?.kind).toBe('go');

    server.singles = [CERTIFICATE.productId];
    await machine.syncRound();
    const ticketId = 'T-single';
    machine.act({
      code: 31,
      ticket: { certificate: { ...CERTIFICATE, ticketId } },
      reason: 'cracked screen',
    });
    gate.pass(HALF_HOUR);
    expect((await gate.show(machine, { ticketId }))?.kind).toBe('stop');
  });

  it.each([32, 37] as const)('has left the station (%i): a single journey is over', async (code) => {
    server.singles = [CERTIFICATE.productId];
    const machine = await gate.enrolled();
    machine.act({ code, ticket: byHand, reason: 'lost' });
    gate.pass(HALF_HOUR);
    expect((await gate.show(machine, {}, { direction: 'out' }))?.kind).toBe('stop');
    expect((await gate.show(machine))?.kind).toBe('stop');
  });
});

describe('a direction that staff set while the server is asked', () => {
  it('decides', async () => {
    const machine = await gate.enrolled();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      server.decides = () => {
        resolve();
        return new Promise((answered) => (answer = () => answered({ verdict: 'go' })));
      };
    });
    const shown = gate.show(machine);
    await asked;
    await machine.change({ direction: 'out' });
    answer();
    expect(await shown).toMatchObject({
      kind: 'stop',
      reason: { en: 'Not for this gate: check the station and direction' },
    });
  });
});

describe('the screen', () => {
  it('is notified of each change until it unsubscribes', async () => {
    const machine = await gate.enrolled();
    const listener = vi.fn();
    const leave = machine.subscribe(listener);
    machine.tick();
    expect(listener).toHaveBeenCalled();
    listener.mockClear();
    leave();
    machine.tick();
    expect(listener).not.toHaveBeenCalled();
  });

  it('clears the verdict that it showed, but no newer one', async () => {
    const machine = await gate.enrolled();
    machine.clearVerdict(1);
    const first = await gate.show(machine, { ticketId: 'T-1' });
    const second = await gate.show(machine, { ticketId: 'T-2' });
    machine.clearVerdict(first?.id ?? 0);
    expect(machine.view().verdict).toBe(second);
    machine.clearVerdict(second?.id ?? 0);
    expect(machine.view().verdict).toBeNull();
  });

  it('shows that no key is valid', async () => {
    const machine = await gate.enrolled();
    gate.pass(400 * 86_400_000);
    machine.tick();
    expect(machine.view().halt).toEqual({ kind: 'keys' });
    expect(await gate.show(machine)).toBeNull();
  });

  it('shows the time before enrolment, and no reason why the gate does not run', async () => {
    const machine = await gate.open();
    gate.pass(1_000);
    machine.tick();
    expect(machine.view()).toMatchObject({ phase: 'enrol', now: gate.time.wall, halt: null });
  });
});

it('a gate that is not enrolled requests, changes and saves nothing', async () => {
  const machine = await gate.open();
  const saved = vi.spyOn(gate.database, 'saveClock');
  machine.syncNow();
  await machine.syncRound();
  await machine.change({ camera: 'off' });
  gate.pass(60_000);
  machine.tick();
  expect(server.since).toEqual([]);
  expect(saved).not.toHaveBeenCalled();
  expect((await gate.database.load()).settings).toBeNull();
});

describe('a restart', () => {
  it('shows the count of its own day and the time of the last sync', async () => {
    const machine = await gate.enrolled();
    await gate.show(machine, { ticketId: 'T-1' });
    const day = Math.floor(gate.time.wall / 1000) + 86_400;
    gate.pass(86_400_000);
    machine.tick();
    const later = { issuedAt: day - 60, expiresAt: day + 3_600, validUntil: day + 86_400 };
    for (const ticketId of ['T-2', 'T-3']) await gate.show(machine, { ticketId, ...later });
    await machine.syncRound();
    const answeredAt = gate.time.wall;
    gate.pass(60_000);
    expect((await gate.open()).view()).toMatchObject({
      count: { date: '2026-11-29', in: 2 },
      syncedAt: answeredAt,
    });
  });

  it('deletes passages older than 40 days, and writes nothing when there are none', async () => {
    await gate.show(await gate.enrolled());
    gate.database.fault = new Error('disk full');
    expect((await gate.open()).view().phase).toBe('ready');
    gate.database.fault = null;
    gate.pass(41 * 86_400_000);
    await gate.open();
    expect((await gate.database.load()).passed).toEqual([]);
  });
});

it('saves its clock every half a minute', async () => {
  gate.pass(5_000);
  const machine = await gate.enrolled();
  const saved = vi.spyOn(gate.database, 'saveClock');
  const after = (ms: number) => {
    gate.pass(ms);
    machine.tick();
    return saved.mock.calls.length;
  };
  expect([after(29_999), after(1), after(29_999), after(1)]).toEqual([0, 1, 1, 2]);
});

describe('a gate that syncs by itself', () => {
  beforeEach(() => {
    gate.keepSyncing = true;
  });
  const enrolled = async () => {
    const machine = await gate.open();
    await machine.enrol({ code: 'AAAA', pin: '2468', direction: 'both' });
    await vi.waitFor(() => expect(machine.view().syncedAt).not.toBeNull(), { timeout: 20_000 });
    return machine;
  };

  it('does so after enrolment, after each passage, and when staff ask', async () => {
    const machine = await enrolled();
    await gate.show(machine);
    await vi.waitFor(() => expect(server.batches.flat()).toHaveLength(1), { timeout: 20_000 });
    await vi.waitFor(() => expect(machine.view().queued).toBe(0), { timeout: 20_000 });
    const rounds = server.since.length;
    machine.syncNow();
    await vi.waitFor(() => expect(server.since.length).toBeGreaterThan(rounds), { timeout: 20_000 });
    expect(await machine.leave()).toBe(true);
  });

  it('logs its own faults to the console, but not a missing network', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const machine = await enrolled();
    const round = (error: Error) => {
      const asked = vi.fn(() => Promise.reject(error));
      gate.call = asked;
      machine.syncNow();
      return vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 20_000 });
    };
    await round(new GateCallError('offline', 'no answer'));
    await vi.waitFor(() => expect(machine.view().online).toBe(false), { timeout: 20_000 });
    expect(logged).not.toHaveBeenCalled();
    const fault = new GateCallError('fault', 'not sent');
    await round(fault);
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(fault), { timeout: 20_000 });
    expect(logged).toHaveBeenCalledOnce();
    expect(await machine.leave()).toBe(true);
  });
});

// The gate from its enrolment to days without a network: what it shows, keeps, sends and refuses.
import { isProved } from '@kippu/ticket-code/decide/passage-proof';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE, NOON, TICKET } from '@kippu/ticket-code/test/vectors';
import { GateCallError } from '../sync/call-server.ts';
import { waitAfter } from '../sync/gate-sync.ts';
import { runSelfTest } from '../self-test/self-test.ts';
import { testGate } from '../../test/test-gate.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

describe('a gate', () => {
  it('shows who passes, counts the passage, and sends it once with the certificate', async () => {
    const machine = await gate.enrolled();
    const shown = await gate.show(machine);
    expect(shown).toMatchObject({ kind: 'go', headline: { en: 'Go' }, certificate: { ticketId: TICKET } });
    expect(gate.sounds).toEqual(['go']);
    await machine.syncRound();
    await machine.syncRound();
    expect(server.batches).toHaveLength(1);
    expect(server.batches[0]).toMatchObject([
      { ticketId: TICKET, code: 31, at: epochToWall(gate.time.wall) },
    ]);
    const { certificate = '', moment = '' } = server.batches[0]?.[0] ?? {};
    expect(certificate).toMatch(/^[\w-]{200,}$/);
    const passage = {
      certificate: bytes(certificate),
      phoneKey: CERTIFICATE.phoneKey,
      moment: bytes(moment),
      at: Math.floor(gate.time.wall / 1000),
    };
    expect(isProved({ ...passage, direction: 'in' })).toBe(true);
    expect(isProved({ ...passage, direction: 'out' })).toBe(false);
    expect(machine.view()).toMatchObject({ count: { in: 1, stopped: 0 }, queued: 0, online: true });
    expect(server.since.at(0)).toBeUndefined();
    expect(server.since.at(-1)).toBe('2026-11-28 12:00:04');
  });

  it('lets a ticket pass once in each direction, and shows when it passed', async () => {
    server.singles = [CERTIFICATE.productId];
    const machine = await gate.enrolled();
    expect((await gate.show(machine))?.kind).toBe('go');
    expect((await gate.show(machine))?.reason?.en).toBe('Already used at 12:00: ask staff');
    gate.pass(600_000);
    expect((await gate.show(machine, {}, { direction: 'out' }))?.kind).toBe('go');
    expect((await gate.show(machine, {}, { direction: 'out' }))?.kind).toBe('stop');
  });

  it('learns what passed or was revoked elsewhere', async () => {
    server.passed = [
      { ticketId: TICKET, direction: 'in', at: epochToWall(gate.time.wall - 60_000), single: false },
    ];
    const machine = await gate.enrolled();
    expect((await gate.show(machine))?.reason?.en).toBe('Already used at 11:59: ask staff');
    server.revoked = [{ ticketId: TICKET, at: epochToWall(gate.time.wall) }];
    await machine.syncRound();
    expect(await gate.show(machine)).toMatchObject({ kind: 'staff', reason: { en: /revoked/ } });
  });

  it('distinguishes its own fault from a missing network', async () => {
    const machine = await gate.enrolled();
    const { call } = gate;
    gate.call = () => Promise.reject(new GateCallError('fault', 'not sent'));
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'fault' });
    expect(machine.view()).toMatchObject({ online: false, trouble: 'fault' });
    gate.call = call;
    server.offline = true;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'offline' });
    expect(machine.view()).toMatchObject({ online: false, trouble: 'network' });
    server.offline = false;
    await machine.syncRound();
    expect(machine.view()).toMatchObject({ online: true, trouble: null });
  });

  it("refuses the old owner's certificate in the second of a transfer, and accepts the new owner's", async () => {
    server.revoked = [{ ticketId: TICKET, at: epochToWall(gate.time.wall) }];
    const machine = await gate.enrolled();
    expect((await gate.show(machine, { issuedAt: NOON }))?.reason?.en).toMatch(/revoked/);
    expect((await gate.show(machine, { issuedAt: NOON + 1 }))?.kind).toBe('go');
  });

  it('shows how late a screenshot is', async () => {
    const machine = await gate.enrolled();
    const shown = await gate.show(machine, {}, { at: NOON - 56 });
    expect(shown).toMatchObject({
      kind: 'stop',
      reason: { ja: '60秒前のコードです。アプリを開き直してください' },
    });
  });

  it('is not blocked by invalid codes', async () => {
    const machine = await gate.enrolled();
    for (const garbage of ['', 'https://example.jp', 'KQ1:', 'x'.repeat(10_000), '\0\u{1f4a9}', 'KQ1:::::'])
      await machine.read(garbage);
    expect((await gate.show(machine))?.kind).toBe('go');
    expect(machine.view().count).toMatchObject({ in: 1, stopped: 6 });
  });

  it('keeps everything through a restart without a network, for days', async () => {
    server.singles = [CERTIFICATE.productId];
    await gate.show(await gate.enrolled());
    server.offline = true;
    gate.pass(3 * 86_400_000);
    const again = await gate.open();
    expect(again.view()).toMatchObject({
      phase: 'ready',
      halt: null,
      queued: 1,
      settings: { gateId: 'g-1' },
    });
    const day = Math.floor(gate.time.wall / 1000);
    const later = { validUntil: day + 86_400, issuedAt: day - 60, expiresAt: day + 3_600 };
    expect((await gate.show(again, later))?.reason?.en).toBe('Already used at 11-28 12:00: ask staff');
    expect((await gate.show(again, { ...later, ticketId: 'T-2' }))?.kind).toBe('go');
    await expect(again.syncRound()).rejects.toMatchObject({ kind: 'offline' });
    expect(again.view()).toMatchObject({ online: false, queued: 2 });
    server.offline = false;
    await again.syncRound();
    expect(server.batches[0]?.map((event) => event.ticketId)).toEqual([TICKET, 'T-2']);
  });

  it('does not run while its clock is over two minutes off, or its key is closed, and shows why', async () => {
    const machine = await gate.enrolled();
    server.ahead = 121_000;
    await machine.syncRound();
    expect(machine.view().halt).toEqual({ kind: 'off', seconds: -121 });
    expect(await gate.show(machine)).toBeNull();
    server.ahead = 90_000;
    await machine.syncRound();
    // A smaller error is corrected: the phone's time is right, and the device's time is wrong.
    expect((await gate.show(machine, {}, { at: Math.floor(gate.time.wall / 1000) + 94 }))?.kind).toBe('go');
    server.closed = true;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
    expect(machine.view().halt).toEqual({ kind: 'closed' });
  });

  it('accepts no answer without its proof', async () => {
    const machine = await gate.open();
    await machine.enrol({ code: 'AAAA', pin: '2468', direction: 'both' });
    server.liar = true;
    await expect(machine.syncRound()).rejects.toThrow('answer not proved');
    expect(machine.view().halt).toEqual({ kind: 'unchecked' });
  });

  it('stops when it cannot record, and loses nothing once it can again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const machine = await gate.enrolled();
    gate.database.fault = new Error('disk full');
    await gate.show(machine);
    await vi.waitFor(() => expect(machine.view().halt).toEqual({ kind: 'storage' }), { timeout: 20_000 });
    expect(logged).toHaveBeenCalledWith(gate.database.fault);
    expect(await machine.leave()).toBe(false);
    machine.tick();
    machine.act({ code: 37, ticket: { ticketNo: '261128000017' }, reason: 'lost' });
    await expect(machine.syncRound()).rejects.toThrow('disk full');
    expect(machine.view().halt).toEqual({ kind: 'storage' });
    gate.database.fault = null;
    machine.tick();
    await vi.waitFor(() => expect(machine.view().halt).toBeNull(), { timeout: 20_000 });
    await machine.syncRound();
    expect(server.batches.flat()).toMatchObject([{ ticketId: TICKET, code: 31 }, { code: 37 }]);
    expect((await gate.open()).view().count).toMatchObject({ in: 1, forced: 1 });
    logged.mockRestore();
  });

  it('sets aside one event that the server cannot read, and sends the rest', async () => {
    const machine = await gate.enrolled();
    for (const ticketId of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5']) await gate.show(machine, { ticketId });
    server.refuses = (event) => event.ticketId === 'T-4';
    await machine.syncRound();
    expect(server.batches.flat().map((event) => event.ticketId)).toEqual(['T-1', 'T-2', 'T-3', 'T-5']);
    expect(await machine.setAside()).toMatchObject([{ ticketId: 'T-4' }]);
    expect(machine.view()).toMatchObject({ queued: 0, stuck: 1 });
  });

  it('sets aside an event that the server accepted but could not read, and keeps everything while the server is busy', async () => {
    const machine = await gate.enrolled();
    for (const ticketId of ['T-1', 'T-2', 'T-3']) await gate.show(machine, { ticketId });
    server.busyMs = 30_000;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'busy', waitMs: 30_000 });
    expect(machine.view()).toMatchObject({ queued: 3, online: true, halt: null });
    expect((await gate.show(machine, { ticketId: 'T-4' }))?.kind).toBe('go');
    server.busyMs = 0;
    server.cannotRead = (event) => event.ticketId === 'T-2';
    await machine.syncRound();
    expect(server.batches.flat().map((event) => event.ticketId)).toEqual(['T-1', 'T-2', 'T-3', 'T-4']);
    expect([...gate.database.stuck.values()]).toMatchObject([{ ticketId: 'T-2' }]);
    expect(machine.view()).toMatchObject({ queued: 0, stuck: 1 });
  });

  it('sends in order, at most 500 events in a call', async () => {
    const machine = await gate.enrolled();
    for (let n = 0; n < 1_001; n += 1)
      machine.act({ code: 31, ticket: { ticketNo: `N${n}` }, reason: 'test' });
    await machine.syncRound();
    expect(server.batches.map((batch) => batch.length)).toEqual([500, 500, 1]);
    expect(server.batches.flat().map((event) => event.ticketNo)).toEqual(
      Array.from({ length: 1_001 }, (_, n) => `N${n}`),
    );
  });

  it('lets staff force an exit or a use, with the reason', async () => {
    const machine = await gate.enrolled();
    await gate.show(machine);
    machine.act({ code: 37, ticket: { certificate: CERTIFICATE }, reason: 'lost' });
    machine.act({ code: 38, ticket: { ticketNo: '261128000017' }, reason: 'broken' });
    await machine.syncRound();
    expect(server.batches.flat().slice(1)).toMatchObject([
      { code: 37, ticketId: TICKET, reason: 'lost', certificate: '' },
      { code: 38, ticketNo: '261128000017', reason: 'broken' },
    ]);
    expect(machine.view().count).toMatchObject({ in: 1, forced: 2 });
    expect(await machine.tryPin('2468')).toBe('right');
  });

  it('starts each day at zero, and can be erased only when everything is sent', async () => {
    const machine = await gate.enrolled();
    await gate.show(machine);
    gate.pass(86_400_000);
    machine.tick();
    expect(machine.view().count).toEqual({ date: '2026-11-29', in: 0, out: 0, stopped: 0, forced: 0 });
    expect(await machine.leave()).toBe(false);
    await machine.syncRound();
    expect(await machine.leave()).toBe(true);
    expect((await gate.open()).view().phase).toBe('enrol');
  });

  it('passes its self-test, but not without storage or a camera', async () => {
    const machine = await gate.enrolled();
    const failures = async (camera: boolean) =>
      (await runSelfTest(machine.view(), gate.database, { camera, sound: true }))
        .filter(({ result }) => result === 'bad')
        .map(({ name }) => name.en);
    expect(await failures(true)).toEqual([]);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    gate.database.fault = new Error('disk full');
    expect(await failures(false)).toEqual(['Storage', 'Camera']);
    logged.mockRestore();
  });
});

it('waits longer after each failure, up to a minute, and differently for each gate', () => {
  expect([1, 2, 3, 9].map((failures) => waitAfter(failures, 1))).toEqual([2_000, 4_000, 8_000, 60_000]);
  expect(waitAfter(9, 0)).toBe(30_000);
  expect(waitAfter(0, 0)).toBe(10_000);
});

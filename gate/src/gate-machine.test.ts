// The gate from enrolment to days without a network: what it shows, keeps, sends and refuses.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyCode } from '@kippu/ticket-code/verify';
import { CERTIFICATE, makeCode, NOON, TICKET, type VectorFile } from '@kippu/ticket-code/vectors.test-helper';
import { decideCode } from './decide-code.ts';
import { fakeServer } from './fake-server.test-helper.ts';
import { GateMachine } from './gate-machine.ts';
import { waitAfter } from './gate-sync.ts';
import { memoryDatabase, type MemoryDatabase } from './memory-database.test-helper.ts';
import { PassedTickets } from './passed-tickets.ts';
import { RevokedTickets } from './revoked-tickets.ts';
import { runSelfTest } from './self-test.ts';
import { wallOf } from './tokyo-time.ts';

const vectorsUrl = new URL('../../ticket-code/golden-vectors.json', import.meta.url);
const vectors: VectorFile = JSON.parse(readFileSync(vectorsUrl, 'utf8'));

let wall: number;
let steady: number;
let database: MemoryDatabase;
let fake: ReturnType<typeof fakeServer>;
let sounds: string[];

const open = async () => {
  const machine = new GateMachine({
    database,
    call: fake.call,
    wall: () => wall,
    steady: () => steady,
    sound: (kind) => sounds.push(kind),
    keepSyncing: false,
  });
  await machine.start();
  return machine;
};
const enrolled = async () => {
  const machine = await open();
  await machine.enrol({ code: 'AAAA', pin: '2468', direction: 'both' });
  await machine.syncRound();
  return machine;
};
const pass = (ms: number) => {
  wall += ms;
  steady += ms;
};
/** Shows a code as a phone does at that moment, after the last showing is over. */
const show = async (machine: GateMachine, ...[change = {}, options = {}]: Parameters<typeof makeCode>) => {
  pass(4_000);
  const text = await makeCode(change, { at: Math.floor(wall / 1000), ...options });
  machine.read(text);
  return machine.view().verdict;
};

beforeEach(() => {
  wall = NOON * 1000;
  steady = 0;
  database = memoryDatabase();
  fake = fakeServer(vectors.issuerKeys);
  fake.server.wall = () => wall;
  sounds = [];
});

describe('a gate', () => {
  it('shows who passes, counts, and sends it once with the certificate', async () => {
    const machine = await enrolled();
    const shown = await show(machine);
    expect(shown).toMatchObject({ kind: 'go', headline: { en: 'Go' }, certificate: { ticketId: TICKET } });
    expect(sounds).toEqual(['go']);
    await machine.syncRound();
    await machine.syncRound();
    expect(fake.server.batches).toHaveLength(1);
    expect(fake.server.batches[0]).toMatchObject([{ ticketId: TICKET, code: 31, at: wallOf(wall) }]);
    expect(fake.server.batches[0]?.[0]?.certificate).toMatch(/^[\w-]{200,}$/);
    expect(machine.view()).toMatchObject({ count: { in: 1, stopped: 0 }, queued: 0, online: true });
    expect(fake.server.since.at(0)).toBeUndefined();
    expect(fake.server.since.at(-1)).toBe('2026-11-28 12:00:04');
  });

  it('lets a ticket pass once in each direction, and says when it was', async () => {
    fake.server.singles = [CERTIFICATE.productId];
    const machine = await enrolled();
    expect((await show(machine))?.kind).toBe('go');
    expect((await show(machine))?.reason?.en).toBe('Already used at 12:00');
    expect((await show(machine, {}, { direction: 'out' }))?.kind).toBe('go');
    expect((await show(machine, {}, { direction: 'out' }))?.kind).toBe('stop');
  });

  it('hears of what passed and was revoked elsewhere', async () => {
    fake.server.passed = [{ ticketId: TICKET, direction: 'in', at: wallOf(wall - 60_000), single: false }];
    const machine = await enrolled();
    expect((await show(machine))?.reason?.en).toBe('Already used at 11:59');
    fake.server.revoked = [{ ticketId: TICKET, at: wallOf(wall) }];
    await machine.syncRound();
    expect(await show(machine)).toMatchObject({ kind: 'staff', reason: { en: /revoked/ } });
  });

  it("refuses the old owner's certificate of a transfer's own second, not the new owner's", async () => {
    fake.server.revoked = [{ ticketId: TICKET, at: wallOf(wall) }];
    const machine = await enrolled();
    expect((await show(machine, { issuedAt: NOON }))?.reason?.en).toMatch(/revoked/);
    expect((await show(machine, { issuedAt: NOON + 1 }))?.kind).toBe('go');
  });

  it('says by how much a screenshot is late', async () => {
    const machine = await enrolled();
    const shown = await show(machine, {}, { at: NOON - 56 });
    expect(shown).toMatchObject({ kind: 'stop', reason: { ja: '60秒前のコードです' } });
  });

  it('is never jammed by garbage', async () => {
    const machine = await enrolled();
    for (const garbage of ['', 'https://example.jp', 'KQ1:', 'x'.repeat(10_000), '\0\u{1f4a9}', 'KQ1:::::'])
      machine.read(garbage);
    expect((await show(machine))?.kind).toBe('go');
    expect(machine.view().count).toMatchObject({ in: 1, stopped: 6 });
  });

  it('keeps all of it through a restart with the network off, for days', async () => {
    fake.server.singles = [CERTIFICATE.productId];
    await show(await enrolled());
    fake.server.offline = true;
    pass(3 * 86_400_000);
    const again = await open();
    expect(again.view()).toMatchObject({
      phase: 'ready',
      halt: null,
      queued: 1,
      settings: { gateId: 'g-1' },
    });
    const day = Math.floor(wall / 1000);
    const later = { validUntil: day + 86_400, issuedAt: day - 60, expiresAt: day + 3_600 };
    expect((await show(again, later))?.reason?.en).toBe('Already used at 11-28 12:00');
    expect((await show(again, { ...later, ticketId: 'T-2' }))?.kind).toBe('go');
    await expect(again.syncRound()).rejects.toMatchObject({ kind: 'offline' });
    expect(again.view()).toMatchObject({ online: false, queued: 2 });
    fake.server.offline = false;
    await again.syncRound();
    expect(fake.server.batches[0]?.map((event) => event.ticketId)).toEqual([TICKET, 'T-2']);
  });

  it('does not run while its clock is over two minutes off, or its key is closed, and says so', async () => {
    const machine = await enrolled();
    fake.server.ahead = 121_000;
    await machine.syncRound();
    expect(machine.view().halt).toEqual({ kind: 'off', seconds: -121 });
    expect(await show(machine)).toBeNull();
    fake.server.ahead = 90_000;
    await machine.syncRound();
    // Less than that is put right: the phone has the right time, the gate's device has not.
    expect((await show(machine, {}, { at: Math.floor(wall / 1000) + 94 }))?.kind).toBe('go');
    fake.server.closed = true;
    await expect(machine.syncRound()).rejects.toMatchObject({ kind: 'closed' });
    expect(machine.view().halt).toEqual({ kind: 'closed' });
  });

  it('believes no time without its proof', async () => {
    const machine = await open();
    await machine.enrol({ code: 'AAAA', pin: '2468', direction: 'both' });
    fake.server.liar = true;
    await expect(machine.syncRound()).rejects.toThrow('time not proved');
    expect(machine.view().halt).toEqual({ kind: 'unchecked' });
  });

  it('stops when it cannot record', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const machine = await enrolled();
    database.fault = new Error('disk full');
    await show(machine);
    await vi.waitFor(() => expect(machine.view().halt).toEqual({ kind: 'storage' }));
    expect(logged).toHaveBeenCalledWith(database.fault);
    logged.mockRestore();
  });

  it('puts aside the one event that the server cannot read, and sends the rest', async () => {
    const machine = await enrolled();
    for (const ticketId of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5']) await show(machine, { ticketId });
    fake.server.refuses = (event) => event.ticketId === 'T-4';
    await machine.syncRound();
    expect(fake.server.batches.flat().map((event) => event.ticketId)).toEqual(['T-1', 'T-2', 'T-3', 'T-5']);
    expect([...database.stuck.values()]).toMatchObject([{ ticketId: 'T-4' }]);
    expect(machine.view()).toMatchObject({ queued: 0, stuck: 1 });
  });

  it('sends in order, at most 500 at once', async () => {
    const machine = await enrolled();
    for (let n = 0; n < 1_001; n += 1)
      machine.act({ code: 31, ticket: { ticketNo: `N${n}` }, reason: 'test' });
    await machine.syncRound();
    expect(fake.server.batches.map((batch) => batch.length)).toEqual([500, 500, 1]);
    expect(fake.server.batches.flat().map((event) => event.ticketNo)).toEqual(
      Array.from({ length: 1_001 }, (_, n) => `N${n}`),
    );
  });

  it('lets staff force an exit and a use, with the reason', async () => {
    const machine = await enrolled();
    await show(machine);
    machine.act({ code: 37, ticket: { certificate: CERTIFICATE }, reason: 'lost' });
    machine.act({ code: 38, ticket: { ticketNo: '261128000017' }, reason: 'broken' });
    await machine.syncRound();
    expect(fake.server.batches.flat().slice(1)).toMatchObject([
      { code: 37, ticketId: TICKET, reason: 'lost', certificate: '' },
      { code: 38, ticketNo: '261128000017', reason: 'broken' },
    ]);
    expect(machine.view().count).toMatchObject({ in: 1, forced: 2 });
    expect(await machine.tryPin('2468')).toBe('right');
  });

  it('starts each day at zero, and leaves only when all is sent', async () => {
    const machine = await enrolled();
    await show(machine);
    pass(86_400_000);
    machine.tick();
    expect(machine.view().count).toEqual({ date: '2026-11-29', in: 0, out: 0, stopped: 0, forced: 0 });
    expect(await machine.leave()).toBe(false);
    await machine.syncRound();
    expect(await machine.leave()).toBe(true);
    expect((await open()).view().phase).toBe('enrol');
  });

  it('passes its self-test, and not without storage or a camera', async () => {
    const machine = await enrolled();
    const failures = async (camera: boolean) =>
      (await runSelfTest(machine.view(), database, { camera, sound: true }))
        .filter(({ result }) => result === 'bad')
        .map(({ name }) => name.en);
    expect(await failures(true)).toEqual([]);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    database.fault = new Error('disk full');
    expect(await failures(false)).toEqual(['Storage', 'Camera']);
    logged.mockRestore();
  });
});

it.each(vectors.vectors)('decides as the server does: $name', (vector) => {
  const { now, revoked, seen, direction, place, text } = vector;
  const issuerKeys = vectors.issuerKeys.map(({ publicKeyHex, ...key }) => ({
    ...key,
    publicKey: new Uint8Array(Buffer.from(publicKeyHex, 'hex')),
  }));
  const passed = new PassedTickets();
  for (const { ticketId, direction: way } of seen) passed.note(ticketId, way, now - 60, true);
  const gate = decideCode(
    text,
    {
      issuerKeys,
      singleProducts: new Set(),
      revoked: new RevokedTickets(revoked.map((ticketId) => [ticketId, now + 86_400])),
      passed,
      direction: direction ?? 'both',
      stationId: place ?? 'kyoto',
    },
    now * 1000,
  );
  const online = verifyCode(text, {
    now,
    issuerKeys,
    isRevoked: (ticketId) => revoked.includes(ticketId),
    isSeen: (ticketId, way) => seen.some((each) => each.ticketId === ticketId && each.direction === way),
    ...(direction ? { direction } : {}),
    place: place ?? 'kyoto',
  });
  expect(gate.kind === 'go' ? 'go' : gate.reason).toBe(online.ok ? 'go' : online.reason);
});

it('waits longer after each failure, up to a minute, and never for all gates alike', () => {
  expect([1, 2, 3, 9].map((failures) => waitAfter(failures, 1))).toEqual([2_000, 4_000, 8_000, 60_000]);
  expect(waitAfter(9, 0)).toBe(30_000);
  expect(waitAfter(0, 0)).toBe(10_000);
});

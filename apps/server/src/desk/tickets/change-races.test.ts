// Two changes of one ticket at once: the first wins, the other is refused, and the history is consistent.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochToWall } from '@kippu/domain/time/service-day';
import { newPhone, passage } from '../../../test/gate/gate.ts';
import { codeOf, type TestUser } from '../../../test/ticket/ticket.ts';
import { openDeskApp, pass, REASON, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';
import { statusAfterStory } from '../../../test/ticket/ticket-story.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  taro = await fixture.traveller('taro');
});

const PASS = 'kansai-pass-2day';
const ROUNDS = 4;
const desk = (ticketId: string, action: string) => codeOf(fixture.change(ticketId, action));
/** As `desk`, based on a status from before the other act. */
const deskOn = (status: string, ticketId: string, action: string) =>
  codeOf(fixture.post({ ticketId, action, reason: REASON, seen: { status } }));
const statusOf = (ticketId: string) => statusAfterStory(fixture.deps.db, ticketId);

test.each([
  ['suspend', 'suspend', ['OK', 'TKT-0007']],
  ['refund', 'refund', ['OK', 'TKT-0006']],
  ['reissue', 'reissue', ['OK', 'TKT-0006']],
  ['void', 'reissue', ['OK', 'TKT-0006']],
])('two desks, %s and %s: one wins', async (one, other, codes) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ticketId = await hanako.inUse(PASS);
    const found = await Promise.all([desk(ticketId, one), desk(ticketId, other)]);
    expect(found.toSorted()).toEqual(codes);
    await statusOf(ticketId);
  }
  const { rows } = { rows: await fixture.deps.db.selectFrom('ticket').select('reissue_of').execute() };
  const reissues = rows.filter((row) => row.reissue_of !== null).map((row) => row.reissue_of);
  expect(new Set(reissues).size).toBe(reissues.length);
});

test("a reissue and the order's old link: who holds it gets the whole order before, and nothing of it after", async () => {
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const [stolen, kept] = await fixture.issue(PASS, 2);
    if (!stolen || !kept) throw new Error('two tickets expected');
    const [reissued, bound] = await Promise.all([
      deskOn('unbound', stolen.ticketId, 'reissue'),
      codeOf(taro.post('bind', { link: stolen.orderLink })),
    ]);
    expect([
      ['OK', 'TKT-0002', 'reissued', 'unbound'],
      ['DESK-0001', 'OK', 'bound', 'bound'],
    ]).toContainEqual([reissued, bound, await statusOf(stolen.ticketId), await statusOf(kept.ticketId)]);
    // Wrong links are counted.
    fixture.deps.advance(11 * 60_000);
    await taro.signIn();
  }
});

test("two reissues of an order's tickets at once both succeed, and the link of the last one works", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = await fixture.issue(PASS, 2);
    const answers = await Promise.all(
      [one, two].map((each) => fixture.change(each?.ticketId ?? '', 'reissue')),
    );
    const links: string[] = answers.map((answer) => answer.json().data.reissued.orderLink);
    const codes = [];
    for (const link of links) codes.push(await codeOf(hanako.post('bind', { link })));
    expect(codes.toSorted()).toEqual(['OK', 'TKT-0002']);
  }
});

test('a use and a refund: one succeeds, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ticketId = await hanako.bound(PASS);
    const [used, refunded] = await Promise.all([
      codeOf(hanako.post('use', { ticketId })),
      deskOn('bound', ticketId, 'refund'),
    ]);
    expect([
      ['OK', 'DESK-0001', 'inUse'],
      ['TKT-0006', 'OK', 'refunded'],
    ]).toContainEqual([used, refunded, await statusOf(ticketId)]);
  }
});

test('a bind and a void: one succeeds, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ticketId, link } = await fixture.unbound(PASS);
    const [bound, voided] = await Promise.all([
      codeOf(hanako.post('bind', { link })),
      deskOn('unbound', ticketId, 'void'),
    ]);
    expect([
      ['OK', 'DESK-0001', 'bound'],
      ['TKT-0006', 'OK', 'void'],
    ]).toContainEqual([bound, voided, await statusOf(ticketId)]);
    expect((await fixture.seen(ticketId)).bound).toBe(bound === 'OK');
  }
});

test('a transfer and a suspension: the ticket is suspended, whoever owns it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ticketId = await hanako.bound(PASS);
    const [sent, suspended] = await Promise.all([
      codeOf(hanako.transfer(ticketId, taro.email)),
      desk(ticketId, 'suspend'),
    ]);
    expect([
      ['OK', 'OK'],
      ['TKT-0007', 'OK'],
    ]).toContainEqual([sent, suspended]);
    expect(await statusOf(ticketId)).toBe('suspended');
  }
});

test('a save and a refund: the seat is free again, whichever was first', async () => {
  const his = await taro.bound(PASS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const ticketId = await hanako.bound(PASS);
    const held = await hanako.hold([ticketId], ['4-12A']);
    const { holdId } = held.json().data;
    const [saved, refunded] = await Promise.all([
      codeOf(hanako.seat('seatSave', { holdId })),
      desk(ticketId, 'refund'),
    ]);
    expect(refunded).toBe('OK');
    expect(['OK', 'SEAT-0008', 'TKT-0006']).toContain(saved);
    expect((await fixture.seen(ticketId)).seats).toEqual([]);
    const sold = await taro.hold([his], ['4-12A']);
    expect(sold.json().code).toBe('OK');
    await taro.seat('seatRelease', { holdId: sold.json().data.holdId });
  }
});

test('a station check or a gate and a reissue: the new ticket is never inside without a traveller, nor used twice', async () => {
  const gate = await fixture.gate();
  for (let round = 0; round < ROUNDS; round += 1) {
    const entered = await hanako.inUse(PASS);
    const codes = await Promise.all([codeOf(pass(hanako, entered, 'in')), desk(entered, 'reissue')]);
    expect([
      ['OK', 'TKT-0008'],
      ['TKT-0006', 'OK'],
    ]).toContainEqual(codes);
    await statusOf(entered);

    const ticketId = await hanako.inUse('haruka-kix-kyoto');
    const journey = [
      passage(ticketId, { at: epochToWall(fixture.deps.clock()) }),
      passage(ticketId, { at: epochToWall(fixture.deps.clock()), code: 32 }),
    ];
    const [events, refunded] = await Promise.all([gate.events(journey), desk(ticketId, 'refund')]);
    expect(events.json().code).toBe('OK');
    const status = await statusOf(ticketId);
    expect([
      ['TKT-0006', 'used'],
      ['OK', 'refunded'],
    ]).toContainEqual([refunded, status]);
  }
});

const ACTS = ['suspend', 'refund', 'void', 'disuse', 'reissue'] as const;
const decide = async (ticketId: string, action: string, seen: object) => {
  const answer = await fixture.post({ ticketId, action, reason: REASON, seen });
  return [answer.json().code, answer.json().values.status];
};

test.each(ACTS)('%s, decided on an unused ticket, is refused once the ticket is in use', async (action) => {
  const ticketId = await hanako.bound(PASS);
  const { version } = await fixture.seen(ticketId);
  expect(await codeOf(hanako.post('use', { ticketId }))).toBe('OK');
  expect(await decide(ticketId, action, { version })).toEqual(['DESK-0001', 'inUse']);
  expect(await decide(ticketId, action, { status: 'bound' })).toEqual(['DESK-0001', 'inUse']);
  expect(await statusOf(ticketId)).toBe('inUse');
  // Decided on the current version, it succeeds.
  const fresh = await fixture.seen(ticketId);
  expect((await decide(ticketId, action, { version: fresh.version }))[0]).toBe('OK');
});

test('a refund decided on a status alone is refused once the ticket has passed a gate or a check', async () => {
  const gate = await fixture.gate();
  const status = 'inUse';
  const through = [
    (ticketId: string) => gate.events([passage(ticketId, { at: epochToWall(fixture.deps.clock()) })]),
    (ticketId: string) => pass(hanako, ticketId, 'in'),
  ];
  for (const go of through) {
    const ticketId = await hanako.inUse(PASS);
    const before = await fixture.seen(ticketId);
    expect((await go(ticketId)).statusCode).toBe(200);
    expect(await decide(ticketId, 'refund', { status })).toEqual(['DESK-0001', status]);
    expect(await decide(ticketId, 'refund', { version: before.version })).toEqual(['DESK-0001', status]);
    // A suspension does not hide it, and can itself be decided on a status alone.
    expect((await decide(ticketId, 'suspend', { status }))[0]).toBe('OK');
    expect(await decide(ticketId, 'refund', { status: 'suspended' })).toEqual(['DESK-0001', 'suspended']);
    const { version, entry } = await fixture.seen(ticketId);
    expect(entry).toBeDefined();
    expect((await decide(ticketId, 'refund', { version }))[0]).toBe('OK');
  }
});

test('a resume decided on one suspension is refused after another', async () => {
  const ticketId = await hanako.inUse(PASS);
  await fixture.changed(ticketId, 'suspend');
  const { version } = await fixture.seen(ticketId);
  await fixture.changed(ticketId, 'resume');
  await fixture.changed(ticketId, 'suspend');
  expect(await decide(ticketId, 'resume', { version })).toEqual(['DESK-0001', 'suspended']);
  expect(await statusOf(ticketId)).toBe('suspended');
});

test('a version changes with the owner, a station and a seat, and not with another phone', async () => {
  const ticketId = await hanako.inUse(PASS);
  const versions = [(await fixture.seen(ticketId)).version];
  const changed = async () => {
    const { version } = await fixture.seen(ticketId);
    const isNew = !versions.includes(version);
    versions.push(version);
    return isNew;
  };
  expect(await changed()).toBe(false);
  const reservation = await hanako.book([ticketId], ['4-12A']);
  expect(await changed()).toBe(true);
  await hanako.seat('seatCancel', { reservationId: reservation });
  // Without a seat again, and without other events, the version is the first one.
  expect((await fixture.seen(ticketId)).version).toBe(versions[0]);
  await pass(hanako, ticketId, 'in');
  expect(await changed()).toBe(true);
  await pass(hanako, ticketId, 'out');
  expect(await changed()).toBe(true);
  for (const phone of [await newPhone(), await newPhone()])
    await hanako.get('qrcode', { ticketId, deviceKey: phone.deviceKey });
  expect(await changed()).toBe(false);
  await hanako.transfer(ticketId, taro.email);
  expect(await changed()).toBe(true);
});

// Two at one ticket: whoever comes first wins, the other is told so, and the history tells one story.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochToWall } from '@kippu/domain/service-day';
import { passage } from '../gate/gate-fixture.ts';
import { codeOf, type Traveller } from '../ticket/ticket-fixture.ts';
import { openDeskApp, pass, type DeskFixture } from './desk-ticket-fixture.ts';

let fixture: DeskFixture;
let hanako: Traveller;
let taro: Traveller;

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
/** The ticket's status, after each event of its history was found to begin where the one before ended. */
async function told(ticketId: string): Promise<string> {
  const row = await fixture.deps.db
    .selectFrom('ticket')
    .select('status')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const events = await fixture.deps.db
    .selectFrom('ticket_event')
    .select(['from_status', 'to_status'])
    .where('ticket_id', '=', ticketId)
    .where('to_status', 'is not', null)
    .orderBy('event_id')
    .execute();
  for (const [at, event] of events.entries())
    expect(event.from_status).toBe(events[at - 1]?.to_status ?? null);
  expect(events.at(-1)?.to_status).toBe(row.status);
  return row.status;
}

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
    await told(ticketId);
  }
  const { rows } = { rows: await fixture.deps.db.selectFrom('ticket').select('reissue_of').execute() };
  const reissues = rows.filter((row) => row.reissue_of !== null).map((row) => row.reissue_of);
  expect(new Set(reissues).size).toBe(reissues.length);
});

test('a use and a refund: the ticket is refunded, used before it or not at all', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ticketId = await hanako.bound(PASS);
    const [used, refunded] = await Promise.all([
      codeOf(hanako.post('use', { ticketId })),
      desk(ticketId, 'refund'),
    ]);
    expect([
      ['OK', 'OK'],
      ['TKT-0006', 'OK'],
    ]).toContainEqual([used, refunded]);
    expect(await told(ticketId)).toBe('refunded');
  }
});

test('a bind and a void: nobody has a ticket that is void and was not his before', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ticketId, link } = await fixture.unbound(PASS);
    const [bound, voided] = await Promise.all([
      codeOf(hanako.post('bind', { link })),
      desk(ticketId, 'void'),
    ]);
    expect([
      ['OK', 'OK'],
      ['TKT-0006', 'OK'],
    ]).toContainEqual([bound, voided]);
    expect(await told(ticketId)).toBe('void');
    expect((await fixture.seen(ticketId)).bound).toBe(bound === 'OK');
  }
});

test('a transfer and a suspension: it is suspended, whoever has it then', async () => {
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
    expect(await told(ticketId)).toBe('suspended');
  }
});

test('a save and a refund: the seat is free again, whoever came first', async () => {
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

test('a station check or a gate and a reissue: the new ticket is never inside with nobody, nor used twice', async () => {
  const gate = await fixture.gate();
  for (let round = 0; round < ROUNDS; round += 1) {
    const entered = await hanako.inUse(PASS);
    const codes = await Promise.all([codeOf(pass(hanako, entered, 'in')), desk(entered, 'reissue')]);
    expect([
      ['OK', 'TKT-0008'],
      ['TKT-0006', 'OK'],
    ]).toContainEqual(codes);
    await told(entered);

    const ticketId = await hanako.inUse('haruka-kix-kyoto');
    const journey = [
      passage(ticketId, { at: epochToWall(fixture.deps.clock()) }),
      passage(ticketId, { at: epochToWall(fixture.deps.clock()), code: 32 }),
    ];
    const [events, refunded] = await Promise.all([gate.events(journey), desk(ticketId, 'refund')]);
    expect(events.json().code).toBe('OK');
    const status = await told(ticketId);
    expect([
      ['TKT-0006', 'used'],
      ['OK', 'refunded'],
    ]).toContainEqual([refunded, status]);
  }
});

// Accepting at a counter: once, by the first, and a second try shows when and by whom.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TakeIn } from '@kippu/contract/calls/desk/counter';
import { checksOut } from '@kippu/domain/ticket/check-digits';
import {
  certificateOf,
  codeShown,
  newPhone,
  openGateApp,
  type GateFixture,
} from '../../../test/gate/gate.ts';
import { takenInMigration } from '../../platform/db/migrations/0036-taken-in.ts';
import type { TestUser } from '../../../test/ticket/ticket.ts';
import { asking, emailOf, renameStaff, staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';

let fixture: GateFixture;
let counter: AskDesk;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  counter = await staffAtDesk(fixture, 'counter');
  hanako = await fixture.traveller('hanako');
});

const UJI = 'keihan-uji';
const MUSEUM = 'museum-eticket';
const look = async (text: string, counterId: string | undefined = UJI, ask = counter) =>
  (await ask('POST', 'take-in/look', { text, counterId })).json();
const seen = async (text: string, counterId?: string): Promise<TakeIn> => (await look(text, counterId)).data;
const take = async ({ ticketNo, version }: TakeIn, counterId: string | undefined = UJI, ask = counter) =>
  (await ask('POST', 'take-in', { ticketNo, version, counterId })).json();
const history = async (kind: string) =>
  fixture.deps.db
    .selectFrom('ticket_event')
    .select(['kind', 'from_status', 'to_status', 'actor'])
    .where('kind', '=', kind)
    .execute();
const voucherPage = async (ticketId: string) =>
  (await hanako.get('loadPrivatePieceInfo', { ticketId })).json().data;

async function exchanged(): Promise<{ ticketId: string; number: string }> {
  const ticketId = await hanako.bound('keihan-voucher');
  const { data } = (await hanako.put('usePrivateTicket', { ticketId, counterId: UJI })).json();
  return { ticketId, number: data.exchanged.number };
}

describe('an exchanged voucher', () => {
  test('is accepted once by its number; a second try shows when and by whom, and its owner sees it', async () => {
    const { ticketId, number } = await exchanged();
    expect(checksOut(number)).toBe(true);
    const found = await seen(`${number.slice(0, 4)} ${number.slice(4)}`);
    expect(found).toMatchObject({
      kind: 'voucher',
      status: 'used',
      exchange: { number, at: '2026-04-01 09:00:00', counterId: UJI },
    });
    expect([found.refusal, found.last]).toEqual([undefined, undefined]);
    expect((await voucherPage(ticketId)).exchanged.takenInAt).toBeUndefined();

    fixture.deps.advance(60_000);
    const last = { at: '2026-04-01 09:01:00', byName: 'Test counter' };
    expect(await take(found)).toMatchObject({ code: 'OK', data: { last, refusal: 'DESK-0002' } });
    expect((await voucherPage(ticketId)).exchanged.takenInAt).toBe(last.at);
    fixture.deps.advance(3_000);
    expect(await take(found)).toMatchObject({ code: 'DESK-0002', values: { at: last.at } });
    expect(await seen(number)).toMatchObject({ last, refusal: 'DESK-0002' });
    await renameStaff(fixture.deps, 'counter', 'Renamed since');
    expect(await seen(number)).toMatchObject({ last });
    expect(await history('takeIn')).toEqual([
      expect.objectContaining({ actor: expect.stringMatching(/^desk:/), to_status: null }),
    ]);
  });

  test('is also found by the ticket’s and the voucher’s number', async () => {
    const { ticketId, number } = await exchanged();
    const { ticketNo, voucherNo } = await hanako.load(ticketId);
    for (const text of [ticketNo, voucherNo.toLowerCase()])
      expect((await seen(text)).exchange?.number).toBe(number);
  });

  test('of two devices at once one accepts it, and both views are audited, without the typed text', async () => {
    const { token } = (await tryToSignIn(fixture, emailOf('counter'))).json().data;
    const other = asking(fixture, token);
    for (let round = 0; round < 4; round += 1) {
      const { number } = await exchanged();
      const found = await seen(number);
      const answers = await Promise.all([take(found), take(found, UJI, other)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['DESK-0002', 'OK']);
    }
    expect(await history('takeIn')).toHaveLength(4);
    const acts = await fixture.deps.db
      .selectFrom('staff_action')
      .select(['call', 'subject', 'refusal'])
      .execute();
    const tries = acts.filter(({ call }) => call === 'deskTakeIn');
    // The device that came second got a refusal.
    expect(tries.filter(({ refusal }) => refusal === null)).toHaveLength(4);
    expect(tries.filter(({ refusal }) => refusal !== null)).toHaveLength(4);
    expect(acts.filter(({ call }) => call === 'deskLookTakeIn')).toHaveLength(4);
    const subjects = acts.filter(({ call }) => call.endsWith('TakeIn')).map(({ subject }) => subject ?? '');
    expect(subjects.every((subject) => /^\d{12}$/.test(subject))).toBe(true);
  });

  test('is refused at another counter, and when no counter is set', async () => {
    const { number } = await exchanged();
    for (const place of ['keihan-sanjo', 'nowhere']) {
      const found = await seen(number, place);
      expect(found).toMatchObject({
        refusal: 'DESK-0003',
        exchange: { counterNameEn: expect.stringMatching(/./) },
      });
      expect((await take(found, place)).code).toBe('DESK-0003');
    }
    const unset = await counter('POST', 'take-in/look', { text: number });
    expect(unset.json().data.refusal).toBe('DESK-0003');
  });

  test('that is not exchanged, or void, is refused', async () => {
    const ticketId = await hanako.bound('keihan-voucher');
    const { ticketNo } = await hanako.load(ticketId);
    const refusal = async () => {
      const found = await seen(ticketNo);
      expect((await take(found)).code).toBe(found.refusal);
      return found.refusal;
    };
    expect(await refusal()).toBe('TKT-0006');
    const set = (change: object) =>
      fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
    await set({ status: 'suspended' });
    expect(await refusal()).toBe('TKT-0007');
    await set({ status: 'bound', use_expire_date: new Date('2026-03-01T00:00:00Z') });
    expect(await refusal()).toBe('TKT-0005');
    expect(await history('takeIn')).toEqual([]);
  });

  test('with an old number, eight digits without check digits, is accepted too', async () => {
    const { ticketId } = await exchanged();
    await fixture.deps.db
      .updateTable('exchange')
      .set({ number: '12345678' })
      .where('ticket_id', '=', ticketId)
      .execute();
    expect((await take(await seen('1234-5678'))).code).toBe('OK');
  });
});

test('vouchers exchanged before check digits existed are found, even when two have one number', async () => {
  const [mine, other] = [await exchanged(), await exchanged()];
  const { db } = fixture.deps;
  await db.deleteFrom('exchange').execute();
  const old = { kind: 'exchange', actor: 'system', at: new Date(fixture.deps.clock()) };
  await db
    .insertInto('ticket_event')
    .values(
      [mine, other].map(({ ticketId }, at) => ({
        ...old,
        ticket_id: ticketId,
        detail: JSON.stringify({ counterId: at === 0 ? UJI : 'keihan-gion', number: '55500011' }),
      })),
    )
    .execute();
  // The migration's own statement, on old history.
  const fill = takenInMigration.statements.find((statement) => statement.startsWith('insert into exchange'));
  await sql.raw(fill ?? '').execute(db);
  for (const [place, { ticketId }] of [
    [UJI, mine],
    ['keihan-gion', other],
  ] as const) {
    const found = await seen('55500011', place);
    expect(found).toMatchObject({
      exchange: { counterId: place },
      ticketNo: (await hanako.load(ticketId)).ticketNo,
    });
    expect((await take(found, place)).code).toBe('OK');
  }
});

test('an unknown number, one with a wrong check digit, and an invented code name nothing', async () => {
  for (const text of ['00000000', '0000000098', '1234567890', '999999999999', 'hello', '🚄'])
    expect((await look(text)).code, text).toBe('REQ-0005');
  for (const text of ['KQ1:', 'KQ1:NOTHING', `KQ1:${'A'.repeat(600)}`])
    expect((await look(text)).code, text).toBe('DESK-0005');
  for (const body of [{}, { text: '' }, { text: 'x'.repeat(701) }, { text: 'a\0' }])
    expect((await counter('POST', 'take-in/look', body)).json().code).toBe('REQ-0001');
});

test('is for the counter and managers, not for editors or a sales system', async () => {
  const editor = await staffAtDesk(fixture, 'editor');
  expect((await look('12345678', UJI, editor)).code).toBe('SES-0006');
  const manager = await staffAtDesk(fixture, 'manager');
  expect((await look('12345678', UJI, manager)).code).toBe('REQ-0005');
  const counters = (await counter('GET', 'counters')).json().data;
  expect(counters).toHaveLength(6);
  expect(counters[0]).toMatchObject({ counterId: expect.stringMatching(/^keihan-/) });
});

describe('a ticket good for one admission', () => {
  test('is accepted once, by its number, and is then used up', async () => {
    const ticketId = await hanako.inUse(MUSEUM);
    const { ticketNo } = await hanako.load(ticketId);
    const found = await seen(ticketNo);
    expect(found).toMatchObject({ kind: 'admission', status: 'inUse', admissions: { of: 1, done: 0 } });
    expect(found.refusal).toBeUndefined();
    fixture.deps.advance(60_000);
    const last = { at: '2026-04-01 09:01:00', byName: 'Test counter' };
    expect(await take(found)).toMatchObject({ code: 'OK', data: { status: 'used', last } });
    expect(await take(found)).toMatchObject({ code: 'DESK-0002', values: { at: last.at } });
    expect(await seen(ticketNo)).toMatchObject({
      refusal: 'DESK-0002',
      last,
      admissions: { of: 1, done: 1 },
    });
    expect(await hanako.load(ticketId)).toMatchObject({ status: 'used', ticketState: 30, expired: true });
    expect(await history('admit')).toMatchObject([{ from_status: 'inUse', to_status: 'used' }]);
  });

  test('is read from a valid code on its phone', async () => {
    const phone = await newPhone();
    const ticketId = await hanako.inUse(MUSEUM);
    const certificate = await certificateOf(hanako, ticketId, phone);
    const shown = await codeShown(certificate, phone, fixture.deps.clock());
    const found = await seen(shown);
    expect(found).toMatchObject({ kind: 'admission', status: 'inUse' });
    fixture.deps.advance(31_000);
    expect((await look(shown)).code).toBe('DESK-0005');
    const taro = await fixture.traveller('taro');
    await hanako.transfer(ticketId, taro.email);
    expect((await look(await codeShown(certificate, phone, fixture.deps.clock()))).code).toBe('DESK-0005');
    // The version from before the transfer is out of date.
    expect((await take(found)).code).toBe('DESK-0001');
    expect(await history('admit')).toEqual([]);
  });

  test('of two devices at once one accepts it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { ticketNo } = await hanako.load(await hanako.inUse(MUSEUM));
      const found = await seen(ticketNo);
      const answers = await Promise.all([take(found), take(found)]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['DESK-0002', 'OK']);
    }
    expect(await history('admit')).toHaveLength(4);
  });

  test.each([
    ['bound', 'TKT-0006'],
    ['suspended', 'TKT-0007'],
    ['refunded', 'TKT-0006'],
    ['void', 'TKT-0006'],
    ['reissued', 'TKT-0006'],
  ] as const)('%s is refused', async (status, refusal) => {
    const { ticketNo } = await hanako.load(await hanako.inUse(MUSEUM));
    await fixture.deps.db.updateTable('ticket').set({ status }).where('ticket_no', '=', ticketNo).execute();
    const found = await seen(ticketNo);
    expect(found).toMatchObject({ status, refusal });
    expect((await take(found)).code).toBe(refusal);
    expect(await history('admit')).toEqual([]);
  });

  test('is valid to its last second, and not after', async () => {
    const { ticketNo } = await hanako.load(await hanako.inUse(MUSEUM));
    const later = await hanako.load(await hanako.inUse(MUSEUM));
    const end = Date.parse('2026-04-01T23:59:59.999+09:00');
    fixture.deps.advance(end - fixture.deps.clock());
    const { token } = (await tryToSignIn(fixture, emailOf('counter'))).json().data;
    counter = asking(fixture, token);
    expect((await take(await seen(ticketNo))).code).toBe('OK');
    fixture.deps.advance(1);
    const found = await seen(later.ticketNo);
    expect(found.refusal).toBe('TKT-0005');
    expect((await take(found)).code).toBe('TKT-0005');
  });

  test('with two admissions, as the product file may define, is used up by the second', async () => {
    const { ticketNo } = await hanako.load(await hanako.inUse(MUSEUM));
    const { data } = await fixture.deps.db
      .selectFrom('product')
      .select('data')
      .where('product_id', '=', MUSEUM)
      .executeTakeFirstOrThrow();
    const product = JSON.stringify({ ...(data as object), admissions: 2 });
    await fixture.deps.db
      .updateTable('product')
      .set({ data: product })
      .where('product_id', '=', MUSEUM)
      .execute();
    const first = await seen(ticketNo);
    expect(await take(first)).toMatchObject({
      code: 'OK',
      data: { status: 'inUse', admissions: { of: 2, done: 1 } },
    });
    // A repeated press is not a second admission.
    expect((await take(first)).code).toBe('DESK-0001');
    expect(await take(await seen(ticketNo))).toMatchObject({ code: 'OK', data: { status: 'used' } });
    expect((await seen(ticketNo)).refusal).toBe('DESK-0002');
  });
});

test('a ticket for gates is not accepted at a counter', async () => {
  const { ticketNo } = await hanako.load(await hanako.inUse('kansai-pass-2day'));
  const found = await seen(ticketNo);
  expect(found).toMatchObject({ kind: 'other', refusal: 'DESK-0004' });
  expect((await take(found)).code).toBe('DESK-0004');
});

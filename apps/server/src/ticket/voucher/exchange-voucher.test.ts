// Exchange vouchers: their page, their counters, and a single exchange when many calls race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeOf, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let ticketId: string;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  ticketId = await hanako.bound('keihan-voucher');
});

const counterId = 'keihan-sanjo';
const exchange = (headers: Record<string, string> = {}) =>
  hanako.put('usePrivateTicket', { ticketId, counterId }, headers);
const load = async () => (await hanako.get('loadPrivatePieceInfo', { ticketId })).json().data;
const set = (change: object) =>
  fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();

test('its page shows what it is exchanged for and at which counters', async () => {
  expect(await load()).toMatchObject({
    ticketId,
    state: 'exchangeable',
    exchanged: null,
    useExpireDate: '2026-04-30',
    exchangeForEn: 'Keihan Kyoto 1-Day Ticket',
    hours: '',
  });
  const counters = (await hanako.get('getPrivatePieceStation', { ticketId })).json().data;
  expect(counters.length).toBe(6);
  expect(counters.map((counter: { railway: string }) => counter.railway)).toEqual(Array(6).fill('Keihan'));
  expect(Object.keys(counters[0]).toSorted()).toEqual([
    'closed',
    'counterId',
    'counterNameCn',
    'counterNameEn',
    'counterNameJp',
    'counterNameKr',
    'counterNameTc',
    'hours',
    'lat',
    'lon',
    'railway',
  ]);
});

test('it is exchanged once, with a number for the staff that stays on its page', async () => {
  const answer = (await exchange()).json().data;
  expect(answer).toMatchObject({ state: 'exchanged', exchanged: { counterId, at: '2026-04-01 09:00:00' } });
  expect(answer.exchanged.number).toMatch(/^\d{10}$/);
  fixture.deps.advance(60_000);
  expect(await codeOf(exchange())).toBe('TKT-0017');
  expect(await load()).toEqual(answer);
  expect((await hanako.get('list', { tab: 'past' })).json().data.items).toMatchObject([{ status: 'used' }]);
  expect(await codeOf(hanako.transfer(ticketId, 'taro@example.jp'))).toBe('TKT-0013');
});

test('of twenty exchanges at once one succeeds, and a retry with its key gets the first number', async () => {
  for (let round = 0; round < 3; round += 1) {
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(exchange())));
    expect(codes.toSorted()).toEqual(['OK', ...Array<string>(19).fill('TKT-0017')]);
    const used = fixture.deps.db.selectFrom('ticket_event').select('kind').where('ticket_id', '=', ticketId);
    expect((await used.where('kind', '=', 'exchange').execute()).length).toBe(1);
    ticketId = await hanako.bound('keihan-voucher');
  }
  ticketId = await hanako.bound('keihan-voucher');
  const key = { 'idempotency-key': 'exchange-once' };
  const answers = await Promise.all([1, 2].map(() => exchange(key)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(answers[0]?.json()).toEqual(answers[1]?.json());
  const events = fixture.deps.db.selectFrom('ticket_event').select('kind').where('ticket_id', '=', ticketId);
  expect((await events.where('kind', '=', 'exchange').execute()).length).toBe(1);
});

test('each refusal has its code, and the page shows the state', async () => {
  const other = await hanako.bound('city-day-qr');
  const taro = await fixture.traveller('taro');
  expect(await codeOf(hanako.get('loadPrivatePieceInfo', { ticketId: other }))).toBe('TKT-0006');
  expect(await codeOf(hanako.get('getPrivatePieceStation', { ticketId: other }))).toBe('TKT-0006');
  expect(await codeOf(hanako.put('usePrivateTicket', { ticketId: other, counterId }))).toBe('TKT-0006');
  for (const call of ['loadPrivatePieceInfo', 'getPrivatePieceStation'])
    expect(await codeOf(taro.get(call, { ticketId }))).toBe('TKT-0001');
  expect(await codeOf(taro.put('usePrivateTicket', { ticketId, counterId }))).toBe('TKT-0001');
  for (const elsewhere of ['nowhere', 'kyoto-subway-kyoto'])
    expect(await codeOf(hanako.put('usePrivateTicket', { ticketId, counterId: elsewhere }))).toBe('TKT-0020');
  expect((await load()).state).toBe('exchangeable');
  await set({ status: 'suspended' });
  expect([await codeOf(exchange()), (await load()).state]).toEqual(['TKT-0007', 'unavailable']);
  await set({ status: 'refunded' });
  expect([await codeOf(exchange()), (await load()).state]).toEqual(['TKT-0006', 'unavailable']);
  await set({ status: 'bound' });
  fixture.deps.advance(30 * 86_400_000);
  await hanako.signIn();
  expect([await codeOf(exchange()), (await load()).state]).toEqual(['TKT-0005', 'expired']);
});

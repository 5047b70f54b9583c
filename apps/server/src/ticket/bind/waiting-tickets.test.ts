// What a visitor sees who opens a ticket's link: the product and until when it may be used, never whose it is.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTicketApp, orderOf, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
});

const PATH = '/jtr-jwqs-app/open/ticket/info/waiting';
const look = (body: object) => fixture.app.inject({ method: 'POST', url: PATH, payload: body });
const codeOf = async (answer: ReturnType<typeof look>) => (await answer).json().code;

test('a visitor sees the products that a link would add, adults first, and nothing else', async () => {
  const order = orderOf('kansai-pass-2day', 2);
  const tickets = order.tickets.map((ticket, at) => ({
    ...ticket,
    passengerCategory: ['child', 'adult'][at],
  }));
  const [one, other] = (await fixture.desk({ ...order, tickets })).json().data;
  const whole = (await look({ link: one.orderLink })).json().data.tickets;
  expect(whole).toMatchObject([
    { productNameEn: 'Kansai Pass (2 Days)', kind: 'pass', passengerCategory: 'adult' },
    { passengerCategory: 'child', useExpireDate: order.tickets[0]?.useExpireDate },
  ]);
  expect(Object.keys(whole[0]).filter((key) => !key.startsWith('productName'))).toEqual([
    'kind',
    'passengerCategory',
    'useExpireDate',
  ]);
  await hanako.post('bind', { link: other.link });
  expect((await look({ link: `see ${one.orderLink} !` })).json().data.tickets).toHaveLength(1);
});

test('it changes nothing, also when two look at once', async () => {
  const [ticket] = await fixture.issue('city-day-qr');
  const answers = await Promise.all([1, 2].map(() => codeOf(look({ link: ticket?.link }))));
  expect(answers).toEqual(['OK', 'OK']);
  const { db } = fixture.deps;
  expect(await db.selectFrom('ticket').select(['status', 'account_id']).execute()).toEqual([
    { status: 'unbound', account_id: null },
  ]);
  expect(await db.selectFrom('bind_failure').selectAll().execute()).toEqual([]);
});

test('each refusal has its code; its owner too learns only that the ticket is taken', async () => {
  const [ticket] = await fixture.issue('city-day-qr');
  const { link, redeemCode, voucherNo } = ticket ?? {};
  expect(await codeOf(look({ link: 'https://example.com' }))).toBe('TKT-0002');
  for (const body of [{ redeemCode }, { voucherNo }, {}]) expect(await codeOf(look(body))).toBe('REQ-0001');
  for (const code of [redeemCode, voucherNo]) expect(await codeOf(look({ link: code }))).toBe('TKT-0002');
  const set = (change: object) => fixture.deps.db.updateTable('ticket').set(change).execute();
  await set({ status: 'suspended' });
  expect(await codeOf(look({ link }))).toBe('TKT-0007');
  await set({ status: 'void' });
  expect(await codeOf(look({ link }))).toBe('TKT-0006');
  await set({ status: 'unbound' });
  await hanako.post('bind', { link });
  const taken = await look({ link });
  expect([taken.statusCode, taken.json().code, taken.json().values]).toEqual([422, 'TKT-0003', {}]);
  await set({ status: 'unbound', account_id: null });
  fixture.deps.advance(60 * 86_400_000);
  expect(await codeOf(look({ link }))).toBe('TKT-0005');
});

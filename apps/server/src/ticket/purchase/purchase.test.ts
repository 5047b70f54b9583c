// The record of a purchase: for the account that added the tickets, also when others have them now; and a receipt only for the railway's own sales.
import type { Purchase } from '@kippu/contract/calls/traveller/ticket';
import { expect, test } from 'vitest';
import { codeOf, orderOf, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { eachTwoTravellers } from '../../../test/ticket/two-travellers.ts';

const OWN = { issuer: 'Kansai Demo Rail', seller: 'Kansai Demo Rail' };
let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

eachTwoTravellers((opened) => {
  ({ fixture, hanako, taro } = opened);
});

/** Issues an order of two adults and a child. Returns the links of its tickets and their ids. */
async function order(change: object = {}) {
  const tickets = ['adult', 'adult', 'child'].map((passengerCategory) => ({
    passengerCategory,
    useExpireDate: '2026-04-30',
    salePrice: passengerCategory === 'child' ? 110_000 : 220_000,
  }));
  const answer = await fixture.desk({ ...orderOf('kansai-pass-2day'), ...change, tickets });
  return (answer.json() as { data: { ticketId: string; link: string; orderLink: string }[] }).data;
}
const purchase = (who: TestUser, ticketId: string) => who.get('purchase', { ticketId });
const bought = async (who: TestUser, ticketId: string) =>
  ((await purchase(who, ticketId)).json() as { data: Purchase }).data;

test('an agency’s order has each ticket with its price, and no receipt', async () => {
  const tickets = await order();
  await hanako.post('bind', { link: tickets[0]?.orderLink ?? '' });
  const record = await bought(hanako, tickets[1]?.ticketId ?? '');
  expect(record).toMatchObject({
    seller: 'Trip Shop',
    issuer: 'Kansai Demo Rail',
    orderTime: '2026-04-01 09:00:00',
  });
  expect(
    record.items.map(({ passengerCategory, salePrice }) => [passengerCategory, salePrice]).toSorted(),
  ).toEqual([
    ['adult', 220_000],
    ['adult', 220_000],
    ['child', 110_000],
  ]);
  expect(record.items[0]).toMatchObject({ productNameEn: 'Kansai Pass (2 Days)', isRefunded: false });
  expect(record).not.toHaveProperty('receipt');
});

test('the railway’s own sale has a receipt, and says what was refunded', async () => {
  const tickets = await order(OWN);
  await hanako.post('bind', { link: tickets[0]?.orderLink ?? '' });
  const [{ ticketId = '' } = {}] = tickets;
  await fixture.deps.db
    .updateTable('ticket')
    .set({ status: 'refunded' })
    .where('ticket_id', '=', ticketId)
    .execute();
  const record = await bought(hanako, ticketId);
  expect(record.receipt).toMatchObject({
    companyNameJp: '関西デモ鉄道',
    registration: 'T0000000000000',
    taxPercent: 10,
  });
  expect(record.items.map(({ isRefunded }) => isRefunded).toSorted()).toEqual([false, false, true]);
});

test('a receiver sees nothing of the purchase, and the giver still does', async () => {
  const tickets = await order();
  await hanako.post('bind', { link: tickets[0]?.orderLink ?? '' });
  const [{ ticketId = '' } = {}] = tickets;
  await hanako.transfer(ticketId, taro.email);
  const answer = await purchase(taro, ticketId);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'TKT-0001']);
  expect(answer.body).not.toMatch(/220000|Trip Shop/);
  expect((await bought(hanako, ticketId)).items).toHaveLength(3);
});

test('who added one ticket of an order sees that one only', async () => {
  const tickets = await order();
  await hanako.post('bind', { link: tickets[0]?.link ?? '' });
  await taro.post('bind', { link: tickets[1]?.link ?? '' });
  expect((await bought(hanako, tickets[0]?.ticketId ?? '')).items).toHaveLength(1);
  expect((await bought(taro, tickets[1]?.ticketId ?? '')).items).toHaveLength(1);
  expect(await codeOf(purchase(taro, tickets[0]?.ticketId ?? ''))).toBe('TKT-0001');
  // In nobody's account.
  expect(await codeOf(purchase(hanako, tickets[2]?.ticketId ?? ''))).toBe('TKT-0001');
});

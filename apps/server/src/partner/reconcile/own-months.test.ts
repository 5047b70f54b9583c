// A partner reads its own months.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problemUri } from '@kippu/contract/partner/problem-types';
import { inTransaction } from '../../platform/db/database.ts';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { closeMonth, readMonthState } from './close-month.ts';

const DAY_MS = 86_400_000;
let fixture: TicketFixture;
let shop: TestPartner;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  shop = await addPartner(fixture.app, fixture.deps);
});

async function sell(who: TestPartner, categories: readonly string[]) {
  const passengers = categories.map((category) => ({ category }));
  const body = { reference: randomUUID(), items: [{ productId: 'haruka-kix-kyoto', passengers }] };
  const { orderId } = (await who.post('/orders', body)).json();
  return (await who.post(`/orders/${orderId}/confirm`)).json();
}
const monthOf = async (who: TestPartner, month: string) =>
  (await who.get('/reconciliation', { month })).json();

test("its sums by day and tax rate are those of its acts, and nobody else's", async () => {
  const other = await addPartner(fixture.app, fixture.deps);
  const order = await sell(shop, ['adult', 'child']);
  await sell(other, ['adult']);
  fixture.deps.advance(DAY_MS);
  const passengerIds = [order.items[0].passengers[0].passengerId];
  await shop.post(`/orders/${order.orderId}/refunds`, { passengerIds });
  const april = await monthOf(shop, '2026-04');
  expect(april).toMatchObject({
    month: '2026-04',
    currency: 'JPY',
    before: 0,
    after: 1440,
    total: {
      sold: { number: 2, amount: 3300 },
      refunded: { number: 1, amount: 2200 },
      fees: { number: 1, amount: 340 },
      open: { number: 1, amount: 1440 },
      vat: [{ rate: 1000, net: 1310, tax: 130, gross: 1440 }],
    },
  });
  expect(april.days.map(({ day, open }: { day: string; open: object }) => [day, open])).toEqual([
    ['2026-04-01', { number: 2, amount: 3300 }],
    ['2026-04-02', { number: -1, amount: -1860 }],
  ]);
  expect(april.closed).toBeUndefined();
  expect((await monthOf(other, '2026-04')).after).toBe(2200);
  expect(await monthOf(shop, '2026-05')).toMatchObject({ before: 1440, after: 1440, days: [] });
});

test('a month that is closed says so, with the hash of its postings', async () => {
  await sell(shop, ['adult']);
  fixture.deps.advance(40 * DAY_MS);
  const { db, clock } = fixture.deps;
  const of = { partnerId: shop.partnerId, mode: 'live', month: '2026-04', currency: 'JPY' } as const;
  await inTransaction(db, async (trx) => {
    const { version } = await readMonthState(trx, of, clock());
    await closeMonth(trx, of, { version, actor: 'desk:somebody', now: clock() });
  });
  const april = await monthOf(shop, '2026-04');
  expect(april.closed).toEqual({
    at: '2026-05-11T09:00:00+09:00',
    entries: 2,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(april)).not.toContain('somebody');
});

test.each(['2026-13', '2026-4', '', '2026-04-01'])('%j is no month', async (month) => {
  const answer = await shop.get('/reconciliation', { month });
  expect(answer.json()).toMatchObject({
    type: problemUri('invalid-request'),
    errors: [{ parameter: 'month' }],
  });
});

// Refunds and exchanges by partners, and random lives of orders against a ledger of the test's own.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { PartnerOrder } from '@kippu/contract/partner/orders';
import { problemUri } from '@kippu/contract/partner/problem-types';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

const ONE_WAY = 'haruka-kix-kyoto';
const PASS = 'kansai-pass-2day';
const DAY_MS = 86_400_000;

let fixture: TicketFixture;
let shop: TestPartner;

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

type Answer = Awaited<ReturnType<TestPartner['get']>>;
function done<T = PartnerOrder>(answer: Answer): T {
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json();
}
const refusal = (answer: Answer): readonly string[] => {
  const { type, errors = [] } = answer.json();
  return [type, ...errors.map(({ pointer }: { pointer: string }) => pointer)];
};
const idsOf = ({ items }: PartnerOrder) =>
  items.flatMap(({ passengers }) => passengers.map(({ passengerId }) => passengerId));
const statesOf = ({ items }: PartnerOrder) =>
  items.flatMap(({ passengers }) => passengers.map(({ state }) => state));

async function confirmed(
  categories: readonly string[],
  { productId = ONE_WAY, ...item }: { productId?: string; holds?: string[]; useBy?: string } = {},
): Promise<PartnerOrder> {
  const passengers = categories.map((category) => ({ category }));
  const body = { reference: randomUUID(), items: [{ productId, passengers, ...item }] };
  const { orderId } = done(await shop.post('/orders', body));
  return done(await shop.post(`/orders/${orderId}/confirm`));
}

/** The balance of each account, from the call that partners read. */
async function balances(): Promise<Record<string, number>> {
  const sums: Record<string, number> = { receivable: 0, revenue: 0, fee: 0, tax: 0 };
  let cursor: string | undefined;
  do {
    type Page = { items: { debit: string; credit: string; amount: number }[]; next?: string };
    const query = { from: '2026-01-01', until: '2027-12-31', limit: '100', ...(cursor ? { cursor } : {}) };
    const page = done<Page>(await shop.get('/ledger', query));
    for (const { debit, credit, amount } of page.items) {
      sums[debit] = (sums[debit] ?? 0) + amount;
      sums[credit] = (sums[credit] ?? 0) - amount;
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return sums;
}

test('some tickets of an order are refunded with the fee, and their seats are free', async () => {
  const { departureId, from, to } = TRAIN_14;
  const { holdId, seats } = done<{ holdId: string; seats: string[] }>(
    await shop.post('/holds', { departureId, from, to, any: { count: 2 } }),
  );
  const order = await confirmed(['adult', 'child'], { holds: [holdId] });
  expect(order.items[0]?.passengers[0]).toMatchObject({
    refundable: { fee: 340, amount: 1860, until: '2026-06-29' },
    exchangeable: { fee: 0, amount: 2200, until: '2026-06-29' },
  });
  const [adult = '', child = ''] = idsOf(order);
  const after = done(await shop.post(`/orders/${order.orderId}/refunds`, { passengerIds: [adult] }));
  expect(statesOf(after)).toEqual(['refunded', 'issued']);
  expect(after.rides.map((ride) => ride.seats.map(({ passengerId, seat }) => [passengerId, seat]))).toEqual([
    [[child, seats[1]]],
  ]);
  expect(await balances()).toEqual({ receivable: 1440, revenue: -1000, fee: -310, tax: -130 });
  expect((await shop.post('/holds', { departureId, from, to, seats: [seats[0]] })).statusCode).toBe(201);
  const twice = await shop.post(`/orders/${order.orderId}/refunds`, { passengerIds: [child, adult] });
  expect(refusal(twice)).toEqual([problemUri('not-refundable'), '/passengerIds/1']);
  expect(statesOf(done(await shop.get(`/orders/${order.orderId}`)))).toEqual(['refunded', 'issued']);
});

test('only what nobody has used is refunded, until its last day, where the product allows it', async () => {
  const order = await confirmed(['adult', 'adult'], { useBy: '2026-04-10' });
  const { tickets } = done<{ tickets: { link: string; ticketId: string }[] }>(
    await shop.get(`/orders/${order.orderId}/fulfilment`),
  );
  const hanako = await fixture.traveller('hanako');
  for (const { link } of tickets) await hanako.post('bind', { link });
  await hanako.post('use', { ticketId: tickets[0]?.ticketId });
  const refund = (passengerIds: readonly string[], id = order.orderId) =>
    shop.post(`/orders/${id}/refunds`, { passengerIds });
  expect(refusal(await refund(idsOf(order)))).toEqual([problemUri('not-refundable'), '/passengerIds/0']);
  fixture.deps.advance(9 * DAY_MS);
  expect(refusal(await refund(idsOf(order).slice(1)))).toEqual([
    problemUri('not-refundable'),
    '/passengerIds/0',
  ]);
  fixture.deps.advance(-DAY_MS);
  expect(statesOf(done(await refund(idsOf(order).slice(1))))).toEqual(['issued', 'refunded']);
  await hanako.signIn();
  expect((await hanako.load(tickets[1]?.ticketId ?? '')).status).toBe('refunded');
});

test('the fee of a ticket has the tax rate at which the ticket was sold', async () => {
  const { db } = fixture.deps;
  const order = await confirmed(['adult']);
  const [one = ''] = idsOf(order);
  // As sold before the rate was raised.
  await db
    .updateTable('partner_passenger')
    .set({ tax_rate: 800, tax: 162 })
    .where('passenger_id', '=', one)
    .execute();
  done(await shop.post(`/orders/${order.orderId}/refunds`, { passengerIds: [one] }));
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['line', 'amount', 'tax_rate'])
    .where('kind', '=', 'refund')
    .where('line', 'in', ['fee', 'feeTax'])
    .orderBy('line')
    .execute();
  expect(rows.map((row) => [row.line, Number(row.amount), row.tax_rate])).toEqual([
    ['fee', 315, 800],
    ['feeTax', 25, 800],
  ]);
});

test('refunded at once by several requests, a ticket is given back once', async () => {
  const order = await confirmed(['adult', 'adult']);
  const [one = ''] = idsOf(order);
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.post(`/orders/${order.orderId}/refunds`, { passengerIds: [one] })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
  expect(await balances()).toEqual({ receivable: 2540, revenue: -2000, fee: -310, tax: -230 });
});

test('an exchange gives tickets back and sells others to the same passengers', async () => {
  const order = await confirmed(['adult', 'child']);
  const exchange = (body: object) => shop.post(`/orders/${order.orderId}/exchanges`, body);
  const passengerIds = idsOf(order);
  expect(refusal(await exchange({ passengerIds, productId: 'no-such' }))).toEqual([
    problemUri('product-not-sold'),
    '/productId',
  ]);
  expect(statesOf(done(await shop.get(`/orders/${order.orderId}`)))).toEqual(['issued', 'issued']);
  const after = done(await exchange({ passengerIds, productId: PASS }));
  expect(statesOf(after)).toEqual(['exchanged', 'exchanged', 'issued', 'issued']);
  expect(after.items.map(({ productId, position }) => [position, productId])).toEqual([
    [0, ONE_WAY],
    [1, PASS],
  ]);
  expect(await balances()).toEqual({ receivable: 7200, revenue: -6546, fee: 0, tax: -654 });
  const again = await exchange({ passengerIds: idsOf(after).slice(2), productId: ONE_WAY });
  expect(refusal(again)).toEqual([problemUri('not-exchangeable'), '/passengerIds/0', '/passengerIds/1']);
});

/** Prices, fees and taxes, as a clerk has written them down. */
const PRICES: Record<string, Record<string, number>> = {
  [ONE_WAY]: { adult: 2200, child: 1100 },
  [PASS]: { adult: 4800, child: 2400 },
};
const taxOf = (amount: number) => Math.floor((amount * 10) / 110);

test('over random lives of orders the ledger agrees with a model to the yen', async () => {
  type Ticket = { id: string; productId: string; category: string; living: boolean };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom('sell', 'sell', 'refund', 'exchange', 'cancel', 'lapse'),
          productId: fc.constantFrom(ONE_WAY, PASS),
          categories: fc.array(fc.constantFrom('adult', 'child'), { minLength: 1, maxLength: 3 }),
          pick: fc.nat(20),
        }),
        { minLength: 3, maxLength: 10 },
      ),
      async (acts) => {
        await fixture.reset();
        const model = { receivable: 0, revenue: 0, fee: 0, tax: 0 };
        const move = (amount: number, credit: 'revenue' | 'fee') => {
          const tax = Math.sign(amount) * taxOf(Math.abs(amount));
          model.receivable += amount;
          model[credit] -= amount - tax;
          model.tax -= tax;
        };
        const sold: { orderId: string; tickets: Ticket[] }[] = [];
        const priceOf = ({ productId, category }: Pick<Ticket, 'productId' | 'category'>) =>
          PRICES[productId]?.[category] ?? Number.NaN;
        const passengersOf = (order: PartnerOrder, position: number): Ticket[] =>
          (order.items[position]?.passengers ?? []).map(({ passengerId, category }) => ({
            id: passengerId,
            productId: order.items[position]?.productId ?? '',
            category,
            living: true,
          }));
        for (const { act, productId, categories, pick } of acts) {
          const chosen = sold[pick % Math.max(1, sold.length)];
          const living = chosen?.tickets.filter((ticket) => ticket.living) ?? [];
          const some = living.slice(0, 1 + (pick % 2));
          if (act === 'sell') {
            const order = await confirmed(categories, { productId });
            const tickets = passengersOf(order, 0);
            for (const ticket of tickets) move(priceOf(ticket), 'revenue');
            sold.push({ orderId: order.orderId, tickets });
          } else if (act === 'cancel' || act === 'lapse') {
            const passengers = categories.map((category) => ({ category }));
            const body = { reference: randomUUID(), items: [{ productId, passengers }] };
            const { orderId } = done(await shop.post('/orders', body));
            if (act === 'cancel') done(await shop.post(`/orders/${orderId}/cancel`));
            else fixture.deps.advance(31 * 60_000);
            expect((await shop.post(`/orders/${orderId}/confirm`)).statusCode).toBe(422);
          } else if (chosen && some.length > 0) {
            const passengerIds = some.map(({ id }) => id);
            const isExchange = act === 'exchange';
            const mayGoBack = !isExchange || some.every((ticket) => ticket.productId === ONE_WAY);
            const url = `/orders/${chosen.orderId}/${isExchange ? 'exchanges' : 'refunds'}`;
            const answer = await shop.post(url, isExchange ? { passengerIds, productId } : { passengerIds });
            expect(answer.statusCode).toBe(mayGoBack ? 200 : 422);
            if (!mayGoBack) continue;
            for (const ticket of some) {
              move(-priceOf(ticket), 'revenue');
              const fee = ticket.productId === PASS ? Math.ceil(priceOf(ticket) / 10) : 340;
              if (!isExchange) move(fee, 'fee');
              ticket.living = false;
            }
            const order = done(answer);
            if (!isExchange) continue;
            const others = passengersOf(order, order.items.length - 1);
            for (const ticket of others) move(priceOf(ticket), 'revenue');
            chosen.tickets.push(...others);
          }
        }
        expect(await balances()).toEqual(
          Object.fromEntries(Object.entries(model).map(([k, v]) => [k, v + 0])),
        );
        const { rows } = await sql<{ wrong: number }>`
          select count(*)::int as wrong from (select posting_id from ledger_entry group by posting_id
            having count(distinct day) > 1 or count(distinct order_id) > 1) as mixed`.execute(
          fixture.deps.db,
        );
        expect(rows).toEqual([{ wrong: 0 }]);
      },
    ),
    { numRuns: 8 },
  );
});

test('a ticket that a traveller has added is refunded with its seat, and a companion keeps the other one', async () => {
  const { departureId, from, to } = TRAIN_14;
  const { holdId, seats } = done<{ holdId: string; seats: string[] }>(
    await shop.post('/holds', { departureId, from, to, any: { count: 3 } }),
  );
  const order = await confirmed(['adult', 'adult', 'adult'], { holds: [holdId] });
  const { tickets } = done<{ tickets: { link: string }[] }>(
    await shop.get(`/orders/${order.orderId}/fulfilment`),
  );
  const hanako = await fixture.traveller('hanako');
  for (const { link } of tickets.slice(0, 2)) await hanako.post('bind', { link });
  const [first = ''] = idsOf(order);
  const after = done(await shop.post(`/orders/${order.orderId}/refunds`, { passengerIds: [first] }));
  expect(statesOf(after)).toEqual(['refunded', 'issued', 'issued']);
  const taken = await fixture.deps.db
    .selectFrom('seat_leg as l')
    .innerJoin('reservation as r', 'r.reservation_id', 'l.reservation_id')
    .select(['l.seat', 'r.account_id'])
    .distinct()
    .orderBy('l.seat')
    .execute();
  expect(taken).toEqual([
    { seat: seats[1], account_id: hanako.accountId },
    { seat: seats[2], account_id: null },
  ]);
  const again = await shop.post('/holds', { departureId, from, to, seats: [seats[0]] });
  expect(again.statusCode).toBe(201);
});

// Orders of partners: the rules of the products at the sale, seats, confirmation, fulfilment, lapse and cancellation.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { PartnerOrder } from '@kippu/contract/partner/orders';
import { problemUri } from '@kippu/contract/partner/problem-types';
import { offerIdOf, readOfferId } from '../catalogue/offer-id.ts';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

const ONE_WAY = 'haruka-kix-kyoto';
const { departureId, from, to } = TRAIN_14;
const MINUTE_MS = 60_000;

let fixture: TicketFixture;
let shop: TestPartner;

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps, { seatsATrain: 8 });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

type Answer = Awaited<ReturnType<TestPartner['get']>>;
const adults = (count: number) => Array.from({ length: count }, () => ({ category: 'adult' }));
const bodyOf = (item: object = {}, reference: string = randomUUID()) => ({
  reference,
  items: [{ productId: ONE_WAY, passengers: adults(1), ...item }],
});
/** Returns the data of a success. */
function done<T = PartnerOrder>(answer: Answer): T {
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json();
}
/** What a refusal says: the kind of problem, and the places of the body. */
const refusal = (answer: Answer): readonly string[] => {
  const { type, errors = [] } = answer.json();
  return [type, ...errors.map(({ pointer }: { pointer: string }) => pointer)];
};
const held = async (count: number, change: object = {}) =>
  done<{ holdId: string; seats: string[] }>(
    await shop.post('/holds', { departureId, from, to, any: { count }, ...change }),
  );
const ordered = async (item: object = {}) => done(await shop.post('/orders', bodyOf(item)));
const confirmed = async (item: object = {}) =>
  done(await shop.post(`/orders/${(await ordered(item)).orderId}/confirm`));

test('an agency sells two tickets with seats, and its travellers add them with the seats', async () => {
  const { holdId, seats } = await held(2);
  const order = await ordered({
    passengers: [{ category: 'adult', reference: 'A-1' }, { category: 'child' }],
    holds: [holdId],
  });
  expect(order).toMatchObject({
    state: 'open',
    createdAt: '2026-04-01T09:00:00+09:00',
    expiresAt: '2026-04-01T09:30:00+09:00',
    total: { amount: 3300, currency: 'JPY', tax: 300 },
    items: [{ productId: ONE_WAY, useBy: '2026-06-30' }],
    rides: [{ departureId, seats: seats.map((seat) => ({ seat, carClass: 'ordinary' })) }],
  });
  expect(await fixture.deps.db.selectFrom('ticket').select('ticket_id').execute()).toEqual([]);
  const sold = done(await shop.post(`/orders/${order.orderId}/confirm`));
  expect(sold).toMatchObject({ state: 'confirmed', rides: order.rides, total: order.total });
  expect(done(await shop.get(`/orders/${order.orderId}`))).toEqual(sold);
  const fulfilment = done<{
    orderLink: string;
    tickets: { ticketId: string; link: string; voucherNo: string; redeemCode: string }[];
  }>(await shop.get(`/orders/${order.orderId}/fulfilment`));
  expect(done(await shop.get(`/orders/${order.orderId}/fulfilment`))).toEqual(fulfilment);
  const hanako = await fixture.traveller('hanako');
  expect((await hanako.post('bind', { link: fulfilment.orderLink })).json().code).toBe('OK');
  const answer = await fixture.app.inject({
    url: '/jtr-jwqs-app/guest/seat/info/reserveList',
    query: { tab: 'upcoming' },
    headers: { authorization: hanako.authorization() },
  });
  const [reservation] = answer.json().data.items;
  expect(reservation.seats.map(({ seatInfo }: { seatInfo: string }) => seatInfo).toSorted()).toEqual(
    seats.toSorted(),
  );
  // An account that has added a ticket needs its codes no more, and the seats are the traveller's.
  const after = done<typeof fulfilment>(await shop.get(`/orders/${order.orderId}/fulfilment`));
  expect(after.tickets.map((codes) => Object.keys(codes).toSorted())).toEqual([
    ['passengerId', 'status', 'ticketId', 'ticketNo'],
    ['passengerId', 'status', 'ticketId', 'ticketNo'],
  ]);
  expect(done(await shop.get(`/orders/${order.orderId}`)).rides).toEqual([]);
  // Transactions in other databases of the same server delay readers.
  await vi.waitFor(
    async () => {
      const { items } = done<{ items: { kind: string }[] }>(await shop.get('/events'));
      expect(items.map(({ kind }) => kind)).toEqual([
        'order.created',
        ...['ticket.issue', 'ticket.issue'],
        'order.confirmed',
        ...['ticket.bind', 'ticket.bind'],
      ]);
    },
    { timeout: 60_000 },
  );
});

test('the rules of the product hold at the sale, and the place of the fault is named', async () => {
  const narrow = await addPartner(fixture.app, fixture.deps, { products: { 'city-day-qr': 3 } });
  const refused = async (item: object, who = shop) => refusal(await who.post('/orders', bodyOf(item)));
  expect(await refused({ productId: 'no-such' })).toEqual([
    problemUri('product-not-sold'),
    '/items/0/productId',
  ]);
  expect(await refused({}, narrow)).toEqual([problemUri('product-not-sold'), '/items/0/productId']);
  expect(await refused({ useBy: '2026-03-31' })).toEqual([
    problemUri('use-by-not-allowed'),
    '/items/0/useBy',
  ]);
  expect(await refused({ useBy: '2026-07-01' })).toEqual([
    problemUri('use-by-not-allowed'),
    '/items/0/useBy',
  ]);
  expect(await refused({ passengers: [...adults(1), { category: 'senior' }] })).toEqual([
    problemUri('category-not-sold'),
    '/items/0/passengers/1/category',
  ]);
  expect(await refused({ passengers: [...adults(1), { category: 'pilot' }] })).toEqual([
    problemUri('invalid-request'),
    '/items/0/passengers/1/category',
  ]);
  const four = { productId: 'city-day-qr', passengers: adults(4) };
  expect(await refused(four, narrow)).toEqual([problemUri('daily-limit'), '/items/0/passengers']);
  const order = done(await narrow.post('/orders', bodyOf({ ...four, passengers: adults(2) })));
  expect(await refused({ ...four, passengers: adults(2) }, narrow)).toContain(problemUri('daily-limit'));
  done(await narrow.post(`/orders/${order.orderId}/confirm`));
  expect(await refused({ ...four, passengers: adults(2) }, narrow)).toContain(problemUri('daily-limit'));
  done(await narrow.post('/orders', bodyOf({ ...four, passengers: adults(1) })));
  fixture.deps.advance(24 * 60 * MINUTE_MS);
  done(await narrow.post('/orders', bodyOf({ ...four, passengers: adults(3) })));
});

test('an offer keeps its price until it expires, for its partner and product only', async () => {
  const { items } = done<{ items: { offerId: string; productId: string; validUntil: string }[] }>(
    await shop.get('/offers', { productId: ONE_WAY }),
  );
  expect(items).toMatchObject([
    {
      productId: ONE_WAY,
      validUntil: '2026-04-01T09:30:00+09:00',
      useBy: '2026-06-30',
      prices: [
        { category: 'adult', price: { amount: 2200, currency: 'JPY', tax: { amount: 200, rate: 1000 } } },
        { category: 'child', price: { amount: 1100, currency: 'JPY', tax: { amount: 100, rate: 1000 } } },
      ],
      refund: { untilDays: 1, fee: 340 },
      exchange: { untilDays: 1, fee: 0 },
    },
  ]);
  const offerId = items[0]?.offerId ?? '';
  expect((await ordered({ offerId })).total.amount).toBe(2200);
  const expired = [problemUri('offer-expired'), '/items/0/offerId'];
  const other = await addPartner(fixture.app, fixture.deps);
  expect(refusal(await other.post('/orders', bodyOf({ offerId })))).toEqual(expired);
  expect(refusal(await shop.post('/orders', bodyOf({ offerId, productId: 'city-day-qr' })))).toEqual(expired);
  expect(refusal(await shop.post('/orders', bodyOf({ offerId: `e30.${offerId.slice(-32)}` })))).toEqual(
    expired,
  );
  fixture.deps.advance(30 * MINUTE_MS);
  expect(refusal(await shop.post('/orders', bodyOf({ offerId })))).toEqual(expired);
});

test('a reference is used once, whatever the key', async () => {
  const body = bodyOf({}, 'ref-1');
  done(await shop.post('/orders', body));
  expect(refusal(await shop.post('/orders', body))).toEqual([problemUri('reference-used'), '/reference']);
  const other = await addPartner(fixture.app, fixture.deps);
  done(await other.post('/orders', body));
});

test('seats must fit the tickets, and one hold serves one order', async () => {
  const { holdId } = await held(2);
  const refused = async (item: object) => refusal(await shop.post('/orders', bodyOf(item)));
  const misfit = [problemUri('seats-do-not-fit'), '/items/0/holds'];
  expect(await refused({ holds: [holdId] })).toEqual(misfit);
  expect(await refused({ holds: [holdId], passengers: adults(2), productId: 'haruka-kyoto-kix' })).toEqual(
    misfit,
  );
  expect(await refused({ holds: ['no-such'] })).toEqual([problemUri('hold-unusable'), '/items/0/holds/0']);
  const second = await held(2);
  expect(await refused({ holds: [holdId, second.holdId], passengers: adults(2) })).toEqual(misfit);
  const twice = { productId: ONE_WAY, passengers: adults(2), holds: [holdId] };
  expect(refusal(await shop.post('/orders', { reference: 'twice', items: [twice, twice] }))).toEqual([
    problemUri('hold-unusable'),
    '/items/1/holds/0',
  ]);
  await ordered({ holds: [holdId], passengers: adults(2) });
  expect(await refused({ holds: [holdId], passengers: adults(2) })).toEqual([
    problemUri('hold-unusable'),
    '/items/0/holds/0',
  ]);
  expect(refusal(await shop.remove(`/holds/${holdId}`))).toEqual([problemUri('hold-unusable')]);
});

test('a partner has so many seats on a train at most, sold ones included until a traveller adds them', async () => {
  const { holdId } = await held(6);
  const more = () => shop.post('/holds', { departureId, from, to, any: { count: 3 } });
  expect(refusal(await more())).toEqual([problemUri('seat-limit')]);
  const order = await ordered({ holds: [holdId], passengers: adults(6) });
  expect(refusal(await more())).toEqual([problemUri('seat-limit')]);
  done(await shop.post(`/orders/${order.orderId}/confirm`));
  expect(refusal(await more())).toEqual([problemUri('seat-limit')]);
  const { orderLink } = done<{ orderLink: string }>(await shop.get(`/orders/${order.orderId}/fulfilment`));
  await (await fixture.traveller('hanako')).post('bind', { link: orderLink });
  expect((await more()).statusCode).toBe(201);
});

test('an order that is not confirmed lapses, and its seats are free for everybody', async () => {
  const { holdId, seats } = await held(2);
  const order = await ordered({ holds: [holdId], passengers: adults(2) });
  const taro = await fixture.traveller('taro');
  const tickets = [await taro.bound(ONE_WAY), await taro.bound(ONE_WAY)];
  expect((await taro.hold(tickets, seats)).json().code).toBe('SEAT-0002');
  fixture.deps.advance(30 * MINUTE_MS);
  for (const act of ['confirm', 'cancel'])
    expect(refusal(await shop.post(`/orders/${order.orderId}/${act}`))).toEqual([problemUri('order-lapsed')]);
  expect(done(await shop.get(`/orders/${order.orderId}`))).toMatchObject({ state: 'lapsed', rides: [] });
  expect(done<{ items: unknown[] }>(await shop.get('/orders', { state: 'lapsed' })).items).toHaveLength(1);
  expect(done<{ items: unknown[] }>(await shop.get('/orders', { state: 'open' })).items).toHaveLength(0);
  await taro.signIn();
  expect((await taro.hold(tickets, seats)).json().code).toBe('OK');
});

test('a cancelled order frees its seats, and a confirmed one cannot be cancelled', async () => {
  const { holdId, seats } = await held(2);
  const order = await ordered({ holds: [holdId], passengers: adults(2) });
  expect(done(await shop.post(`/orders/${order.orderId}/cancel`))).toMatchObject({
    state: 'cancelled',
    rides: [],
  });
  expect((await shop.post('/holds', { departureId, from, to, seats })).statusCode).toBe(201);
  for (const act of ['confirm', 'cancel'])
    expect(refusal(await shop.post(`/orders/${order.orderId}/${act}`))).toEqual([
      problemUri('order-not-open'),
    ]);
  const sold = await confirmed();
  expect(refusal(await shop.post(`/orders/${sold.orderId}/cancel`))).toEqual([problemUri('order-not-open')]);
  expect(refusal(await shop.get(`/orders/${order.orderId}/fulfilment`))).toEqual([
    problemUri('order-not-confirmed'),
  ]);
});

test('confirmed at once by two requests, an order is sold once', async () => {
  const { holdId } = await held(2);
  const order = await ordered({ holds: [holdId], passengers: adults(2) });
  const answers = await Promise.all([1, 2, 3].map(() => shop.post(`/orders/${order.orderId}/confirm`)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount)::int as amount from (
      select debit as account, amount from ledger_entry union all select credit, -amount from ledger_entry) as sides
    group by account order by account collate "C"`.execute(fixture.deps.db);
  expect(rows).toEqual([
    { account: 'receivable', amount: 4400 },
    { account: 'revenue', amount: -4000 },
    { account: 'tax', amount: -400 },
  ]);
});

test('lists go page by page, by day and reference, and postings by day', async () => {
  for (const reference of ['p-1', 'p-2', 'p-3']) {
    done(await shop.post('/orders', bodyOf({}, reference)));
    fixture.deps.advance(MINUTE_MS);
  }
  type Page = { items: { reference: string }[]; next?: string };
  const first = done<Page>(await shop.get('/orders', { limit: '2' }));
  const rest = done<Page>(await shop.get('/orders', { limit: '2', cursor: first.next ?? '' }));
  expect([...first.items, ...rest.items].map(({ reference }) => reference)).toEqual(['p-3', 'p-2', 'p-1']);
  expect(rest.next).toBeUndefined();
  expect(done<Page>(await shop.get('/orders', { reference: 'p-2' })).items).toHaveLength(1);
  expect(done<Page>(await shop.get('/orders', { from: '2026-04-02' })).items).toEqual([]);
  expect(
    done<Page>(await shop.get('/orders', { from: '2026-04-01', until: '2026-04-01' })).items,
  ).toHaveLength(3);
  await confirmed({ passengers: adults(2) });
  type Ledger = { items: { amount: number }[]; next?: string };
  const days = { from: '2026-04-01', until: '2026-04-01' };
  const one = done<Ledger>(await shop.get('/ledger', { ...days, limit: '3' }));
  const two = done<Ledger>(await shop.get('/ledger', { ...days, limit: '3', cursor: one.next ?? '' }));
  expect([...one.items, ...two.items].map(({ amount }) => amount)).toEqual([2000, 200, 2000, 200]);
  expect(two.next).toBeUndefined();
});

test('the terms of the partner hold at the confirmation too', async () => {
  const { db } = fixture.deps;
  const pass = 'city-day-qr';
  const narrow = await addPartner(fixture.app, fixture.deps, { products: { [pass]: 3, [ONE_WAY]: null } });
  const order = done(await narrow.post('/orders', bodyOf({ productId: pass, passengers: adults(3) })));
  const confirm = () => narrow.post(`/orders/${order.orderId}/confirm`);
  const agree = (change: { tickets_a_day: number } | undefined) => {
    const row = { partner_id: narrow.partnerId, product_id: pass };
    return change
      ? db
          .insertInto('partner_product')
          .values({ ...row, ...change })
          .execute()
      : db
          .deleteFrom('partner_product')
          .where('partner_id', '=', narrow.partnerId)
          .where('product_id', '=', pass)
          .execute();
  };
  await agree(undefined);
  expect((await confirm()).json().type).toBe(problemUri('product-not-sold'));
  await agree({ tickets_a_day: 2 });
  expect((await confirm()).json()).toMatchObject({
    type: problemUri('daily-limit'),
    values: { limit: 2, left: 2 },
  });
  await agree(undefined);
  await agree({ tickets_a_day: 3 });
  expect(done(await confirm()).state).toBe('confirmed');
  expect((await confirm()).json().type).toBe(problemUri('order-not-open'));
});

test('a ticket whose last day of use has passed at the confirmation is not sold', async () => {
  fixture.deps.advance(15 * 60 * MINUTE_MS - 10 * MINUTE_MS);
  const order = await ordered({ useBy: '2026-04-01' });
  fixture.deps.advance(20 * MINUTE_MS);
  const refused = await shop.post(`/orders/${order.orderId}/confirm`);
  expect(refused.json()).toMatchObject({
    type: problemUri('use-by-not-allowed'),
    values: { from: '2026-04-02', until: '2026-07-01' },
  });
});

test('an offer is bound to its mode, and nothing can be added to it', () => {
  const { keys } = fixture.deps;
  const owner = { partnerId: shop.partnerId, mode: 'live' } as const;
  const terms = { productId: ONE_WAY, prices: [['adult', 1]], validUntil: 1 } as const;
  const offerId = offerIdOf(keys, owner, terms);
  expect(readOfferId(keys, owner, offerId)).toEqual(terms);
  expect(readOfferId(keys, { ...owner, mode: 'test' }, offerId)).toBeUndefined();
  expect(readOfferId(keys, owner, `${offerId}.more`)).toBeUndefined();
});

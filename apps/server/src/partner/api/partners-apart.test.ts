// Two partners never see each other: each call with each id of another partner answers as one that does not exist. The calls come from the list, so none can be forgotten.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_PARTNER_CALLS } from '@kippu/contract/partner/all-partner-calls';
import { PARTNER_PATH } from '@kippu/contract/partner/problem-types';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let shop: TestPartner;
let stranger: TestPartner;
let ids: Record<string, readonly string[]>;

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps);
  stranger = await addPartner(fixture.app, fixture.deps);
});
afterAll(() => fixture.close());

const { departureId, from, to } = TRAIN_14;
const item = { productId: 'haruka-kix-kyoto', passengers: [{ category: 'adult' }] };

beforeEach(async () => {
  await fixture.reset();
  const hold = async () =>
    (await shop.post('/holds', { departureId, from, to, any: { count: 1 } })).json().holdId;
  const [free, ordered] = [await hold(), await hold()];
  const order = async (holds: readonly string[]) => {
    const body = { reference: randomUUID(), items: [{ ...item, ...(holds.length > 0 ? { holds } : {}) }] };
    return (await shop.post('/orders', body)).json();
  };
  const [open, sold] = [await order([ordered]), await order([])];
  expect((await shop.post(`/orders/${sold.orderId}/confirm`)).statusCode).toBe(200);
  const [passenger] = sold.items[0].passengers;
  ids = {
    holdId: [free, ordered],
    orderId: [open.orderId, sold.orderId],
    passengerId: [passenger.passengerId],
  };
});

/** Bodies that are right but for the ids in them. */
const BODIES: Record<string, (id: (kind: string) => string) => object> = {
  partnerHold: () => ({ departureId, from, to, any: { count: 1 } }),
  partnerOrder: (id) => ({ reference: randomUUID(), items: [{ ...item, holds: [id('holdId')] }] }),
  partnerConfirm: () => ({}),
  partnerCancel: () => ({}),
  partnerRefund: (id) => ({ passengerIds: [id('passengerId')] }),
  partnerExchange: (id) => ({ passengerIds: [id('passengerId')], productId: 'city-day-qr' }),
};
const QUERIES: Record<string, Record<string, string>> = {
  partnerTrains: { date: '2026-04-01', from, to },
  partnerSeats: { from, to },
  partnerLedger: { from: '2026-04-01', until: '2026-04-01' },
  partnerReconciliation: { month: '2026-04' },
};

test.each(ALL_PARTNER_CALLS)('$name tells a stranger nothing and changes nothing', async (call) => {
  const { name, method, path } = call;
  if (method === 'POST') expect(Object.keys(BODIES)).toContain(name);
  const send = async (id: (kind: string) => string) => {
    const url = path.replaceAll(/:(\w+)/g, (_whole, kind: string) =>
      encodeURIComponent(kind === 'departureId' ? departureId : id(kind)),
    );
    const answer = await fixture.app.inject({
      method,
      url,
      query: QUERIES[name] ?? {},
      ...(method === 'POST' ? { payload: BODIES[name]?.(id) ?? {} } : {}),
      headers: { authorization: `Bearer ${stranger.key}`, 'idempotency-key': randomUUID() },
    });
    const { requestId: _id, ...said } = answer.json();
    return { status: answer.statusCode, said };
  };
  const all = Object.values(ids).flat();
  const state = async () =>
    Promise.all(
      [
        ...(ids['orderId'] ?? []).map((id) => `/orders/${id}`),
        ...(ids['holdId'] ?? []).map((id) => `/holds/${id}`),
      ].map(async (url) => (await shop.get(url)).json()),
    );
  const before = await state();
  const namesIds = /:(orderId|holdId)/.test(path) || name === 'partnerOrder';
  const unknown = await send(() => 'no-such-id');
  for (const place of [0, 1]) {
    const foreign = await send((kind) => ids[kind]?.[place] ?? ids[kind]?.[0] ?? '');
    if (namesIds) expect(foreign).toEqual(unknown);
    if (namesIds) expect(foreign.status).toBeGreaterThanOrEqual(400);
    const text = JSON.stringify(foreign.said);
    for (const id of all) expect(text).not.toContain(id);
    expect(text).not.toContain(shop.partnerId);
  }
  expect(await state()).toEqual(before);
});

test('a stranger with an order of its own cannot give back the passengers of another', async () => {
  const body = { reference: randomUUID(), items: [item] };
  const { orderId } = (await stranger.post('/orders', body)).json();
  await stranger.post(`/orders/${orderId}/confirm`);
  for (const [call, rest] of [
    ['refunds', {}],
    ['exchanges', { productId: 'city-day-qr' }],
  ] as const) {
    const passengerIds = ids['passengerId'];
    const foreign = await stranger.post(`/orders/${orderId}/${call}`, { passengerIds, ...rest });
    const unknown = await stranger.post(`/orders/${orderId}/${call}`, {
      passengerIds: ['no-such-id'],
      ...rest,
    });
    expect([foreign.statusCode, foreign.json().type]).toEqual([404, `${PARTNER_PATH}/problems/not-found`]);
    expect(foreign.json().errors).toEqual(unknown.json().errors);
  }
});

// Each write of the list, twice, at once, and with another body: it is done once. A new write has no scene, and fails here.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { ALL_PARTNER_CALLS } from '@kippu/contract/partner/all-partner-calls';
import { PARTNER_PATH, problemUri } from '@kippu/contract/partner/problem-types';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

const { departureId, from, to } = TRAIN_14;
const productId = 'haruka-kix-kyoto';
let fixture: TicketFixture;
let shop: TestPartner;

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

interface Sent {
  /** Below the path of the API. */
  readonly path: string;
  readonly body?: object;
}
/** A request that can succeed once, and one that differs from it. */
interface Scene {
  readonly first: Sent;
  readonly other: Sent;
}

const hold = (seat: string) => ({ path: '/holds', body: { departureId, from, to, seats: [seat] } });
const held = async (seat: string): Promise<string> => {
  const { path, body } = hold(seat);
  return (await shop.post(path, body)).json().holdId;
};
const orderBody = (reference: string) => ({
  reference,
  items: [{ productId, passengers: [{ category: 'adult' }, { category: 'child' }] }],
});
async function order(isConfirmed = false): Promise<{ orderId: string; ids: string[] }> {
  const { orderId, items } = (await shop.post('/orders', orderBody(randomUUID()))).json();
  if (isConfirmed) await shop.post(`/orders/${orderId}/confirm`);
  return { orderId, ids: items[0].passengers.map((row: { passengerId: string }) => row.passengerId) };
}
/** The same act on two orders: it has no body. */
async function onOrders(act: string): Promise<Scene> {
  const [one, two] = [await order(), await order()];
  return {
    first: { path: `/orders/${one.orderId}/${act}` },
    other: { path: `/orders/${two.orderId}/${act}` },
  };
}
/** The same act on two tickets of an order. */
async function onTickets(act: string, more: object = {}): Promise<Scene> {
  const { orderId, ids } = await order(true);
  const of = (id: string | undefined) => ({
    path: `/orders/${orderId}/${act}`,
    body: { passengerIds: [id], ...more },
  });
  return { first: of(ids[0]), other: of(ids[1]) };
}

const SCENES: Record<string, () => Promise<Scene>> = {
  partnerHold: async () => ({ first: hold('4-1A'), other: hold('4-1B') }),
  partnerRelease: async () => ({
    first: { path: `/holds/${await held('4-1A')}` },
    other: { path: `/holds/${await held('4-1B')}` },
  }),
  partnerOrder: async () => ({
    first: { path: '/orders', body: orderBody('ref-1') },
    other: { path: '/orders', body: orderBody('ref-2') },
  }),
  partnerConfirm: () => onOrders('confirm'),
  partnerCancel: () => onOrders('cancel'),
  partnerRefund: () => onTickets('refunds'),
  partnerExchange: () => onTickets('exchanges', { productId: 'kansai-pass-2day' }),
};

/** How many rows the writes have made, of each kind. */
async function counts(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*)::int from seat_hold) as holds, (select count(*)::int from partner_order) as orders,
      (select count(*)::int from partner_passenger) as passengers, (select count(*)::int from ticket) as tickets,
      (select count(*)::int from ledger_entry) as postings, (select count(*)::int from partner_event) as events,
      (select count(*)::int from partner_order where state = 'cancelled') as cancelled`.execute(
    fixture.deps.db,
  );
  return rows[0];
}

const WRITES = ALL_PARTNER_CALLS.filter(({ method }) => method !== 'GET');
test('every scene is one of a write', () => {
  expect(Object.keys(SCENES).toSorted()).toEqual(WRITES.map(({ name }) => name).toSorted());
});

test.each(WRITES)('$name is done once, whatever is sent again', async ({ name, method, path, status }) => {
  const scene = await SCENES[name]?.();
  if (!scene) throw new Error(`no scene of ${name}`);
  expect(PARTNER_PATH + scene.first.path).toMatch(new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  const send = ({ path: where, body = {} }: Sent, key: string = randomUUID()) => {
    const headers = { 'idempotency-key': key };
    return method === 'DELETE' ? shop.remove(where, headers) : shop.post(where, body, headers);
  };
  const key = randomUUID();
  const before = await counts();
  // At once, with one key: one is done, the others get its answer or are asked to wait.
  const same = await Promise.all([1, 2, 3].map(() => send(scene.first, key)));
  const [made, ...repeats] = same.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([name, made?.statusCode]).toEqual([name, status]);
  for (const repeat of repeats)
    if (repeat.statusCode === status) expect(repeat.json()).toEqual(made?.json());
    else expect(repeat.json().type).toBe(problemUri('request-under-way'));
  const after = await counts();
  expect(after).not.toEqual(before);
  // Later, with the same key: the first answer.
  const again = await send(scene.first, key);
  expect([again.statusCode, again.json()]).toEqual([status, made?.json()]);
  // The same key for something else.
  expect((await send(scene.other, key)).json().type).toBe(problemUri('idempotency-key-reused'));
  // Another key: what was done once is not done again.
  const others = await Promise.all([1, 2].map(() => send(scene.first)));
  for (const other of others) expect(other.statusCode).toBeGreaterThanOrEqual(400);
  for (const other of others) expect(other.statusCode).toBeLessThan(500);
  expect(await counts()).toEqual(after);
  // What differs is possible, with a key of its own.
  expect((await send(scene.other)).statusCode).toBe(status);
});

test.each(WRITES)('$name at once with different keys is done once', async ({ name, method, status }) => {
  const scene = await SCENES[name]?.();
  if (!scene) throw new Error(`no scene of ${name}`);
  const { path, body = {} } = scene.first;
  const answers = await Promise.all(
    [1, 2, 3].map(() => (method === 'DELETE' ? shop.remove(path) : shop.post(path, body))),
  );
  const done = answers.filter(({ statusCode }) => statusCode === status);
  expect([name, done.length]).toEqual([name, 1]);
  for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
});

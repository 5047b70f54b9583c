// The trains of an order are locked all at once, and before the ledger: two sales in another order of trains cannot wait for each other.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PartnerOrder } from '@kippu/contract/partner/orders';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

/** What was locked, in its order: `ledger`, or trains by their ids. */
let locked: (string | readonly string[])[] = [];
vi.mock('../../platform/db/locks.ts', async (load) => {
  const real = await load<typeof import('../../platform/db/locks.ts')>();
  const lockDepartures: typeof real.lockDepartures = (trx, ids) => {
    locked.push([...ids].toSorted());
    return real.lockDepartures(trx, ids);
  };
  return { ...real, lockDepartures };
});
vi.mock('../ledger/ledger-store.ts', async (load) => {
  const real = await load<typeof import('../ledger/ledger-store.ts')>();
  const post: typeof real.post = (...act) => {
    locked.push('ledger');
    return real.post(...act);
  };
  return { ...real, post };
});

const ONE_WAY = 'haruka-kix-kyoto';
const { departureId, from, to } = TRAIN_14;
let fixture: TicketFixture;
let shop: TestPartner;
let trains: readonly string[];

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps);
  const { items } = (await shop.get('/trains', { date: '2026-04-01', from, to })).json();
  const others = items.map((train: { departureId: string }) => train.departureId);
  trains = [departureId, others.find((id: string) => id !== departureId)];
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const held = async (train: string): Promise<string> =>
  (await shop.post('/holds', { departureId: train, from, to, any: { count: 1 } })).json().holdId;
const passengers = [{ category: 'adult' }];

/** Expects the trains to be locked together first; later locks are of trains that are locked. */
function expectTrainsFirst(): void {
  const [first, ...later] = locked;
  expect(first).toEqual([...trains].toSorted());
  expect(later).toContain('ledger');
  locked = [];
}

test('of a confirmed order, and of an exchange', async () => {
  const [one = '', two = ''] = trains;
  const items = [];
  for (const train of [two, one]) items.push({ productId: ONE_WAY, passengers, holds: [await held(train)] });
  const order: PartnerOrder = (await shop.post('/orders', { reference: randomUUID(), items })).json();
  locked = [];
  expect((await shop.post(`/orders/${order.orderId}/confirm`)).statusCode).toBe(200);
  expectTrainsFirst();
  const [seated] = order.items[0]?.passengers ?? [];
  const holds = [await held(one)];
  locked = [];
  const body = { passengerIds: [seated?.passengerId], productId: ONE_WAY, holds };
  expect((await shop.post(`/orders/${order.orderId}/exchanges`, body)).statusCode).toBe(200);
  expectTrainsFirst();
});

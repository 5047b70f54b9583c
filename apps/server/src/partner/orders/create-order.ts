// Makes an order of a partner: priced, with its seats, and nothing sold until it is confirmed.
import { randomUUID } from 'node:crypto';
import type { PartnerBodyOf } from '@kippu/contract/partner/partner-call';
import { MAX_PASSENGERS, type partnerOrder } from '@kippu/contract/partner/orders';
import type { Trx } from '../../platform/db/database.ts';
import { lockAccountSeats } from '../../platform/db/locks.ts';
import { giveHoldsToOrder, partnerLock } from '../../reservation/partner/partner-hold-store.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { orderLimit } from '../catalogue/sellable.ts';
import { addEvents } from '../events/event-store.ts';
import { insertOrder } from './order-store.ts';
import { priceItem, type PricedItem, type Sale } from './price-item.ts';
import { requireTermsOf } from './require-terms.ts';

type OrderBody = PartnerBodyOf<typeof partnerOrder>;

/** Makes the order and returns its id. The first item that a rule refuses is named. */
export async function createOrder(trx: Trx, sale: Sale, body: OrderBody): Promise<string> {
  const { operator, partner, now } = sale;
  const count = body.items.reduce((sum, { passengers }) => sum + passengers.length, 0);
  if (count > MAX_PASSENGERS)
    throw new PartnerProblem('invalid-request', { places: [{ pointer: '/items' }] });
  await requireTermsOf(
    trx,
    partner,
    body.items.map(({ productId, passengers }, place) => ({
      productId,
      count: passengers.length,
      productPointer: `/items/${place}/productId`,
      pointer: `/items/${place}/passengers`,
    })),
    now,
  );
  await lockAccountSeats(trx, partnerLock(partner.partnerId));
  const items: PricedItem[] = [];
  for (const [place, item] of body.items.entries()) {
    const pointer = `/items/${place}`;
    const categories = item.passengers.map(({ category }) => category);
    items.push(
      await priceItem(trx, sale, item, categories, pointer, (at) => `${pointer}/passengers/${at}/category`),
    );
  }
  requireDifferentHolds(items);
  const order = {
    order_id: randomUUID(),
    partner_id: partner.partnerId,
    mode: partner.mode,
    reference: body.reference,
    state: 'open' as const,
    currency: operator.settings.currency,
    created_at: new Date(now),
    expires_at: new Date(orderLimit(operator, now)),
    confirmed_at: null,
    cancelled_at: null,
  };
  const { order_id } = order;
  const isNew = await insertOrder(
    trx,
    order,
    items.map(({ product, useBy, holds }, position) => ({
      order_id,
      position,
      product_id: product.productId,
      use_by: useBy,
      holds: holds.map((hold) => hold.hold_id),
    })),
    items.flatMap(({ prices }, item) =>
      prices.map(({ price, tax, taxRate }, position) => ({
        passenger_id: randomUUID(),
        order_id,
        item,
        position,
        category: body.items[item]?.passengers[position]?.category ?? '',
        reference: body.items[item]?.passengers[position]?.reference ?? null,
        price,
        tax,
        tax_rate: taxRate,
        state: 'ordered' as const,
        ticket_id: null,
      })),
    ),
  );
  if (!isNew)
    throw new PartnerProblem('reference-used', {
      values: { reference: body.reference },
      places: [{ pointer: '/reference' }],
    });
  await giveHoldsToOrder(
    trx,
    items.flatMap(({ holds }) => holds),
    { orderId: order_id, expiresAt: order.expires_at },
  );
  await addEvents(trx, [{ order, kind: 'order.created' }], now);
  return order_id;
}

/** Throws PartnerProblem where two items name the same hold. */
function requireDifferentHolds(items: readonly PricedItem[]): void {
  const seen = new Set<string>();
  for (const [place, { holds }] of items.entries())
    for (const [at, hold] of holds.entries()) {
      if (seen.has(hold.hold_id))
        throw new PartnerProblem('hold-unusable', { places: [{ pointer: `/items/${place}/holds/${at}` }] });
      seen.add(hold.hold_id);
    }
}

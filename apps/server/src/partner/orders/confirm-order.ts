// Confirms an open order, or cancels it.
import type { Trx } from '../../platform/db/database.ts';
import { lockDepartures, lockSeatsOfAccounts } from '../../platform/db/locks.ts';
import {
  dropPartnerHolds,
  listHoldsOfOrder,
  orderLock,
  partnerLock,
} from '../../reservation/partner/partner-hold-store.ts';
import { newLinkToken } from '../../ticket/issue/ticket-link.ts';
import { insertOrder as insertSalesOrder } from '../../ticket/record/ticket-store.ts';
import { dateAt, epochToIso } from '@kippu/domain/time/service-day';
import { at, PartnerProblem } from '../api/partner-problem.ts';
import { latestUseBy } from '../catalogue/sellable.ts';
import { addEvents } from '../events/event-store.ts';
import { issueItem } from './issue-item.ts';
import { requireOrder, stateOf } from './order-answer.ts';
import { readWhole, type OrderRow } from './order-read-store.ts';
import { changeOrder } from './order-store.ts';
import type { Sale } from './price-item.ts';
import { requireTermsOf } from './require-terms.ts';

type Act = Pick<Sale, 'operator' | 'partner' | 'now'>;

/** Locks an order and all that its partner holds, and reads it. Throws PartnerProblem `not-found`. */
async function lockOrder(trx: Trx, { partner }: Pick<Act, 'partner'>, orderId: string): Promise<OrderRow> {
  await requireOrder(trx, partner, orderId);
  await lockSeatsOfAccounts(trx, [orderLock(orderId), partnerLock(partner.partnerId)]);
  return requireOrder(trx, partner, orderId);
}

async function lockOpen(trx: Trx, act: Act, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(trx, act, orderId);
  const state = stateOf(order, act.now);
  if (state === 'lapsed')
    throw new PartnerProblem('order-lapsed', {
      values: { expiresAt: epochToIso(order.expires_at.getTime()) },
    });
  if (state !== 'open') throw new PartnerProblem('order-not-open', { values: { state } });
  return order;
}

/**
 * Asks the partner's terms for an order, and locks them, before its seats. What an order is made of does not change while it is open. Throws PartnerProblem
 * `product-not-sold`, `daily-limit`.
 */
async function requireTermsOfOrder(trx: Trx, { partner, now }: Act, orderId: string): Promise<void> {
  const order = await requireOrder(trx, partner, orderId);
  if (stateOf(order, now) !== 'open') return;
  const [whole] = await readWhole(trx, partner, [order], now);
  const wanted = (whole?.items ?? []).map(({ position, product_id: productId }) => ({
    productId,
    count: (whole?.passengers ?? []).filter(({ item }) => item === position).length,
    productPointer: '',
    pointer: '',
  }));
  await requireTermsOf(trx, partner, wanted, now, orderId);
}

/**
 * Issues the tickets of an open order, posts their price and reserves their seats.
 * @throws PartnerProblem `not-found`, `order-lapsed`, `order-not-open`, `product-not-sold`, `daily-limit`, `use-by-not-allowed` the last day of use has passed, and
 * why its seats cannot be reserved any more
 */
export async function confirmOrder(trx: Trx, act: Act, orderId: string): Promise<void> {
  const { operator, partner, now } = act;
  await requireTermsOfOrder(trx, act, orderId);
  const order = await lockOpen(trx, act, orderId);
  const [whole] = await readWhole(trx, partner, [order], now);
  const holds = await listHoldsOfOrder(trx, partner.partnerId, orderId, now);
  // All at once, and before the lock of the ledger.
  await lockDepartures(trx, [...new Set(holds.map((hold) => hold.departure_id))]);
  const made = await insertSalesOrder(trx, { orderId, formerId: orderId, linkToken: newLinkToken(), now });
  if (!whole || !made) throw new PartnerProblem('order-not-open', { values: { state: order.state } });
  for (const item of whole.items) {
    const product = operator.products.get(item.product_id);
    if (!product) throw new PartnerProblem('product-not-sold');
    if (item.use_by < dateAt(now))
      throw new PartnerProblem('use-by-not-allowed', {
        values: { from: dateAt(now), until: latestUseBy(product, now) },
      });
    const own = item.holds.map((holdId) => holds.find((hold) => hold.hold_id === holdId));
    const kept = own.filter((hold) => hold !== undefined);
    if (kept.length < own.length) throw new PartnerProblem('hold-unusable');
    const passengers = whole.passengers
      .filter((row) => row.item === item.position)
      .map((row) => ({
        passengerId: row.passenger_id,
        category: row.category,
        price: row.price,
        tax: row.tax,
        taxRate: row.tax_rate,
      }));
    await at('', () => issueItem(trx, act, order, { product, useBy: item.use_by, holds: kept, passengers }));
  }
  await changeOrder(trx, orderId, { state: 'confirmed', confirmed_at: new Date(now) });
  await addEvents(trx, [{ order, kind: 'order.confirmed' }], now);
}

/** Cancels an open order and frees its seats. Throws PartnerProblem `not-found`, `order-lapsed`, `order-not-open`. */
export async function cancelOrder(trx: Trx, act: Act, orderId: string): Promise<void> {
  const order = await lockOpen(trx, act, orderId);
  const { partner, now } = act;
  await dropPartnerHolds(
    trx,
    partner.partnerId,
    await listHoldsOfOrder(trx, partner.partnerId, orderId, now),
  );
  await changeOrder(trx, orderId, { state: 'cancelled', cancelled_at: new Date(now) });
  await addEvents(trx, [{ order, kind: 'order.cancelled' }], now);
}

// Refunds and exchanges of a partner's tickets.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { partnerExchange, partnerRefund } from '@kippu/contract/partner/orders';
import type { PassengerCategory } from '@kippu/contract/values';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { AfterCommit } from '../../platform/calls/idempotency.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { Changed } from '../../desk/tickets/change-ticket.ts';
import { mailOfChange } from '../../desk/tickets/mail-of-change.ts';
import { bindPartnerWrite } from '../api/bind-partner.ts';
import { readSalesTerms } from '../catalogue/sellable.ts';
import { addEvents } from '../events/event-store.ts';
import { issueItem } from '../orders/issue-item.ts';
import { answerOrder } from '../orders/order-answer.ts';
import { insertItems } from '../orders/order-store.ts';
import { priceItem } from '../orders/price-item.ts';
import { requireTermsOf } from '../orders/require-terms.ts';
import { giveBack } from './give-back.ts';

/** Mails travellers whose tickets their seller gave back. */
async function mailOwners(
  trx: Trx,
  { config, queue }: Deps,
  changed: readonly Changed[],
  now: number,
  afterCommit: AfterCommit,
): Promise<void> {
  for (const each of changed) {
    const mail = await mailOfChange(trx, config, 'refund', each);
    if (!mail) continue;
    await queueMail(trx, queue, mail, { accountId: each.ticket.account_id }, now);
    afterCommit(queue.wake);
  }
}

export function addReturnRoutes(scope: FastifyInstance, deps: Deps): void {
  const { keys } = deps;
  const { publicOrigin } = deps.config;
  bindPartnerWrite(scope, deps, partnerRefund, async (trx, input, afterCommit) => {
    const { params, body, operator, partner, now } = input;
    const act = { operator, partner, now, publicOrigin };
    const { order, changed } = await giveBack(trx, act, params.orderId, body.passengerIds, {
      returning: 'refund',
    });
    await addEvents(trx, [{ order, kind: 'order.refunded', data: { tickets: changed.length } }], now);
    await mailOwners(trx, deps, changed, now, afterCommit);
    return answerOrder(trx, operator, partner, params.orderId, now);
  });
  bindPartnerWrite(scope, deps, partnerExchange, async (trx, input, afterCommit) => {
    const { params, body, operator, partner, now } = input;
    const { passengerIds, ...item } = body;
    const act = { operator, partner, now, publicOrigin };
    const { productId } = item;
    const places = { productPointer: '/productId', pointer: '/passengerIds' };
    await requireTermsOf(trx, partner, [{ productId, count: passengerIds.length, ...places }], now);
    const { order, passengers, nextItem, changed } = await giveBack(trx, act, params.orderId, passengerIds, {
      returning: 'exchange',
      nextHolds: item.holds ?? [],
    });
    const terms = await readSalesTerms(trx, operator, partner.partnerId);
    const sale = { ...act, terms, keys };
    const categories = passengers.map(({ category }) => category as PassengerCategory);
    const priced = await priceItem(trx, sale, item, categories, '', (at) => `/passengerIds/${at}`);
    const { product, useBy, holds, prices } = priced;
    const rows = prices.map(({ price, tax, taxRate }, position) => ({
      passenger_id: randomUUID(),
      order_id: order.order_id,
      item: nextItem,
      position,
      category: passengers[position]?.category ?? '',
      reference: passengers[position]?.reference ?? null,
      price,
      tax,
      tax_rate: taxRate,
      state: 'ordered' as const,
      ticket_id: null,
    }));
    const holdIds = holds.map((hold) => hold.hold_id);
    await insertItems(
      trx,
      [
        {
          order_id: order.order_id,
          position: nextItem,
          product_id: productId,
          use_by: useBy,
          holds: holdIds,
        },
      ],
      rows,
    );
    await issueItem(trx, sale, order, {
      product,
      useBy,
      holds,
      passengers: rows.map((row) => ({
        passengerId: row.passenger_id,
        category: row.category,
        price: row.price,
        tax: row.tax,
        taxRate: row.tax_rate,
      })),
    });
    await addEvents(trx, [{ order, kind: 'order.exchanged', data: { tickets: changed.length } }], now);
    await mailOwners(trx, deps, changed, now, afterCommit);
    return answerOrder(trx, operator, partner, params.orderId, now);
  });
}

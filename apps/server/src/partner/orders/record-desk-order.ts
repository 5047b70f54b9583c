// Records an order that the sales system issued by the desk's call as its partner's: sold at the prices that it names.
import { randomUUID } from 'node:crypto';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { digitsOf } from '@kippu/contract/page-settings';
import { minorOf } from '@kippu/domain/money/minor-units';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireOrderId } from '../../platform/wire/require-text.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Order } from '../../ticket/issue/issue-tickets.ts';
import { addEvents } from '../events/event-store.ts';
import { priced, saleLines } from '../ledger/ledger-lines.ts';
import { post } from '../ledger/ledger-store.ts';
import { insertOrder, type OwnedBy } from './order-store.ts';

/**
 * Records the order of tickets that were issued in this transaction, and posts their sale.
 * @param now epoch milliseconds
 * @throws AppError REQ-0001 for a price that the currency does not have
 */
export async function recordDeskOrder(
  trx: Trx,
  operator: OperatorData,
  { partnerId, mode }: OwnedBy,
  { body, issued }: { readonly body: Order; readonly issued: readonly IssuedTicket[] },
  now: number,
): Promise<void> {
  const { currency } = operator.settings;
  const orderId = requireOrderId('orderId', body.orderId);
  const at = new Date(now);
  const product = operator.products.get(body.productId);
  const order = {
    order_id: orderId,
    partner_id: partnerId,
    mode,
    reference: orderId,
    state: 'confirmed' as const,
    currency,
    created_at: at,
    expires_at: at,
    confirmed_at: at,
    cancelled_at: null,
  };
  const passengers = body.tickets.map(({ passengerCategory, salePrice }, position) => {
    const price = minorOf(salePrice, digitsOf(currency));
    if (price === undefined)
      throw new AppError('REQ-0001', { values: { field: `tickets.${position}.salePrice` } });
    const { tax, taxRate } = priced(operator, product, price);
    return {
      passenger_id: randomUUID(),
      order_id: orderId,
      item: 0,
      position,
      category: passengerCategory,
      reference: null,
      price,
      tax,
      tax_rate: taxRate,
      state: 'issued' as const,
      ticket_id: issued[position]?.ticketId ?? null,
    };
  });
  const [first] = body.tickets;
  const items = [
    { order_id: orderId, position: 0, product_id: body.productId, use_by: first?.useExpireDate ?? '' },
  ];
  if (!(await insertOrder(trx, order, items, passengers)))
    throw new AppError('REQ-0002', { detail: `order '${orderId}' was issued before` });
  await post(
    trx,
    {
      order,
      kind: 'sale',
      passengers: passengers.map(({ passenger_id, price, tax, tax_rate: taxRate }) => ({
        passengerId: passenger_id,
        taxRate,
        lines: saleLines({ price, tax, taxRate }),
      })),
    },
    now,
  );
  await addEvents(
    trx,
    [
      { order, kind: 'order.confirmed' },
      ...issued.map(({ ticketId }) => ({
        order,
        ticketId,
        kind: 'ticket.issue',
        data: { status: 'unbound' },
      })),
    ],
    now,
  );
}

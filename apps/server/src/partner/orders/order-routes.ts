// The calls about a partner's orders.
import type { FastifyInstance } from 'fastify';
import {
  partnerCancel,
  partnerConfirm,
  partnerFulfilment,
  partnerOrder,
  partnerOrderOf,
  partnerOrders,
} from '@kippu/contract/partner/orders';
import { addDays, isDate, startOfDay } from '@kippu/domain/time/service-day';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf } from '../../platform/wire/page-cursor.ts';
import { isInstant } from '../../platform/wire/wire-time.ts';
import { linkOf } from '../../ticket/issue/ticket-link.ts';
import { bindPartnerRead, bindPartnerWrite } from '../api/bind-partner.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { readSalesTerms } from '../catalogue/sellable.ts';
import { cancelOrder, confirmOrder } from './confirm-order.ts';
import { createOrder } from './create-order.ts';
import { readFulfilment } from './fulfilment-store.ts';
import { answerOrder, orderAnswer, requireOrder, stateOf } from './order-answer.ts';
import { listOrders, readWhole } from './order-read-store.ts';

const wrong = (parameter: string) => new PartnerProblem('invalid-request', { places: [{ parameter }] });

/** The day after it has no name. */
const LAST_DAY = '9999-12-31';

/** Returns the instant of a day's begin, or of the next day's. */
function dayBegin(parameter: string, date: string | undefined, plus = 0): number | undefined {
  if (date === undefined) return undefined;
  if (!isDate(date) || date === LAST_DAY) throw wrong(parameter);
  return startOfDay(addDays(date, plus));
}

function orderPlace(cursor: string): { readonly createdAt: number; readonly orderId: string } {
  const [createdAt, orderId] = placeOf(cursor, 2);
  if (!isInstant(createdAt) || typeof orderId !== 'string') throw wrong('cursor');
  return { createdAt, orderId };
}

export function addOrderRoutes(scope: FastifyInstance, deps: Deps): void {
  const { db, keys, config } = deps;
  bindPartnerWrite(scope, deps, partnerOrder, async (trx, { body, operator, partner, now }) => {
    const terms = await readSalesTerms(trx, operator, partner.partnerId);
    const orderId = await createOrder(trx, { operator, partner, terms, keys, now }, body);
    return answerOrder(trx, operator, partner, orderId, now);
  });
  bindPartnerRead(scope, deps, partnerOrders, async ({ query, operator, partner, now }) => {
    const { state, reference, limit = 50 } = query;
    const filter = {
      state,
      reference,
      from: dayBegin('from', query.from),
      until: dayBegin('until', query.until, 1),
      after: query.cursor === undefined ? undefined : orderPlace(query.cursor),
      limit: limit + 1,
    };
    const rows = await listOrders(db, partner, filter, now);
    const shown = rows.slice(0, limit);
    const whole = await readWhole(db, partner, shown, now);
    const last = shown.at(-1);
    return {
      items: whole.map((each) => orderAnswer(operator, each, now)),
      ...(rows.length > limit && last ? { next: cursorOf(last.created_at.getTime(), last.order_id) } : {}),
    };
  });
  bindPartnerRead(scope, deps, partnerOrderOf, ({ params, operator, partner, now }) =>
    answerOrder(db, operator, partner, params.orderId, now),
  );
  bindPartnerWrite(scope, deps, partnerConfirm, async (trx, { params, operator, partner, now }) => {
    await confirmOrder(trx, { operator, partner, now }, params.orderId);
    return answerOrder(trx, operator, partner, params.orderId, now);
  });
  bindPartnerWrite(scope, deps, partnerCancel, async (trx, { params, operator, partner, now }) => {
    await cancelOrder(trx, { operator, partner, now }, params.orderId);
    return answerOrder(trx, operator, partner, params.orderId, now);
  });
  bindPartnerRead(scope, deps, partnerFulfilment, async ({ params, partner, now }) => {
    const order = await requireOrder(db, partner, params.orderId);
    const state = stateOf(order, now);
    if (state !== 'confirmed') throw new PartnerProblem('order-not-confirmed', { values: { state } });
    const { orderToken, tickets } = await readFulfilment(db, partner, params.orderId);
    return {
      orderId: order.order_id,
      orderLink: linkOf(config.publicOrigin, orderToken),
      tickets: tickets.map((row) => ({
        passengerId: row.passenger_id,
        ticketId: row.ticket_id,
        ticketNo: row.ticket_no,
        status: row.status,
        ...(row.status === 'unbound' ? { link: linkOf(config.publicOrigin, row.link_token) } : {}),
        ...(row.status === 'unbound' && row.voucher_no !== null ? { voucherNo: row.voucher_no } : {}),
        ...(row.status === 'unbound' && row.redeem_code !== null ? { redeemCode: row.redeem_code } : {}),
      })),
    };
  });
}

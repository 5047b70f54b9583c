// The calls of exchange vouchers and of usage history, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/voucher';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindGuest, bindGuestWrite } from '../../platform/calls/bind-guest.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { exchangeVoucher, requireVoucher } from './exchange-voucher.ts';
import { readHistory } from '../history/read-history.ts';
import { findTicket } from '../record/ticket-store.ts';
import { counterAnswer, countersOf, voucherAnswer } from './voucher-answer.ts';
import { findExchange } from './voucher-store.ts';

export function addVoucherRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  async function page(reader: Db, operator: OperatorData, accountId: string, ticketId: string, now: number) {
    const view = await requireVoucher(reader, accountId, ticketId);
    const exchange = await findExchange(reader, ticketId);
    return voucherAnswer(view, exchange, countersOf(operator, view.product_id), now);
  }

  bindGuest(app, deps, calls.history, async ({ session, query, operator }) => {
    const { accountId } = session;
    if (query.ticketId !== undefined && !(await findTicket(db, accountId, query.ticketId)))
      throw new AppError('TKT-0001');
    return readHistory(db, operator, accountId, query);
  });
  bindGuest(app, deps, calls.loadPrivatePieceInfo, ({ session, query, now, operator }) =>
    page(db, operator, session.accountId, query.ticketId, now),
  );
  bindGuest(app, deps, calls.getPrivatePieceStation, async ({ session, query, operator }) => {
    const view = await requireVoucher(db, session.accountId, query.ticketId);
    return countersOf(operator, view.product_id).map(counterAnswer);
  });
  bindGuestWrite(app, deps, calls.exchangeVoucher, async (trx, { session, query, now, operator }) => {
    const { accountId } = session;
    await exchangeVoucher(trx, operator, { accountId, ...query }, now);
    return page(trx, operator, accountId, query.ticketId, now);
  });
}

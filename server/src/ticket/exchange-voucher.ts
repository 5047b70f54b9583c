// Exchanges a voucher at a counter: irreversible, once, with a number that shows the staff it is done.
import { randomInt } from 'node:crypto';
import { nextStatus } from '@kippu/domain/ticket-life';
import type { Db, Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { findTicket, insertEvents, lockTicket, type TicketView } from './ticket-store.ts';
import { requireUsable } from './use-ticket.ts';
import { countersOf, type ExchangeDetail } from './voucher-answer.ts';
import * as store from './voucher-store.ts';

const NUMBER_DIGITS = 8;

/** The account's voucher. Throws AppError TKT-0001 not the account's, TKT-0006 another kind of ticket. */
export async function requireVoucher(db: Db, accountId: string, ticketId: string): Promise<TicketView> {
  const view = await findTicket(db, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  if (view.kind !== 'voucher') throw new AppError('TKT-0006', { detail: 'no voucher' });
  return view;
}

/**
 * Exchanges the account's voucher at `now` (epoch milliseconds). Throws AppError as requireVoucher, and TKT-0017 exchanged
 * before, TKT-0005 expired, TKT-0006 closed, TKT-0007 suspended, SEAT-0013 no counter that takes it.
 */
export async function exchangeVoucher(
  trx: Trx,
  operator: OperatorData,
  { accountId, ticketId, counterId }: { accountId: string; ticketId: string; counterId: string },
  now: number,
): Promise<void> {
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const view = await requireVoucher(trx, accountId, ticketId);
  if (await store.findExchange(trx, ticketId)) throw new AppError('TKT-0017');
  requireUsable(view, now);
  const next = nextStatus(view.status, 'finish');
  if (!next.ok) throw new AppError(next.code);
  if (!countersOf(operator, view.product_id).some((counter) => counter.counterId === counterId))
    throw new AppError('SEAT-0013', { detail: `no counter '${counterId}' for ${view.product_id}` });
  if (!(await store.exchangeBound(trx, accountId, ticketId, now))) throw new AppError('TKT-0006');
  const number = String(randomInt(10 ** NUMBER_DIGITS)).padStart(NUMBER_DIGITS, '0');
  const detail: ExchangeDetail = { counterId, number };
  await insertEvents(trx, [
    {
      ...{ ticket_id: ticketId, kind: 'exchange', from_status: view.status, to_status: next.status },
      ...{ actor: `account:${accountId}`, at: new Date(now), detail: JSON.stringify(detail) },
    },
  ]);
}

// Exchanges a voucher at a counter. It cannot be undone; the number proves the exchange to the staff.
import { randomInt } from 'node:crypto';
import { isExchanged } from '@kippu/domain/rules';
import { withCheckDigits } from '@kippu/domain/ticket/check-digits';
import { nextStatus } from '@kippu/domain/ticket/life';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { findTicket, insertEvents, lockTicket, type TicketView } from '../record/ticket-store.ts';
import { requireUsable } from '../bind/use-ticket.ts';
import { countersOf } from './voucher-answer.ts';
import * as store from './voucher-store.ts';

/** The length without check digits. */
const NUMBER_DIGITS = 8;
/** How often a clashing number is drawn again. More clashes in a row are not a coincidence. */
const DRAWS = 5;

/** Stores the exchange under an unused number. Returns the number. */
async function numberExchange(
  trx: Trx,
  exchange: { readonly ticketId: string; readonly counterId: string; readonly now: number },
): Promise<string> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const number = withCheckDigits(String(randomInt(10 ** NUMBER_DIGITS)).padStart(NUMBER_DIGITS, '0'));
    if (await store.insertExchange(trx, { ...exchange, number })) return number;
  }
  throw new Error('exchange numbers clash again and again');
}

/** Finds the account's voucher. Throws AppError TKT-0001 not the account's, TKT-0006 not a voucher. */
export async function requireVoucher(db: Db, accountId: string, ticketId: string): Promise<TicketView> {
  const view = await findTicket(db, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  if (!isExchanged(view.kind)) throw new AppError('TKT-0006', { detail: 'no voucher' });
  return view;
}

/**
 * Exchanges the account's voucher.
 *
 * @param now epoch milliseconds
 * @throws AppError as requireVoucher, and TKT-0017 exchanged before, TKT-0005 expired, TKT-0006 closed, TKT-0007
 * suspended, TKT-0020 no counter that accepts it
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
    throw new AppError('TKT-0020', { detail: `no counter '${counterId}' for ${view.product_id}` });
  if (!(await store.exchangeBound(trx, accountId, ticketId, now))) throw new AppError('TKT-0006');
  const number = await numberExchange(trx, { ticketId, counterId, now });
  const detail = { counterId, number };
  await insertEvents(trx, [
    {
      ticket_id: ticketId,
      kind: 'exchange',
      from_status: view.status,
      to_status: next.status,
      actor: `account:${accountId}`,
      at: new Date(now),
      detail: JSON.stringify(detail),
    },
  ]);
}

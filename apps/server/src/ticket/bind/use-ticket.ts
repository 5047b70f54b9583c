// Activates one ticket, or several at once. It cannot be undone; when two devices press at once, one succeeds.
import { isExchanged } from '@kippu/domain/rules';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { expiryOnActivation, nextStatus, refusalOfState } from '@kippu/domain/ticket/life';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { lifeOf, productOf } from '../record/ticket-answer.ts';
import { callBackLinks } from '../record/sent-links.ts';
import * as store from '../record/ticket-store.ts';

/** Throws when the ticket cannot be used or shown now: TKT-0007 suspended, TKT-0006 closed, TKT-0005 expired. */
export function requireUsable(view: store.TicketView, now: number): void {
  const refusal = refusalOfState(lifeOf(view), now);
  if (refusal) throw new AppError(refusal.code);
}

/**
 * Activates the account's ticket until 23:59:59 of its product's last day.
 *
 * @param now epoch milliseconds
 * @returns the ticket after activation
 * @throws AppError TKT-0001 not the account's, TKT-0005 expired, TKT-0007 suspended, TKT-0006 in use, closed, or an
 * exchange voucher, which only a counter accepts
 */
export async function useTicket(
  trx: Trx,
  accountId: string,
  ticketId: string,
  now: number,
): Promise<store.TicketView> {
  if (!(await store.lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  return activateLocked(trx, accountId, ticketId, now);
}

async function activateLocked(
  trx: Trx,
  accountId: string,
  ticketId: string,
  now: number,
): Promise<store.TicketView> {
  const view = await store.findTicket(trx, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  requireUsable(view, now);
  const next = nextStatus(view.status, 'use');
  if (!next.ok) throw new AppError(next.code);
  if (isExchanged(view.kind)) throw new AppError('TKT-0006', { detail: 'a voucher is exchanged, not used' });
  const until = wallToEpoch(expiryOnActivation(now, productOf(view).days));
  if (!(await store.activate(trx, accountId, ticketId, { now, until }))) throw new AppError('TKT-0006');
  await callBackLinks(trx, [{ ticketId, at: new Date(now) }]);
  await store.insertEvents(trx, [
    {
      ticket_id: ticketId,
      kind: 'use',
      from_status: view.status,
      to_status: next.status,
      actor: `account:${accountId}`,
      at: new Date(now),
      detail: null,
    },
  ]);
  const used = await store.findTicket(trx, accountId, ticketId);
  if (!used) throw new Error('an activated ticket is gone');
  return used;
}

/**
 * Activates several of the account's tickets. If one is refused, the transaction must be rolled back, so that none is used.
 *
 * @param now epoch milliseconds
 * @returns the tickets after activation
 * @throws AppError as `useTicket`
 */
export async function useTickets(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
): Promise<store.TicketView[]> {
  if (!(await store.lockTickets(trx, accountId, ticketIds))) throw new AppError('TKT-0001');
  const used: store.TicketView[] = [];
  for (const ticketId of ticketIds) used.push(await activateLocked(trx, accountId, ticketId, now));
  return used;
}

// Shows a visitor what a link would add, before an account exists.
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { tokenOf } from '../issue/ticket-link.ts';
import * as store from '../record/ticket-store.ts';
import { firstRefusal, refusalOf } from './bind-tickets.ts';

/**
 * Returns the tickets that a link would add. A link has 130 random bits, so nobody finds one by trying, and tries are not counted; a voucher's
 * number and a redeem code are shorter and need an account.
 * @param pasted the link, also inside a longer text
 * @param now epoch milliseconds
 * @throws AppError TKT-0002 unknown, TKT-0003, 0005, 0006 or 0007 when no ticket can be added
 */
export async function waitingTickets(db: Db, pasted: string, now: number): Promise<store.TicketView[]> {
  const token = tokenOf(pasted);
  const named = token === null ? [] : await store.findTicketsByLink(db, token);
  if (named.length === 0) throw new AppError('TKT-0002');
  const refusals = named.map((ticket) => refusalOf(ticket, undefined, now));
  const free = named.filter((_, at) => refusals[at] === null).map((ticket) => ticket.ticket_id);
  if (free.length === 0) throw firstRefusal(refusals);
  return store.findUnboundTickets(db, free);
}

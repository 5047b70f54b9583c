// Makes the replacement of a reissued ticket: the same except for its numbers and codes, with the same journeys used up.
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { TicketStatus } from '@kippu/contract/values';
import type { Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { copyLastJourney } from '../../gate/passages/recompute-tickets.ts';
import { insertNumbered, issuedAnswer } from '../../ticket/issue/issue-tickets.ts';
import { newLinkToken } from '../../ticket/issue/ticket-link.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import * as store from './desk-ticket-store.ts';

interface Reissue {
  /** The old ticket, locked, its upcoming seats freed. */
  readonly ticket: store.TicketRow;
  /** The new ticket's status: that of the old one, before any suspension. */
  readonly status: TicketStatus;
  readonly reason: string;
}

/**
 * Returns the token of the order's link. The order of a ticket that no account has gets a new one: its link was handed out with the codes that
 * a reissue ends, and would add the new ticket.
 */
async function orderTokenFor(
  trx: Trx,
  { account_id: owner, order_id: orderId }: store.TicketRow,
): Promise<string> {
  if (owner !== null) return store.orderTokenOf(trx, orderId);
  const token = newLinkToken();
  await store.saveOrderToken(trx, orderId, token);
  return token;
}

/** Issues the new ticket at `now` (epoch milliseconds) to the same account, with the same validity. */
export async function reissueTicket(
  trx: Trx,
  desk: { readonly actor: string; readonly publicOrigin: string },
  { ticket, status, reason }: Reissue,
  now: number,
): Promise<IssuedTicket> {
  const { ticket_id: old, phone_key: _phone, ...terms } = ticket;
  const at = new Date(now);
  // Before the insertion, so that of two reissues of one order's tickets the second waits.
  const orderToken = await orderTokenFor(trx, ticket);
  const [row] = await insertNumbered(trx, [
    {
      ...terms,
      status,
      status_before_suspend: null,
      reissue_of: old,
      station_from_date: null,
      station_depart_date: null,
      created_at: at,
      sale_price: Number(terms.sale_price),
    },
  ]);
  if (!row) throw new Error('a reissued ticket was not inserted');
  await insertEvents(trx, [
    {
      ticket_id: row.ticket_id,
      kind: 'issue',
      from_status: null,
      to_status: status,
      actor: desk.actor,
      at,
      detail: jsonText({ reason, reissueOf: old }),
    },
  ]);
  await store.moveReservations(trx, old, row.ticket_id);
  const left = await copyLastJourney(trx, old, row.ticket_id);
  // The old ticket has the time of its present owner's last exit. A former owner's is not shown.
  if (left && ticket.station_depart_date !== null) await store.saveLastExit(trx, row.ticket_id, left);
  return issuedAnswer(row, orderToken, desk.publicOrigin);
}

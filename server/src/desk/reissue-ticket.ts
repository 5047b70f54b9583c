// Makes the ticket that replaces a reissued one: the same but for its numbers and codes, with what the old one has used up.
import type { IssuedTicket } from '@kippu/contract/desk';
import type { TicketStatus } from '@kippu/contract/ticket';
import type { Trx } from '../db/database.ts';
import { carryExit } from '../ticket/carry-exit.ts';
import { insertNumbered, issuedAnswer } from '../ticket/issue-tickets.ts';
import { eventDetail, insertEvents } from '../ticket/ticket-store.ts';
import * as store from './desk-ticket-store.ts';

interface Reissue {
  /** The old one, locked, its upcoming seats freed. */
  readonly ticket: store.TicketRow;
  /** What the new one begins as: what the old one was, before a suspension too. */
  readonly status: TicketStatus;
  readonly reason: string;
}

/** A journey that is over stays over: the last exit is written for the new ticket too, where gates and stations count. */
async function carryLastExit(trx: Trx, from: string, to: string): Promise<void> {
  const exit = await store.findLastExit(trx, from);
  if (exit) await carryExit(trx, { from, to }, exit);
}

/** Issues it at `now` (epoch milliseconds) to the same account, good for as long as the old one. */
export async function reissueTicket(
  trx: Trx,
  desk: { readonly actor: string; readonly publicOrigin: string },
  { ticket, status, reason }: Reissue,
  now: number,
): Promise<IssuedTicket> {
  const { ticket_id: old, phone_key: _phone, ...terms } = ticket;
  const at = new Date(now);
  const [row] = await insertNumbered(trx, [
    {
      ...terms,
      ...{ status, status_before_suspend: null, reissue_of: old, created_at: at },
      sale_price: Number(terms.sale_price),
    },
  ]);
  if (!row) throw new Error('a reissued ticket was not inserted');
  await insertEvents(trx, [
    {
      ...{ ticket_id: row.ticket_id, kind: 'issue', from_status: null, to_status: status },
      ...{ actor: desk.actor, at, detail: eventDetail({ reason, reissueOf: old }) },
    },
  ]);
  await store.carryReservations(trx, old, row.ticket_id);
  await carryLastExit(trx, old, row.ticket_id);
  return issuedAnswer(row, await store.orderTokenOf(trx, ticket.order_id), desk.publicOrigin);
}

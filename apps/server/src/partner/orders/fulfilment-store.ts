// The SQL of what a partner hands to its travellers: links, voucher numbers and codes of an order's tickets.
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { TicketTable } from '../../platform/db/tables/tables.ts';
import type { OwnedBy } from './order-store.ts';

type TicketCodes = Pick<
  Selectable<TicketTable>,
  'ticket_id' | 'ticket_no' | 'status' | 'link_token' | 'voucher_no' | 'redeem_code'
> & { readonly passenger_id: string };

/** Reads the tickets of a confirmed order of the partner, in the order of its items, and the token of the order's link. */
export async function readFulfilment(
  db: Db,
  { partnerId, mode }: OwnedBy,
  orderId: string,
): Promise<{ readonly orderToken: string; readonly tickets: readonly TicketCodes[] }> {
  const { link_token: orderToken } = await db
    .selectFrom('sales_order as s')
    .innerJoin('partner_order as o', 'o.order_id', 's.order_id')
    .select('s.link_token')
    .where('o.order_id', '=', orderId)
    .where('o.partner_id', '=', partnerId)
    .where('o.mode', '=', mode)
    .executeTakeFirstOrThrow();
  const tickets = await db
    .selectFrom('partner_passenger as p')
    .innerJoin('partner_order as o', 'o.order_id', 'p.order_id')
    .innerJoin('ticket as t', 't.ticket_id', 'p.ticket_id')
    .select(['p.passenger_id', 't.ticket_id', 't.ticket_no', 't.status'])
    .select(['t.link_token', 't.voucher_no', 't.redeem_code'])
    .where('o.order_id', '=', orderId)
    .where('o.partner_id', '=', partnerId)
    .where('o.mode', '=', mode)
    .orderBy('p.item')
    .orderBy('p.position')
    .execute();
  return { orderToken, tickets };
}

// The SQL of what a traveller bought.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { TicketTable } from '../../platform/db/tables/tables.ts';

export interface BoughtRow extends Pick<
  TicketTable,
  | 'ticket_no'
  | 'passenger_category'
  | 'status'
  | 'order_id'
  | 'order_time'
  | 'issuer'
  | 'seller'
  | 'sales_site'
  | 'sales_company'
> {
  /** bigint, read as a string by one of the drivers. */
  readonly sale_price: string | number;
  /** The product's names, as `syncProducts` stores them. */
  readonly data: unknown;
}

/**
 * A condition on tickets `t`: the account itself added it, or one that it replaces. An owner by transfer did not buy it, and one who gave it away
 * did.
 */
const wasAddedBy = (accountId: string) => sql<boolean>`exists (
  with recursive past as (
    select t.ticket_id, t.reissue_of
    union all
    select older.ticket_id, older.reissue_of from past join ticket older on older.ticket_id = past.reissue_of)
  select from past join ticket_event e on e.ticket_id = past.ticket_id
  where e.kind = 'bind' and e.actor = ${`account:${accountId}`})`;

/**
 * Lists the tickets that the account added of the order of one of them, by their numbers; none if the account did not add that one. A reissued ticket is
 * represented by the one that replaces it.
 */
export async function listBought(db: Db, accountId: string, ticketId: string): Promise<BoughtRow[]> {
  const { rows } = await sql<BoughtRow>`
    with chosen as (
      select t.order_id, t.issuer, t.seller from ticket t
      where t.ticket_id = ${ticketId} and ${wasAddedBy(accountId)})
    select t.ticket_no, t.passenger_category, t.status, t.order_id, t.order_time, t.issuer, t.seller, t.sales_site,
      t.sales_company, t.sale_price, p.data
    from chosen c join ticket t on t.order_id = c.order_id and t.issuer = c.issuer and t.seller = c.seller
      join product p on p.product_id = t.product_id
    where t.status <> 'reissued' and ${wasAddedBy(accountId)}
    order by t.ticket_no limit 200`.execute(db);
  return rows;
}

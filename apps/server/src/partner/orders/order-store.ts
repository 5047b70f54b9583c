// The SQL of partners' orders. Every query has the partner and the mode in its condition.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type {
  PartnerItemTable,
  PartnerOrderTable,
  PartnerPassengerTable,
} from '../../platform/db/tables/partner-tables.ts';

/** Whose orders: nobody else's are found. */
export interface OwnedBy {
  readonly partnerId: string;
  readonly mode: PartnerOrderTable['mode'];
}

export type OrderRow = Selectable<PartnerOrderTable>;

/** Inserts an order with its items and passengers. Returns false where the partner has one with this reference. */
export async function insertOrder(
  trx: Trx,
  order: Insertable<PartnerOrderTable>,
  items: readonly Insertable<PartnerItemTable>[],
  passengers: readonly Insertable<PartnerPassengerTable>[],
): Promise<boolean> {
  const done = await trx
    .insertInto('partner_order')
    .values(order)
    .onConflict((conflict) => conflict.columns(['partner_id', 'mode', 'reference']).doNothing())
    .executeTakeFirst();
  if (done.numInsertedOrUpdatedRows !== 1n) return false;
  await insertItems(trx, items, passengers);
  return true;
}

/** Adds items with their passengers to an order. */
export async function insertItems(
  trx: Trx,
  items: readonly Insertable<PartnerItemTable>[],
  passengers: readonly Insertable<PartnerPassengerTable>[],
): Promise<void> {
  await trx
    .insertInto('partner_item')
    .values([...items])
    .execute();
  await trx
    .insertInto('partner_passenger')
    .values([...passengers])
    .execute();
}

/** Whether a ticket, by its id or its number, belongs to an order of the partner. */
export async function isTicketOf(
  db: Db,
  { partnerId, mode }: OwnedBy,
  name: { readonly ticketId?: string | undefined; readonly ticketNo?: string | undefined },
): Promise<boolean> {
  const named =
    name.ticketId === undefined
      ? sql<boolean>`t.ticket_no = ${name.ticketNo ?? ''}`
      : sql<boolean>`t.ticket_id = ${name.ticketId}`;
  const row = await db
    .selectFrom('ticket as t')
    .innerJoin('partner_order as o', 'o.order_id', 't.order_id')
    .select('t.ticket_id')
    .where(named)
    .where('o.partner_id', '=', partnerId)
    .where('o.mode', '=', mode)
    .executeTakeFirst();
  return row !== undefined;
}

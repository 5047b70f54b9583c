// The SQL of partners' orders. Every query has the partner and the mode in its condition.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type {
  PartnerItemTable,
  PartnerOrderTable,
  PartnerPassengerTable,
  PartnerProductTable,
} from '../../platform/db/tables/partner-tables.ts';

/** Whose orders: nobody else's are found. */
export interface OwnedBy {
  readonly partnerId: string;
  readonly mode: PartnerOrderTable['mode'];
}

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

/**
 * Reads what an open partner may sell of a product, and locks it until the transaction ends: the partner's row for readers, the product's for writers. Undefined
 * for a closed partner.
 */
export async function lockTerms(
  trx: Trx,
  partnerId: string,
  productId: string,
): Promise<
  { readonly sellsAll: boolean; readonly product: Selectable<PartnerProductTable> | undefined } | undefined
> {
  const partner = await trx
    .selectFrom('partner')
    .select('sells_all')
    .where('partner_id', '=', partnerId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!partner) return undefined;
  // A statement of its own: it sees the products of a manager whom the first one waited for.
  const product = await trx
    .selectFrom('partner_product')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
  return { sellsAll: partner.sells_all, product };
}

/**
 * Counts the tickets of a product that the partner has issued from a time on until another one, whatever became of them, and those of its open orders at
 * `now`, but for one order.
 */
export async function countSold(
  trx: Trx,
  { partnerId, mode }: OwnedBy,
  {
    productId,
    from,
    to,
    now,
    except = '',
  }: {
    readonly productId: string;
    readonly from: Date;
    readonly to: Date;
    readonly now: Date;
    readonly except?: string | undefined;
  },
): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select count(*)::int as sold from partner_order o join partner_item i on i.order_id = o.order_id
      join partner_passenger p on p.order_id = i.order_id and p.item = i.position
      left join ticket t on t.ticket_id = p.ticket_id
    where o.partner_id = ${partnerId} and o.mode = ${mode} and i.product_id = ${productId} and o.order_id <> ${except}
      and (t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
        or t.ticket_id is null and o.state = 'open' and o.expires_at > ${now}::timestamptz)`.execute(trx);
  return rows[0]?.sold ?? 0;
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

/** A partner's passenger with what a posting needs of the order. Amounts are in the minor unit of the order's currency. */
interface PassengerOfTicket extends Pick<
  Selectable<PartnerOrderTable>,
  'order_id' | 'partner_id' | 'mode' | 'currency' | 'adopted'
> {
  readonly passenger_id: string;
  readonly state: PartnerPassengerTable['state'];
  readonly price: number;
  readonly tax: number;
  readonly tax_rate: number;
}

/** Locks the passenger of a partner's ticket; undefined for a ticket that no partner sold. */
export async function lockPassengerOf(trx: Trx, ticketId: string): Promise<PassengerOfTicket | undefined> {
  const row = await trx
    .selectFrom('partner_passenger as p')
    .innerJoin('partner_order as o', 'o.order_id', 'p.order_id')
    .select(['o.order_id', 'o.partner_id', 'o.mode', 'o.currency', 'o.adopted'])
    .select(['p.passenger_id', 'p.state', 'p.price', 'p.tax', 'p.tax_rate'])
    .where('p.ticket_id', '=', ticketId)
    .forUpdate('p')
    .executeTakeFirst();
  return row && { ...row, price: Number(row.price), tax: Number(row.tax) };
}

/** Changes the state of an order, whose seats the caller has locked. */
export async function changeOrder(
  trx: Trx,
  orderId: string,
  change: Partial<Pick<Selectable<PartnerOrderTable>, 'state' | 'confirmed_at' | 'cancelled_at'>>,
): Promise<void> {
  await trx.updateTable('partner_order').set(change).where('order_id', '=', orderId).execute();
}

/** Changes what became of a passenger, or the ticket that it has. */
export async function changePassenger(
  trx: Trx,
  passengerId: string,
  change: Partial<Pick<PartnerPassengerTable, 'state' | 'ticket_id'>>,
): Promise<void> {
  await trx.updateTable('partner_passenger').set(change).where('passenger_id', '=', passengerId).execute();
}

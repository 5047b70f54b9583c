// The SQL that reads partners' orders as a whole. Every query has the partner and the mode in its condition.
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type {
  PartnerItemTable,
  PartnerOrderTable,
  PartnerPassengerTable,
} from '../../platform/db/tables/partner-tables.ts';
import type { TicketStatus } from '../../platform/db/tables/tables.ts';
import type { OwnedBy } from './order-store.ts';

export type OrderRow = Selectable<PartnerOrderTable>;

/** A passenger with its ticket. Amounts are in the minor unit of the order's currency. */
export interface PassengerRow extends Omit<Selectable<PartnerPassengerTable>, 'price' | 'tax'> {
  readonly price: number;
  readonly tax: number;
  readonly ticket_no: string | null;
  readonly status: TicketStatus | null;
}

/** A ride of the order, with its seats by passenger. */
interface RideRow {
  readonly order_id: string;
  readonly departure_id: string;
  readonly from_station: string;
  readonly to_station: string;
  readonly depart_at: Date;
  readonly arrive_at: Date;
  readonly passenger_id: string;
  readonly seat: string;
}

export interface WholeOrder {
  readonly order: OrderRow;
  readonly items: readonly Selectable<PartnerItemTable>[];
  readonly passengers: readonly PassengerRow[];
  readonly rides: readonly RideRow[];
}

/** Finds an order of the partner. */
export function findOrder(
  db: Db,
  { partnerId, mode }: OwnedBy,
  orderId: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('partner_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

/** Which orders a list has. Times in epoch milliseconds. */
export interface OrderFilter {
  readonly state?: 'open' | 'lapsed' | 'confirmed' | 'cancelled' | undefined;
  readonly reference?: string | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
  readonly after?: { readonly createdAt: number; readonly orderId: string } | undefined;
  readonly limit: number;
}

/** Lists orders of the partner, the newest first. */
export function listOrders(
  db: Db,
  { partnerId, mode }: OwnedBy,
  { state, reference, from, until, after, limit }: OrderFilter,
  now: number,
): Promise<OrderRow[]> {
  let query = db
    .selectFrom('partner_order')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode);
  if (state !== undefined) query = query.where('state', '=', state === 'lapsed' ? 'open' : state);
  if (state === 'open') query = query.where('expires_at', '>', new Date(now));
  if (state === 'lapsed') query = query.where('expires_at', '<=', new Date(now));
  if (reference !== undefined) query = query.where('reference', '=', reference);
  if (from !== undefined) query = query.where('created_at', '>=', new Date(from));
  if (until !== undefined) query = query.where('created_at', '<', new Date(until));
  if (after)
    query = query.where(
      sql<boolean>`(created_at, order_id) < (${new Date(after.createdAt)}::timestamptz, ${after.orderId}::text)`,
    );
  return query.orderBy('created_at', 'desc').orderBy('order_id', 'desc').limit(limit).execute();
}

/** Reads the items, passengers and rides of orders. */
export async function readWhole(
  db: Db,
  { partnerId, mode }: OwnedBy,
  orders: readonly OrderRow[],
  now: number,
): Promise<WholeOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.order_id);
  const own = sql`(select order_id from partner_order
    where order_id = any(${ids}::text[]) and partner_id = ${partnerId} and mode = ${mode})`;
  const items = await db
    .selectFrom('partner_item')
    .selectAll()
    .where(sql<boolean>`order_id in ${own}`)
    .orderBy('position')
    .execute();
  const passengers = await db
    .selectFrom('partner_passenger as p')
    .leftJoin('ticket as t', 't.ticket_id', 'p.ticket_id')
    .selectAll('p')
    .select(['t.ticket_no', 't.status'])
    .where(sql<boolean>`p.order_id in ${own}`)
    .orderBy('p.item')
    .orderBy('p.position')
    .execute();
  const { rows: rides } = await sql<RideRow>`
    select h.order_id, h.departure_id, h.from_station, h.to_station, coalesce(h.depart_at, h.created_at) as depart_at,
      coalesce(h.arrive_at, h.created_at) as arrive_at, p.passenger_id, h.seats[p.position + 1] as seat, p.item, p.position
    from seat_hold h join partner_item i on i.order_id = h.order_id and h.hold_id = any(i.holds)
      join partner_passenger p on p.order_id = i.order_id and p.item = i.position
    where h.order_id in ${own} and h.partner_id = ${partnerId} and h.expires_at > ${new Date(now)}::timestamptz
    union all
    select r.order_id, r.departure_id, r.from_station, r.to_station, r.depart_at, r.arrive_at, p.passenger_id, rs.seat, p.item, p.position
    from reservation r join reservation_seat rs using (reservation_id) join partner_passenger p on p.ticket_id = rs.ticket_id
    where r.order_id in ${own} and r.state = 1
    order by depart_at, departure_id, item, position`.execute(db);
  const of = (order: OrderRow) => (row: { readonly order_id: string }) => row.order_id === order.order_id;
  return orders.map((order) => ({
    order,
    items: items.filter(of(order)),
    passengers: passengers
      .filter(of(order))
      .map((row) => ({ ...row, price: Number(row.price), tax: Number(row.tax) })),
    rides: rides.filter(of(order)),
  }));
}

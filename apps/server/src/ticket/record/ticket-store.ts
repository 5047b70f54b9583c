// The SQL of tickets: reading, issuing, binding, activating, and their events.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import type { TicketEventTable, TicketStatus, TicketTable } from '../../platform/db/tables/tables.ts';
import { endLink } from './sent-links.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';

export async function upsertProducts(trx: Trx, products: readonly Product[]): Promise<void> {
  for (const product of products) {
    const row = {
      kind: product.kind,
      trip_type: product.tripType ?? null,
      pass_days: product.days,
      reservations: product.reservations,
      data: jsonText(product),
    };
    await trx
      .insertInto('product')
      .values({ product_id: product.productId, ...row })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(row))
      .execute();
  }
}

/** When a ticket ends: abt_expire_date once activated, use_expire_date before. Both are a last second. */
export const endsAt = sql<Date>`case when t.status = 'inUse' then coalesce(t.abt_expire_date, t.use_expire_date)
  else t.use_expire_date end`;

/** The groups of the list, each ordered by end: 0 in use, 1 bound, 2 closed. */
export const listGroup = sql<number>`case t.status when 'inUse' then 0 when 'bound' then 1 else 2 end`;

/** The sort key of tickets that end at the same time: by product, adults before children, then by number. */
export const familyOrder = sql<string>`(t.product_id || case t.passenger_category when 'adult' then ' 0 '
  when 'saleAdult' then ' 1 ' when 'senior' then ' 2 ' when 'specialAdult' then ' 3 ' when 'child' then ' 4 '
  when 'saleChild' then ' 5 ' else ' 6 ' end || t.ticket_no) collate "C"`;

/** The latest end that is over at `now` (epoch milliseconds). The last second itself still counts as valid. */
export const lastEnded = (now: number) => sql`${new Date(now - 1000)}::timestamptz`;

/** domain's isExpired in SQL. */
const expiredAt = (now: number) =>
  sql<boolean>`(t.status not in ('unbound', 'bound', 'inUse') or ${endsAt} <= ${lastEnded(now)})`;

/** Tickets with their product, the number of their active reservations, and their open entry. */
export const views = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ticket_entry')
          .select(['station_id', 'verified_at'])
          // An entry through a gate stays open until its exit, and the traveller cannot cancel it.
          .select(sql<Date | null>`case when method <> 'gate' then verified_until end`.as('verified_until'))
          .select(sql<string | null>`case when method <> 'gate' then record_id end`.as('record_id'))
          .whereRef('ticket_entry.ticket_id', '=', 't.ticket_id')
          .where('state', '=', 'open')
          .where('direction', '=', 'in')
          .orderBy('verified_at', 'desc')
          .limit(1)
          .as('e'),
      (join) => join.onTrue(),
    )
    .selectAll('t')
    .select(['p.kind', 'p.trip_type', 'p.reservations', 'p.data'])
    .select(['e.station_id as entry_station', 'e.verified_at as entry_at', 'e.verified_until as entry_until'])
    .select('e.record_id as entry_record')
    .select(endsAt.as('ends_at'))
    .select((eb) =>
      eb
        .selectFrom('sent_link as l')
        .select('l.expires_at')
        .whereRef('l.ticket_id', '=', 't.ticket_id')
        .whereRef('l.account_id', '=', 't.account_id')
        .where('l.closed_at', 'is', null)
        .as('link_until'),
    )
    .select((eb) =>
      eb
        .selectFrom('reservation_seat as rs')
        .innerJoin('reservation as r', 'r.reservation_id', 'rs.reservation_id')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('rs.ticket_id', '=', 't.ticket_id')
        .where('r.state', '=', 1)
        // A seat of a very late train is given back.
        .where(
          sql<boolean>`not exists (
            select from seat_refund f where f.reservation_id = rs.reservation_id and f.seat = rs.seat)`,
        )
        // A seat that a newer timetable removed does not count as reserved.
        .where(
          sql<boolean>`(exists (select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)
            or not exists (select 1 from disruption d where d.reservation_id = r.reservation_id
              and d.settled_at is null and d.kind in ('cancelled', 'seatGone')))`,
        )
        .as('reserved'),
    );

/** A ticket with its product, its reservation count and its open entry. */
export type TicketView = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>;

/** Finds the account's tickets among the ids, in family order. */
export async function findTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<TicketView[]> {
  return views(db)
    .where('t.account_id', '=', accountId)
    .where('t.ticket_id', 'in', [...ticketIds])
    .orderBy(familyOrder)
    .execute();
}

/** Finds the account's ticket; undefined when it is another account's. */
export async function findTicket(
  db: Db,
  accountId: string,
  ticketId: string,
): Promise<TicketView | undefined> {
  return (await findTickets(db, accountId, [ticketId]))[0];
}

/**
 * Returns when the ticket, or one that it replaces, was given to its account, if another account added it; null for one that the
 * account added itself.
 */
export async function giftTime(db: Db, accountId: string, ticketId: string): Promise<Date | null> {
  const { rows } = await sql<{ given: Date | null }>`
    with recursive past as (
      select ticket_id, reissue_of from ticket where ticket_id = ${ticketId}
      union all
      select older.ticket_id, older.reissue_of from past join ticket older on older.ticket_id = past.reissue_of
    )
    select max(e.at) as given from past join ticket_event e using (ticket_id)
    where e.kind in ('bind', 'transfer')
    having bool_or(e.kind = 'bind' and e.actor <> ${`account:${accountId}`})`.execute(db);
  return rows[0]?.given ?? null;
}

/** Finds unbound tickets among the ids, in family order. */
export async function findUnboundTickets(db: Db, ticketIds: readonly string[]): Promise<TicketView[]> {
  return views(db)
    .where('t.status', '=', 'unbound')
    .where('t.ticket_id', 'in', [...ticketIds])
    .orderBy(familyOrder)
    .execute();
}

/** Locks the account's tickets until the transaction ends, in the order of their ids. Returns false when one of them is not the account's. */
export async function lockTickets(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('ticket')
    .select('ticket_id')
    .where('ticket_id', 'in', [...ticketIds])
    .where('account_id', '=', accountId)
    .orderBy('ticket_id')
    .forUpdate()
    .execute();
  return rows.length === new Set(ticketIds).size;
}

/** Locks the account's ticket until the transaction ends. Returns false when it is not the account's. */
export const lockTicket = (trx: Trx, accountId: string, ticketId: string): Promise<boolean> =>
  lockTickets(trx, accountId, [ticketId]);

/** Returns false when the order was issued before, also under `formerId`, as former releases stored its id. */
export async function insertOrder(
  trx: Trx,
  order: { orderId: string; formerId: string; linkToken: string; now: number },
): Promise<boolean> {
  if (order.formerId !== order.orderId) {
    const former = trx.selectFrom('sales_order').select('order_id').where('order_id', '=', order.formerId);
    if (await former.executeTakeFirst()) return false;
  }
  const done = await trx
    .insertInto('sales_order')
    .values({ order_id: order.orderId, link_token: order.linkToken, created_at: new Date(order.now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Inserts tickets in one statement. Returns the ids of those whose numbers and codes were free. */
export async function insertTickets(
  trx: Trx,
  tickets: readonly Insertable<TicketTable>[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .insertInto('ticket')
    .values([...tickets])
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket_id')
    .execute();
  return new Set(rows.map((row) => row.ticket_id));
}

export async function insertEvents(
  trx: Trx,
  events: readonly Omit<Insertable<TicketEventTable>, 'event_id'>[],
): Promise<void> {
  await trx
    .insertInto('ticket_event')
    .values([...events])
    .execute();
}

/** Reads the public key (base64url) of the phone that last fetched a certificate of the ticket; null for none. */
export async function readPhone(db: Db, ticketId: string): Promise<string | null> {
  const row = await db
    .selectFrom('ticket')
    .select('phone_key')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row?.phone_key ?? null;
}

export async function savePhone(trx: Trx, ticketId: string, phoneKey: string): Promise<void> {
  await trx.updateTable('ticket').set({ phone_key: phoneKey }).where('ticket_id', '=', ticketId).execute();
}

/** Lists when `actor` moved the ticket to another phone, the newest first, at most `limit`. */
export async function listPhoneChanges(
  db: Db,
  { ticketId, actor, limit }: { readonly ticketId: string; readonly actor: string; readonly limit: number },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('ticket_event')
    .select('at')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'otherPhone')
    .where('actor', '=', actor)
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}

/** A code as it is stored, and its kind. */
export interface TicketCode {
  readonly by: 'link' | 'voucherNo' | 'redeemCode';
  readonly code: string;
}

const BINDABLE = ['ticket_id', 'status', 'account_id', 'use_expire_date'] as const;
export type BindableTicket = Pick<TicketTable, (typeof BINDABLE)[number]>;

const namedBy = ({ by, code }: TicketCode) => {
  if (by === 'voucherNo') return sql<boolean>`voucher_no = ${code}`;
  if (by === 'redeemCode') return sql<boolean>`redeem_code = ${code}`;
  return sql<boolean>`(link_token = ${code}
    or order_id in (select o.order_id from sales_order as o where o.link_token = ${code}))`;
};

/** Locks the tickets that a code names. Tickets are always locked in the order of their ids. */
export async function lockTicketsByCode(trx: Trx, code: TicketCode): Promise<BindableTicket[]> {
  const named = trx.selectFrom('ticket').where(namedBy(code));
  const locked = await named.select(BINDABLE).orderBy('ticket_id').forUpdate().execute();
  if (code.by !== 'link' || locked.length === 0) return locked;
  // A reissue may have replaced the order's link while this waited for its tickets.
  const still = new Set((await named.select('ticket_id').execute()).map(({ ticket_id }) => ticket_id));
  return locked.filter(({ ticket_id }) => still.has(ticket_id));
}

/** Lists the orders of the tickets that a code names. Locks nothing. */
export async function listOrdersByCode(db: Db, code: TicketCode): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket')
    .where(namedBy(code))
    .where('account_id', 'is', null)
    .select('order_id')
    .distinct()
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Returns the tickets that a link names: one, or all of an order. Locks nothing. */
export async function findTicketsByLink(db: Db, token: string): Promise<BindableTicket[]> {
  return db
    .selectFrom('ticket')
    .where(namedBy({ by: 'link', code: token }))
    .select(BINDABLE)
    .orderBy('ticket_id')
    .execute();
}

/** Binds unbound tickets to the account. Returns the ids of those that this call bound. */
export async function bindUnbound(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .updateTable('ticket')
    .set({ status: 'bound', account_id: accountId })
    .where('ticket_id', 'in', [...ticketIds])
    .where('status', '=', 'unbound')
    .returning('ticket_id')
    .execute();
  return rows.map((row) => row.ticket_id);
}

/** Activates the ticket; times in epoch milliseconds. Returns false when it is not the account's or not bound. */
export async function activate(
  trx: Trx,
  accountId: string,
  ticketId: string,
  times: { now: number; until: number },
): Promise<boolean> {
  const done = await trx
    .updateTable('ticket')
    .set({ status: 'inUse', use_date: new Date(times.now), abt_expire_date: new Date(times.until) })
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'bound')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/**
 * Transfers the ticket to another account. A link of the ticket that still waits ends. The sender's passages stay in the history, hidden from the receiver.
 * @returns false when it is no longer the sender's, or its status has changed
 */
export async function giveTicket(
  trx: Trx,
  {
    ticketId,
    from,
    to,
    now,
  }: { readonly ticketId: string; readonly from: string; readonly to: string; readonly now: number },
  status: TicketStatus,
): Promise<boolean> {
  const done = await trx
    .updateTable('ticket')
    .set({ account_id: to, station_from_date: null, station_depart_date: null })
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', from)
    .where('status', '=', status)
    .executeTakeFirst();
  await endLink(trx, ticketId, now);
  return done.numUpdatedRows === 1n;
}

/** Ends a ticket of an account for good. */
export async function voidTicket(trx: Trx, ticketId: string, accountId: string): Promise<void> {
  await trx
    .updateTable('ticket')
    .set({ status: 'void', status_before_suspend: null })
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Lists when a subject typed wrong codes after `since` (epoch milliseconds), the newest first. */
export async function listBindFailures(trx: Trx, subject: string, since: number): Promise<Date[]> {
  const rows = await trx
    .selectFrom('bind_failure')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', new Date(since))
    .orderBy('failed_at', 'desc')
    .execute();
  return rows.map((row) => row.failed_at);
}

/** Records a wrong code for each subject. Deletes all records older than `since` except those another transaction holds. */
export async function insertBindFailures(
  trx: Trx,
  subjects: readonly string[],
  now: number,
  since: number,
): Promise<void> {
  await sql`delete from bind_failure where ctid in (select ctid from bind_failure
    where failed_at <= ${new Date(since)}::timestamptz for update skip locked)`.execute(trx);
  const failed_at = new Date(now);
  await trx
    .insertInto('bind_failure')
    .values(subjects.map((subject) => ({ subject, failed_at })))
    .execute();
}

/** Lists what can still be bound of the orders at `now` (epoch milliseconds): their links, and each ticket's codes. */
export async function listUnboundOfOrders(db: Db, orderIds: readonly string[], now: number) {
  return db
    .selectFrom('ticket as t')
    .innerJoin('sales_order as o', 'o.order_id', 't.order_id')
    .select(['t.order_id', 't.voucher_no', 't.redeem_code', 'o.link_token as order_token'])
    .where('t.order_id', 'in', [...orderIds])
    .where('t.status', '=', 'unbound')
    .where(sql<boolean>`not ${expiredAt(now)}`)
    .orderBy(familyOrder)
    .execute();
}

// All the SQL of tickets: what a traveller sees of them, their issue, binding and activation, and their events.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { TicketEventTable, TicketTable } from '../db/tables.ts';
import type { Product } from '../operator/operator-schemas.ts';

export async function upsertProducts(trx: Trx, products: readonly Product[]): Promise<void> {
  for (const product of products) {
    const row = {
      kind: product.kind,
      trip_type: product.tripType ?? null,
      pass_days: product.days,
      reservations: product.reservations,
      data: JSON.stringify(product),
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

/** What a list shows together, all of it ordered by its end: 0 in use, 1 bound, 2 closed. */
export const listGroup = sql<number>`case t.status when 'inUse' then 0 when 'bound' then 1 else 2 end`;

/** How tickets of one end lie: a product's together, adults before children, then by number. The key of one place in it. */
export const familyOrder = sql<string>`(t.product_id || case t.passenger_category when 'adult' then ' 0 '
  when 'saleAdult' then ' 1 ' when 'senior' then ' 2 ' when 'specialAdult' then ' 3 ' when 'child' then ' 4 '
  when 'saleChild' then ' 5 ' else ' 6 ' end || t.ticket_no) collate "C"`;

/** The latest end that is over at `now` (epoch milliseconds): the last second itself still counts. */
export const lastEnded = (now: number) => sql`${new Date(now - 1000)}::timestamptz`;

/** The same as domain's isExpired in SQL. */
const expiredAt = (now: number) =>
  sql<boolean>`(t.status not in ('unbound', 'bound', 'inUse') or ${endsAt} <= ${lastEnded(now)})`;

/** Tickets with their product, their living reservations counted, and their open entry. */
export const views = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ticket_entry')
          .select(['station_id', 'verified_at'])
          // A gate's entry waits for its exit, however long, and is not the traveller's to cancel.
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
        .selectFrom('reservation_seat as rs')
        .innerJoin('reservation as r', 'r.reservation_id', 'rs.reservation_id')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('rs.ticket_id', '=', 't.ticket_id')
        .where('r.state', '=', 1)
        // A seat that a newer timetable took is as good as never reserved.
        .where(
          sql<boolean>`(exists (select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)
            or not exists (select 1 from disruption d where d.reservation_id = r.reservation_id
              and d.settled_at is null and d.kind in ('cancelled', 'seatGone')))`,
        )
        .as('reserved'),
    );

/** A ticket as it is read: its row, its product, its reservations counted, its open entry. */
export type TicketView = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>;

/** Those of the ids that are the account's, in a family's order. */
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

/** The account's ticket; undefined for somebody else's too. */
export async function findTicket(
  db: Db,
  accountId: string,
  ticketId: string,
): Promise<TicketView | undefined> {
  return (await findTickets(db, accountId, [ticketId]))[0];
}

/** Tickets that belong to nobody yet, for whoever holds their code, in a family's order. */
export async function findUnboundTickets(db: Db, ticketIds: readonly string[]): Promise<TicketView[]> {
  return views(db)
    .where('t.status', '=', 'unbound')
    .where('t.ticket_id', 'in', [...ticketIds])
    .orderBy(familyOrder)
    .execute();
}

/** Locks the account's ticket until the transaction ends, so that two devices follow each other. */
export async function lockTicket(trx: Trx, accountId: string, ticketId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ticket')
    .select('ticket_id')
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the order has been issued before. */
export async function insertOrder(
  trx: Trx,
  order: { orderId: string; linkToken: string; now: number },
): Promise<boolean> {
  const done = await trx
    .insertInto('sales_order')
    .values({ order_id: order.orderId, link_token: order.linkToken, created_at: new Date(order.now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Inserts tickets in one statement; gives the ids of those whose numbers and codes were all free. */
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

/** What an event tells beside its columns. Half a character, which the database's JSON refuses, is replaced. */
export const eventDetail = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part).toString() : part,
  );

export async function insertEvents(
  trx: Trx,
  events: readonly Omit<Insertable<TicketEventTable>, 'event_id'>[],
): Promise<void> {
  await trx
    .insertInto('ticket_event')
    .values([...events])
    .execute();
}

/** Notes which phone shows a locked ticket; says whether it was another one before. */
export async function takePhone(trx: Trx, ticketId: string, phoneKey: string): Promise<boolean> {
  const before = await trx
    .selectFrom('ticket')
    .select('phone_key')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (before?.phone_key === phoneKey) return false;
  await trx.updateTable('ticket').set({ phone_key: phoneKey }).where('ticket_id', '=', ticketId).execute();
  return (before?.phone_key ?? null) !== null;
}

/** A code as it is stored, and what kind it is. */
export interface TicketCode {
  readonly by: 'link' | 'voucherNo' | 'redeemCode';
  readonly code: string;
}

const BINDABLE = ['ticket_id', 'status', 'account_id', 'use_expire_date'] as const;
export type BindableTicket = Pick<TicketTable, (typeof BINDABLE)[number]>;

/** The tickets a code names, an order's link all of its order; locked in one order for everybody. */
export async function lockTicketsByCode(trx: Trx, { by, code }: TicketCode): Promise<BindableTicket[]> {
  const query = trx.selectFrom('ticket').select(BINDABLE).orderBy('ticket_id').forUpdate();
  if (by === 'voucherNo') return query.where('voucher_no', '=', code).execute();
  if (by === 'redeemCode') return query.where('redeem_code', '=', code).execute();
  return query
    .where((eb) =>
      eb.or([
        eb('link_token', '=', code),
        eb(
          'order_id',
          'in',
          eb.selectFrom('sales_order').select('order_id').where('sales_order.link_token', '=', code),
        ),
      ]),
    )
    .execute();
}

/** Gives unbound tickets to the account; the ids of those this call won. */
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

/** Takes the last second of use in epoch milliseconds; false when the ticket is no longer the account's or not bound. */
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

/** Lets an account's wrong codes be counted one at a time, until the transaction ends. */
export async function lockBindSubject(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bind:${subject}`}, 0))`.execute(trx);
}

/** When a subject typed wrong codes after `since` (epoch milliseconds), the newest first. */
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

/** Notes a wrong code for each subject and forgets everybody's older than `since`, those in other hands left alone. */
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

/** What may still be bound of some orders at `now` (epoch milliseconds): their links, and each ticket's codes. */
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

// The SQL of one ticket at the desk, of any account.
import { sql, type Selectable } from 'kysely';
import type { DeskAction } from '@kippu/contract/calls/desk/ticket';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TicketStatus, TicketTable } from '../../platform/db/tables/tables.ts';
import { lockAccountSeats, seatsOwnerOf } from '../../platform/db/locks.ts';
import { views, type TicketView } from '../../ticket/record/ticket-store.ts';

export type TicketRow = Selectable<TicketTable>;
export interface EventRow {
  readonly kind: string;
  readonly code: number | null;
  readonly from_status: TicketStatus | null;
  readonly to_status: TicketStatus | null;
  readonly station_id: string | null;
  readonly actor: string;
  readonly at: Date;
  readonly reason: string | null;
}

/** A ticket by its id or its number. */
export type TicketName =
  { readonly ticketId: string; readonly ticketNo?: never } | { readonly ticketNo: string };

const named = (name: TicketName) =>
  'ticketId' in name
    ? sql<boolean>`t.ticket_id = ${name.ticketId}`
    : sql<boolean>`t.ticket_no = ${name.ticketNo}`;

export const findByNumber = (db: Db, ticketNo: string): Promise<TicketView | undefined> =>
  views(db).where('t.ticket_no', '=', ticketNo).executeTakeFirst();

const ownerOf = (db: Db, name: TicketName) =>
  db.selectFrom('ticket as t').select(['t.account_id', 't.order_id']).where(named(name)).executeTakeFirst();

/**
 * Locks a ticket, its owner's seats first, as all code that takes or frees seats does; undefined when there is none. While
 * the owner's seats are locked the ticket cannot be transferred, so the owner stays the same.
 */
export async function lockWithSeats(trx: Trx, name: TicketName): Promise<TicketRow | undefined> {
  const locked = new Set<string>();
  for (;;) {
    const found = await ownerOf(trx, name);
    const owner = found && seatsOwnerOf(found);
    if (owner === undefined || locked.has(owner)) break;
    await lockAccountSeats(trx, owner);
    locked.add(owner);
  }
  return trx.selectFrom('ticket as t').selectAll().where(named(name)).forUpdate().executeTakeFirst();
}

/** Moves a locked ticket from one status to another. Returns false when it no longer has the first. */
export async function moveStatus(
  trx: Trx,
  ticketId: string,
  {
    action,
    from,
    to,
  }: { readonly action: DeskAction; readonly from: TicketStatus; readonly to: TicketStatus },
): Promise<boolean> {
  const before = action === 'suspend' ? { status_before_suspend: from } : {};
  const done = await trx
    .updateTable('ticket')
    .set({ status: to, ...before })
    .where('ticket_id', '=', ticketId)
    .where('status', '=', from)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function readStatus(db: Db, ticketId: string): Promise<TicketStatus> {
  const row = db.selectFrom('ticket').select('status').where('ticket_id', '=', ticketId);
  return (await row.executeTakeFirstOrThrow()).status;
}

/** The ticket and those that it replaced: gates report what they did with an old number late. */
const numbersOf = (ticketId: string) => sql`numbers as (
  select ticket_id, reissue_of from ticket where ticket_id = ${ticketId}
  union all select older.ticket_id, older.reissue_of from numbers join ticket as older on older.ticket_id = numbers.reissue_of)`;

/**
 * The version of a ticket that staff decide on. It changes with every event of the ticket, and of those that it replaced, and every change of its
 * reserved seats, except when another phone shows it.
 */
export async function readVersion(db: Db, ticketId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    with recursive ${numbersOf(ticketId)}
    select coalesce((select max(event_id) from ticket_event where ticket_id in (select ticket_id from numbers)
        and kind <> 'otherPhone'), 0)::text
      || '-' || left(md5(coalesce((
        select string_agg(rs.reservation_id || ' ' || rs.seat || ' ' || r.depart_at::text, ',' order by rs.reservation_id, rs.seat)
        from reservation_seat rs join reservation r on r.reservation_id = rs.reservation_id
        where rs.ticket_id = ${ticketId} and r.state = 1), '')), 8) as version`.execute(db);
  return rows[0]?.version ?? '';
}

/** Whether the ticket, or one that it replaced, passed a gate or an entrance, was verified at a station, or was accepted at a counter. */
export async function hasServed(db: Db, ticketId: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`with recursive ${numbersOf(ticketId)} select exists (select 1 from ticket_event
    where ticket_id in (select ticket_id from numbers) and (code is not null or kind in ('admit', 'takeIn'))) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** The token of the link that binds the unbound tickets of an order; undefined if there is no such order. */
export async function findOrderToken(db: Db, orderId: string): Promise<string | undefined> {
  const row = db.selectFrom('sales_order').select('link_token').where('order_id', '=', orderId);
  return (await row.executeTakeFirst())?.link_token;
}

/** As findOrderToken, of an order that there is. */
export async function orderTokenOf(db: Db, orderId: string): Promise<string> {
  const token = await findOrderToken(db, orderId);
  if (token === undefined) throw new Error(`no order '${orderId}'`);
  return token;
}

/** Replaces the token of an order's link. The link with the former token adds nothing any more. */
export async function saveOrderToken(trx: Trx, orderId: string, token: string): Promise<void> {
  await trx.updateTable('sales_order').set({ link_token: token }).where('order_id', '=', orderId).execute();
}

/** Moves the reservations of departed trains to the new ticket, so that they count. */
export async function moveReservations(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update reservation_seat rs set ticket_id = ${to} from reservation r
    where rs.reservation_id = r.reservation_id and rs.ticket_id = ${from} and r.state = 1`.execute(trx);
}

/** Saves when the ticket last left a station. */
export async function saveLastExit(trx: Trx, ticketId: string, at: Date): Promise<void> {
  await trx
    .updateTable('ticket')
    .set({ station_depart_date: at })
    .where('ticket_id', '=', ticketId)
    .execute();
}

/** The number of the ticket that this one replaces, and of the one that replaces it. */
export async function findReissues(
  db: Db,
  { ticket_id, reissue_of }: Pick<TicketRow, 'ticket_id' | 'reissue_of'>,
) {
  const rows = await db
    .selectFrom('ticket')
    .select(['ticket_id', 'ticket_no', 'reissue_of'])
    .where((eb) => eb.or([eb('ticket_id', '=', reissue_of), eb('reissue_of', '=', ticket_id)]))
    .execute();
  return {
    reissueOf: rows.find((row) => row.ticket_id === reissue_of)?.ticket_no,
    reissuedAs: rows.find((row) => row.reissue_of === ticket_id)?.ticket_no,
  };
}

/** Lists the ticket's last events, the newest first. */
export async function listEvents(db: Db, ticketId: string, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('ticket_event')
    .select(['kind', 'code', 'from_status', 'to_status', 'station_id', 'actor', 'at'])
    .select(sql<string | null>`coalesce(detail ->> 'reason', detail ->> 'note')`.as('reason'))
    .where('ticket_id', '=', ticketId)
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute();
}

// The SQL of one ticket as the desk sees and changes it, whoever has it.
import { sql, type Selectable } from 'kysely';
import type { DeskAction } from '@kippu/contract/desk-ticket';
import { JOURNEY_ENDS } from '@kippu/domain/ticket-entry';
import type { Db, Trx } from '../db/database.ts';
import type { TicketStatus, TicketTable } from '../db/tables.ts';
import { lockAccountSeats } from '../seat/seat-store.ts';
import { views, type TicketView } from '../ticket/ticket-store.ts';

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

/** The ticket of an id or, without one, of a number. */
export type TicketName =
  { readonly ticketId: string; readonly ticketNo?: never } | { readonly ticketNo: string };

const named = (name: TicketName) =>
  'ticketId' in name
    ? sql<boolean>`t.ticket_id = ${name.ticketId}`
    : sql<boolean>`t.ticket_no = ${name.ticketNo}`;

export const findByNumber = (db: Db, ticketNo: string): Promise<TicketView | undefined> =>
  views(db).where('t.ticket_no', '=', ticketNo).executeTakeFirst();

const ownerOf = (db: Db, name: TicketName) =>
  db.selectFrom('ticket as t').select('t.account_id').where(named(name)).executeTakeFirst();

/**
 * Locks a ticket, its owner's seats first as everybody does who takes or frees some; undefined for none. While an owner's
 * seats are locked the ticket cannot be given away, so the owner that is read then stays.
 */
export async function lockWithSeats(trx: Trx, name: TicketName): Promise<TicketRow | undefined> {
  const locked = new Set<string>();
  for (;;) {
    const owner = (await ownerOf(trx, name))?.account_id ?? null;
    if (owner === null || locked.has(owner)) break;
    await lockAccountSeats(trx, owner);
    locked.add(owner);
  }
  return trx.selectFrom('ticket as t').selectAll().where(named(name)).forUpdate().executeTakeFirst();
}

/** Moves a locked ticket from one status to another; false when it no longer is in the first. */
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

/** The token of the link that binds what is unbound of an order. */
export async function orderTokenOf(db: Db, orderId: string): Promise<string> {
  const row = db.selectFrom('sales_order').select('link_token').where('order_id', '=', orderId);
  return (await row.executeTakeFirstOrThrow()).link_token;
}

/** Lets the new ticket count what the old one has reserved on trains that have left. */
export async function carryReservations(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update reservation_seat rs set ticket_id = ${to} from reservation r
    where rs.reservation_id = r.reservation_id and rs.ticket_id = ${from} and r.state = 1`.execute(trx);
}

/** The end of a ticket's last journey at a station. */
export const findLastExit = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticket_event')
    .select(['code', 'station_id', 'method', 'actor', 'at'])
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...JOURNEY_ENDS])
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The number of the ticket this one was reissued for, and of the one that replaces it. */
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

/** The ticket's last events, the newest first. */
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

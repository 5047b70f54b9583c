// The SQL of the ticket list: what a traveller needs next comes first, page by page.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { endsAt, expiredAt, views, type TicketView } from './ticket-store.ts';

/** Where a page ended: 0 for a ticket in use and 1 for others, its end in epoch milliseconds, its id. */
export interface ListPosition {
  readonly rank: 0 | 1;
  readonly endsAt: number;
  readonly ticketId: string;
}

/**
 * At most `limit` of the account's tickets after a position. Active: those in use first, then what ends soonest.
 * Past: what ended last first.
 */
export async function listTickets(
  db: Db,
  accountId: string,
  list: { tab: 'active' | 'past'; now: number; limit: number; after: ListPosition | null },
): Promise<TicketView[]> {
  const { tab, now, limit, after } = list;
  const rank = sql<number>`case when t.status = 'inUse' then 0 else 1 end`;
  const from =
    after && sql`(${after.rank}::int, ${new Date(after.endsAt)}::timestamptz, ${after.ticketId}::text)`;
  const past = tab === 'past';
  const query = db
    .selectFrom('ticket as t')
    .select('t.ticket_id')
    .where('t.account_id', '=', accountId)
    .where(past ? expiredAt(now) : sql<boolean>`not ${expiredAt(now)}`)
    .limit(limit);
  // Which they are is found first: reservations and entries are looked up for the page alone, not for all of the account.
  const page = (picked: typeof query) => views(db).where('t.ticket_id', 'in', picked);
  if (past)
    return page(
      query
        .$if(from !== null, (q) => q.where(sql<boolean>`(1, ${endsAt}, t.ticket_id) < ${from}`))
        .orderBy(endsAt, 'desc')
        .orderBy('t.ticket_id', 'desc'),
    )
      .orderBy(endsAt, 'desc')
      .orderBy('t.ticket_id', 'desc')
      .execute();
  return page(
    query
      .$if(from !== null, (q) => q.where(sql<boolean>`(${rank}, ${endsAt}, t.ticket_id) > ${from}`))
      .orderBy(rank)
      .orderBy(endsAt)
      .orderBy('t.ticket_id'),
  )
    .orderBy(rank)
    .orderBy(endsAt)
    .orderBy('t.ticket_id')
    .execute();
}

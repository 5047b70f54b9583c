// The SQL of the ticket list: what a traveller needs next comes first, page by page.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { endsAt, listGroup, lastEnded, views, type TicketView } from './ticket-store.ts';

/** Where a page ended: 0 for a ticket in use and 1 for others, its end in epoch milliseconds, its id. */
export interface ListPosition {
  readonly rank: 0 | 1;
  readonly endsAt: number;
  readonly ticketId: string;
}

export interface ListWish {
  readonly tab: 'active' | 'past';
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limit: number;
  readonly after: ListPosition | null;
}

/** Groups of ticket-store's listGroup. */
const IN_USE = 0;
const BOUND = 1;
const CLOSED = 2;

/**
 * At most `limit` tickets of one group, from one end of its index: each group is a stretch of the index, so that neither
 * a thousand tickets of the account nor those that ended long ago are read for a page of twenty.
 */
function stretch(
  accountId: string,
  group: number,
  { tab, now, limit }: ListWish,
  after: ListPosition | null,
) {
  const past = tab === 'past';
  const [beyond, way] = past ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const over = past ? sql`<=` : sql`>`;
  const ended = group === CLOSED ? sql`` : sql`and ${endsAt} ${over} ${lastEnded(now)}`;
  const from =
    after === null
      ? sql``
      : sql`and (${endsAt}, t.ticket_id) ${beyond} (${new Date(after.endsAt)}::timestamptz, ${after.ticketId}::text)`;
  return sql`(select t.ticket_id, ${sql.lit(group)} as rank, ${endsAt} as ends_at from ticket as t
    where t.account_id = ${accountId} and ${listGroup} = ${sql.lit(group)} ${ended} ${from}
    order by ${endsAt} ${way}, t.ticket_id ${way} limit ${limit})`;
}

/**
 * At most `limit` of the account's tickets after a position. Active: those in use first, then what ends soonest.
 * Past: what ended last first.
 */
export async function listTickets(db: Db, accountId: string, wish: ListWish): Promise<TicketView[]> {
  const { tab, limit, after } = wish;
  const picked = (parts: readonly RawBuilder<unknown>[], order: RawBuilder<unknown>) =>
    sql<string>`(select ticket_id from (${sql.join(parts, sql` union all `)}) as picked
      order by ${order} limit ${limit})`;
  // Which they are is found first: reservations and entries are looked up for the page alone.
  const page = (ids: RawBuilder<string>) => views(db).where('t.ticket_id', 'in', ids);
  if (tab === 'past') {
    const parts = [IN_USE, BOUND, CLOSED].map((group) => stretch(accountId, group, wish, after));
    return page(picked(parts, sql`ends_at desc, ticket_id desc`))
      .orderBy(endsAt, 'desc')
      .orderBy('t.ticket_id', 'desc')
      .execute();
  }
  const parts =
    after?.rank === BOUND
      ? [stretch(accountId, BOUND, wish, after)]
      : [stretch(accountId, IN_USE, wish, after), stretch(accountId, BOUND, wish, null)];
  return page(picked(parts, sql`rank, ends_at, ticket_id`))
    .orderBy(listGroup)
    .orderBy(endsAt)
    .orderBy('t.ticket_id')
    .execute();
}

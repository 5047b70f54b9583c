// The SQL of the ticket list: what a traveller needs next comes first, page by page.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { endsAt, familyOrder, listGroup, lastEnded, views, type TicketView } from './ticket-store.ts';

/** Where a page ended: 0 for a ticket in use and 1 for others, its end in epoch milliseconds, its place of ticket-store's familyOrder. */
export interface ListPosition {
  readonly rank: 0 | 1;
  readonly endsAt: number;
  readonly place: string;
}

/** A ticket with its place among those of the same end. */
export type ListedTicket = TicketView & { readonly place: string };

interface ListWish {
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
  const way = past ? sql`desc` : sql`asc`;
  const over = past ? sql`<=` : sql`>`;
  const ended = group === CLOSED ? sql`` : sql`and ${endsAt} ${over} ${lastEnded(now)}`;
  return sql`(select t.ticket_id, ${sql.lit(group)} as rank, ${endsAt} as ends_at, ${familyOrder} as place from ticket as t
    where t.account_id = ${accountId} and ${listGroup} = ${sql.lit(group)} ${ended} ${after ? beyond(after, past) : sql``}
    order by ${endsAt} ${way}, ${familyOrder} limit ${limit})`;
}

/** Past ones go back in time and on in the family: that is no single comparison of rows, and its first half finds the place. */
function beyond({ endsAt: at, place }: ListPosition, past: boolean) {
  const [end, order] = [sql`${new Date(at)}::timestamptz`, sql`${place}::text`];
  return past
    ? sql`and ${endsAt} <= ${end} and (${endsAt} < ${end} or ${familyOrder} > ${order})`
    : sql`and (${endsAt}, ${familyOrder}) > (${end}, ${order})`;
}

/**
 * At most `limit` of the account's tickets after a position. Active: those in use first, then what ends soonest.
 * Past: what ended last first. What ends together lies in a family's order.
 */
export async function listTickets(db: Db, accountId: string, wish: ListWish): Promise<ListedTicket[]> {
  const { tab, limit, after } = wish;
  const picked = (parts: readonly RawBuilder<unknown>[], order: RawBuilder<unknown>) =>
    sql<string>`(select ticket_id from (${sql.join(parts, sql` union all `)}) as picked
      order by ${order} limit ${limit})`;
  // Which they are is found first: reservations and entries are looked up for the page alone.
  const page = (ids: RawBuilder<string>) =>
    views(db).select(familyOrder.as('place')).where('t.ticket_id', 'in', ids);
  if (tab === 'past') {
    const parts = [IN_USE, BOUND, CLOSED].map((group) => stretch(accountId, group, wish, after));
    return page(picked(parts, sql`ends_at desc, place`))
      .orderBy(endsAt, 'desc')
      .orderBy(familyOrder)
      .execute();
  }
  const parts =
    after?.rank === BOUND
      ? [stretch(accountId, BOUND, wish, after)]
      : [stretch(accountId, IN_USE, wish, after), stretch(accountId, BOUND, wish, null)];
  return page(picked(parts, sql`rank, ends_at, place`))
    .orderBy(listGroup)
    .orderBy(endsAt)
    .orderBy(familyOrder)
    .execute();
}

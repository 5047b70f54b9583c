// The SQL of the ticket list, page by page. The tickets that the traveller needs next come first.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { theRules } from '@kippu/domain/rules';
import { endsAt, familyOrder, listGroup, lastEnded, views, type TicketView } from '../record/ticket-store.ts';

/** Where a page ended: 0 for a ticket in use, 1 for others, 2 for suspended ones, its end in epoch milliseconds, its position in familyOrder. */
export interface ListPosition {
  readonly rank: 0 | 1 | 2;
  readonly endsAt: number;
  readonly place: string;
}

/** A ticket with its position among the tickets that end at the same time. */
export type ListedTicket = TicketView & { readonly place: string; readonly ended_at: Date | null };

interface ListInput {
  readonly tab: 'active' | 'past';
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limit: number;
  readonly after: ListPosition | null;
}

/** When a closed ticket was closed: at the last of its events. */
const endedAt = sql<Date | null>`case when t.status in ('unbound', 'bound', 'inUse') then null
  else (select max(e.at) from ticket_event as e where e.ticket_id = t.ticket_id) end`;

/** The groups of ticket-store's listGroup. */
const IN_USE = 0;
const BOUND = 1;
const CLOSED = 2;

/**
 * Selects at most `limit` tickets of one group. Each group is a contiguous range of the index and is read from one end,
 * so a page of twenty reads neither all of the account's tickets nor all that ended long ago.
 */
function stretch(
  accountId: string,
  group: number,
  { tab, now, limit }: ListInput,
  after: ListPosition | null,
) {
  const past = tab === 'past';
  const order = past ? sql`desc` : sql`asc`;
  const ended = group === CLOSED ? closedOrNot(past, now) : endedOrNot(group, past, now);
  return sql`(select t.ticket_id, ${sql.lit(group)} as rank, ${endsAt} as ends_at, ${familyOrder} as place from ticket as t
    where t.account_id = ${accountId} and ${listGroup} = ${sql.lit(group)} ${ended} ${after ? beyond(after, past) : sql``}
    order by ${endsAt} ${order}, ${familyOrder} limit ${limit})`;
}

/** Selects closed tickets that are over: all but suspended ones, which may be resumed until their last day; or those. */
const closedOrNot = (past: boolean, now: number) =>
  past
    ? sql`and (t.status <> 'suspended' or ${endsAt} <= ${lastEnded(now)})`
    : sql`and t.status = 'suspended' and ${endsAt} > ${lastEnded(now)}`;

/**
 * Selects tickets that are over at `now`, or those that are not. A ticket in use with an open exit is not over; the
 * first bound lets the index find the few tickets that may have one.
 */
function endedOrNot(group: number, past: boolean, now: number) {
  if (group !== IN_USE) return sql`and ${endsAt} ${past ? sql`<=` : sql`>`} ${lastEnded(now)}`;
  const lastExit = lastEnded(now - theRules().exitGraceHours * 3_600_000);
  const hasExit = sql`exists (select 1 from ticket_entry as entry where entry.ticket_id = t.ticket_id
    and entry.direction = 'in' and entry.state = 'open' and entry.verified_at < ${endsAt} + interval '1 second')`;
  return past
    ? sql`and ${endsAt} <= ${lastEnded(now)} and not (${endsAt} > ${lastExit} and ${hasExit})`
    : sql`and ${endsAt} > ${lastExit} and (${endsAt} > ${lastEnded(now)} or ${hasExit})`;
}

/** Past tickets sort by descending end and ascending family order. One row comparison cannot express that; the first condition uses the index. */
function beyond({ endsAt: at, place }: ListPosition, past: boolean) {
  const [end, order] = [sql`${new Date(at)}::timestamptz`, sql`${place}::text`];
  return past
    ? sql`and ${endsAt} <= ${end} and (${endsAt} < ${end} or ${familyOrder} > ${order})`
    : sql`and (${endsAt}, ${familyOrder}) > (${end}, ${order})`;
}

/**
 * Lists at most `limit` of the account's tickets after a position. Active: tickets in use first, suspended ones last, each by the earliest end.
 * Past: by the latest end. Tickets that end at the same time are in family order.
 */
export async function listTickets(db: Db, accountId: string, input: ListInput): Promise<ListedTicket[]> {
  const { tab, limit, after } = input;
  const picked = (parts: readonly RawBuilder<unknown>[], order: RawBuilder<unknown>) =>
    sql<string>`(select ticket_id from (${sql.join(parts, sql` union all `)}) as picked
      order by ${order} limit ${limit})`;
  // Ids are found first, so that reservations and entries are read for the page alone.
  const page = (ids: RawBuilder<string>) =>
    views(db).select(familyOrder.as('place')).select(endedAt.as('ended_at')).where('t.ticket_id', 'in', ids);
  if (tab === 'past') {
    const parts = [IN_USE, BOUND, CLOSED].map((group) => stretch(accountId, group, input, after));
    return page(picked(parts, sql`ends_at desc, place`))
      .orderBy(endsAt, 'desc')
      .orderBy(familyOrder)
      .execute();
  }
  const reached = after?.rank ?? IN_USE;
  const parts = [IN_USE, BOUND, CLOSED]
    .filter((group) => group >= reached)
    .map((group) => stretch(accountId, group, input, group === reached ? after : null));
  return page(picked(parts, sql`rank, ends_at, place`))
    .orderBy(listGroup)
    .orderBy(endsAt)
    .orderBy(familyOrder)
    .execute();
}

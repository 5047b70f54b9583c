// The SQL by which the desk finds tickets of any account.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { endsAt, familyOrder, listGroup } from '../../ticket/record/ticket-store.ts';

/** Only the columns of a line, without lookups in other tables, since an account may have thousands of tickets. */
const lines = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['t.ticket_no', 't.order_id', 't.product_id', 't.passenger_category', 't.status'])
    .select(['t.use_expire_date', 't.abt_expire_date', 'p.data'])
    .select(sql<boolean>`t.account_id is not null`.as('bound'))
    .select([endsAt.as('ends_at'), listGroup.as('list_group'), familyOrder.as('place')]);

export type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>;

/** What a typed text may be: a number or code as stored, or an order's id in one of these forms, in any case. */
export interface SearchTerms {
  readonly code: string;
  readonly orderIds: readonly string[];
}

/** Lists at most `limit` of the tickets after a position in familyOrder. */
export async function findLines(
  db: Db,
  { code, orderIds }: SearchTerms,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<LineRow[]> {
  // One index lookup for each: for an `or`, the planner would read all tickets.
  const found = sql<string>`(
    select ticket_id from ticket where ticket_no = ${code}
    union select ticket_id from ticket where issued_ticket_no = ${code}
    union select ticket_id from ticket where voucher_no = ${code}
    union select ticket_id from ticket where redeem_code = ${code}
    union select ticket_id from ticket where lower(order_id) = any(array(select lower(each) from unnest(${[...orderIds]}::text[]) as each)))`;
  const query = lines(db).where('t.ticket_id', 'in', found).orderBy(familyOrder).limit(limit);
  return (after === null ? query : query.where(sql<boolean>`${familyOrder} > ${after}::text`)).execute();
}

/** Where a page of an account's tickets ends. */
export interface AccountPlace {
  readonly group: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly place: string;
}

/** Lists at most `limit` of an account's tickets: in use, then unused, then closed; in each group the latest to end first. */
export async function accountLines(
  db: Db,
  accountId: string,
  { after, limit }: { readonly after: AccountPlace | null; readonly limit: number },
): Promise<LineRow[]> {
  const query = lines(db)
    .where('t.account_id', '=', accountId)
    .orderBy(listGroup)
    .orderBy(endsAt, 'desc')
    .orderBy(familyOrder)
    .limit(limit);
  if (after === null) return query.execute();
  const end = sql`${new Date(after.endsAt)}::timestamptz`;
  return query
    .where(
      sql<boolean>`(${listGroup} > ${after.group}::int or (${listGroup} = ${after.group}::int and (${endsAt} < ${end}
        or (${endsAt} = ${end} and ${familyOrder} > ${after.place}::text))))`,
    )
    .execute();
}

/** Finds the owner of a ticket number; undefined when there is no such ticket, null when it is unbound. */
export async function findOwner(db: Db, ticketNo: string): Promise<string | null | undefined> {
  const row = db.selectFrom('ticket').select('account_id').where('ticket_no', '=', ticketNo);
  return (await row.executeTakeFirst())?.account_id;
}

/** Finds the numbers of tickets, by their ids. */
export async function findNumbers(
  db: Db,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ticket')
    .select(['ticket_id', 'ticket_no'])
    .where('ticket_id', 'in', [...ticketIds])
    .execute();
  return new Map(rows.map(({ ticket_id, ticket_no }) => [ticket_id, ticket_no]));
}

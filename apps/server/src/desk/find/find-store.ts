// The SQL by which the desk finds tickets, whoever has them.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { endsAt, familyOrder, listGroup } from '../ticket/ticket-store.ts';

/** What a line shows, and nothing that costs a look elsewhere: an account may have thousands. */
const lines = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['t.ticket_no', 't.order_id', 't.product_id', 't.passenger_category', 't.status'])
    .select(['t.use_expire_date', 't.abt_expire_date', 'p.data'])
    .select(sql<boolean>`t.account_id is not null`.as('bound'))
    .select([endsAt.as('ends_at'), listGroup.as('list_group'), familyOrder.as('place')]);

export type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>;

/** What somebody typed may be: a number or a code as stored, or an order's id in one of these forms. */
export interface Sought {
  readonly code: string;
  readonly orderIds: readonly string[];
}

/** At most `limit` of the tickets sought after a place of ticket-store's familyOrder. */
export async function findLines(
  db: Db,
  { code, orderIds }: Sought,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<LineRow[]> {
  // One look into an index for each: the planner would read all tickets for an `or` that it takes for common.
  const found = sql<string>`(
    select ticket_id from ticket where ticket_no = ${code}
    union select ticket_id from ticket where issued_ticket_no = ${code}
    union select ticket_id from ticket where voucher_no = ${code}
    union select ticket_id from ticket where redeem_code = ${code}
    union select ticket_id from ticket where order_id = any(${[...orderIds]}::text[]))`;
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

/** At most `limit` of an account's tickets: those in use, then unused, then closed ones, each the latest to end first. */
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

/** Who has a ticket of this number; undefined for no such ticket, null for one of nobody's. */
export async function findOwner(db: Db, ticketNo: string): Promise<string | null | undefined> {
  const row = db.selectFrom('ticket').select('account_id').where('ticket_no', '=', ticketNo);
  return (await row.executeTakeFirst())?.account_id;
}

/** The numbers of tickets, by their ids. */
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

// The SQL of reconciliation: what the ledger of one partner and mode has by month, and its closings.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { LedgerClosingTable } from '../../platform/db/tables/partner-tables.ts';
import type { OwnedBy } from '../orders/order-store.ts';
import type { LedgerGroup } from './month-sums.ts';

export type ClosingRow = Selectable<LedgerClosingTable>;

/** Texts between which the days of a month `YYYY-MM` are. */
export const daysOfMonth = (month: string): { readonly first: string; readonly last: string } => ({
  first: `${month}-01`,
  last: `${month}-31`,
});

/** Whose rows, in which currency, of which days. */
interface Rows extends OwnedBy {
  readonly currency: string;
  readonly first: string;
  readonly last: string;
}

const ofOwner = ({ partnerId, mode }: OwnedBy) => sql`partner_id = ${partnerId} and mode = ${mode}`;
const chosen = (rows: Rows) =>
  sql`${ofOwner(rows)} and currency = ${rows.currency} and day between ${rows.first} and ${rows.last}`;

/** How much a row adds to accounts of a side: what they are credited with less what they are debited with. */
const gain = (accounts: readonly string[]) => {
  const names = sql.join(accounts.map((account) => sql.lit(account)));
  return sql`sum(case when credit in (${names}) then amount else 0 end - case when debit in (${names}) then amount else 0 end)::text`;
};

/** An amount as JavaScript counts it. Throws RangeError above what it counts exactly. */
function exact(text: string): number {
  const amount = Number(text);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an exact amount: ${text}`);
  // A negative zero would differ from zero in JSON.
  return amount === 0 ? 0 : amount;
}

/** Reads the rows in groups of a day, a kind and a tax rate. */
export async function readGroups(db: Db, rows: Rows): Promise<LedgerGroup[]> {
  const read = await sql<
    Record<'receivable' | 'net' | 'tax', string> & Omit<LedgerGroup, 'net' | 'tax' | 'receivable'>
  >`
    select day, kind, line in ('fee', 'feeTax') as "isFee", tax_rate as rate,
      count(distinct passenger_id)::int as number, count(*)::int as rows,
      (-1 * ${gain(['receivable'])}::numeric)::text as receivable,
      ${gain(['revenue', 'fee'])} as net, ${gain(['tax'])} as tax
    from ledger_entry where ${chosen(rows)} group by 1, 2, 3, 4`.execute(db);
  return read.rows.map((row) => ({
    ...row,
    receivable: exact(row.receivable),
    net: exact(row.net),
    tax: exact(row.tax),
  }));
}

/** Names the rows of a month: it changes with each row that is added. */
export async function readState(db: Db, owner: OwnedBy, month: string): Promise<string> {
  const { first, last } = daysOfMonth(month);
  const { rows } = await sql<{ state: string }>`
    select count(*) || '.' || coalesce(max(entry_id), 0) as state from ledger_entry
    where ${ofOwner(owner)} and day between ${first} and ${last}`.execute(db);
  return rows[0]?.state ?? '0.0';
}

/** Reads what the partner owed when a month began: what the last closing before it says, and what was posted since. */
export async function readBalanceBefore(
  db: Db,
  owner: OwnedBy & { readonly currency: string },
  month: string,
): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    with closing as (
      select month, balance from ledger_closing
      where ${ofOwner(owner)} and currency = ${owner.currency} and month < ${month} order by month desc limit 1
    )
    select (coalesce((select balance from closing), 0) + coalesce((
      select sum(case when debit = 'receivable' then amount when credit = 'receivable' then -amount else 0 end)
      from ledger_entry where ${ofOwner(owner)} and currency = ${owner.currency} and day < ${`${month}-01`}
        and day > coalesce((select month || '-31' from closing), '')), 0))::text as balance`.execute(db);
  return exact(rows[0]?.balance ?? '0');
}

/** Lists the closings, the newest first. */
export const listClosings = (db: Db, { partnerId, mode }: OwnedBy): Promise<ClosingRow[]> =>
  db
    .selectFrom('ledger_closing')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .orderBy('month', 'desc')
    .execute();

export async function insertClosing(trx: Trx, row: Insertable<LedgerClosingTable>): Promise<void> {
  await trx.insertInto('ledger_closing').values(row).execute();
}

/** The month of the first posting, `YYYY-MM`. */
export async function readFirstMonth(db: Db, { partnerId, mode }: OwnedBy): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_entry')
    .select('day')
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day.slice(0, 7);
}

/**
 * Computes the hash of a month: SHA-256, hexadecimal, of the hash of the closing before ('' without one) and one line for each row in the order of
 * their ids. A line is a JSON array with the row's columns.
 */
export async function hashOfMonth(db: Db, owner: OwnedBy, month: string, before: string): Promise<string> {
  const { first, last } = daysOfMonth(month);
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(${before}::text || coalesce(string_agg(E'\n' || json_build_array(
      entry_id::text, posting_id, order_id, passenger_id, kind, line, debit, credit, amount::text, currency, tax_rate,
      day, act_day, (extract(epoch from at) * 1000)::bigint::text)::text, '' order by entry_id), ''), 'UTF8')), 'hex') as hash
    from ledger_entry where ${ofOwner(owner)} and day between ${first} and ${last}`.execute(db);
  return rows[0]?.hash ?? '';
}

/** Whether an order that was made before `end` can still be confirmed at `now`. */
export async function hasOpenOrder(
  db: Db,
  { partnerId, mode }: OwnedBy,
  { end, now }: { readonly end: Date; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('partner_order')
    .select('order_id')
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .where('created_at', '<', end)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

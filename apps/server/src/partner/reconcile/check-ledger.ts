// Proves that a ledger adds up: its accounts, the postings of each order against its state, days, and closed months.
import { isDeepStrictEqual } from 'node:util';
import type { LedgerFault } from '@kippu/contract/calls/desk/partners';
import { zoneName } from '@kippu/domain/time/zone';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { OwnedBy } from '../orders/order-store.ts';
import { daysOfMonth, hashOfMonth, listClosings } from './reconcile-store.ts';
import { readMonth } from './reconciliation.ts';

/** The most faults of a kind that are listed. */
const MAX_FAULTS = 20;

interface Checked {
  readonly db: Db;
  readonly owner: OwnedBy;
  readonly currency: string;
  /** The rows of the month, or of all months. */
  readonly rows: RawBuilder<unknown>;
  /** The orders that were confirmed then. */
  readonly orders: RawBuilder<unknown>;
}

/** The debits and credits of all accounts together. */
async function accountFaults({ db, rows }: Checked): Promise<LedgerFault[]> {
  const read = await sql<{ sum: string }>`
    select coalesce(sum(balance), 0)::text as sum from (
      select debit as account, sum(amount) as balance from ledger_entry where ${rows} group by debit
      union all select credit, -sum(amount) from ledger_entry where ${rows} group by credit) as sides`.execute(
    db,
  );
  return read.rows[0]?.sum === '0' ? [] : [{ what: 'accounts' }];
}

/**
 * Orders with a ticket whose postings are not those of its state. An ordered ticket, and one of an order from before the ledger, has none. Every other
 * one has its sale, and one that was given back the same amounts in reverse and at most a fee.
 */
async function orderFaults({ db, owner, rows, orders }: Checked): Promise<LedgerFault[]> {
  const read = await sql<{ orderId: string }>`
    with checked as (
      select order_id from ledger_entry where ${rows}
      union select order_id from partner_order where partner_id = ${owner.partnerId} and mode = ${owner.mode} and ${orders}
    ), expected as (
      select p.order_id, p.passenger_id, p.state, p.price, p.tax, p.tax_rate, o.currency, o.partner_id, o.mode,
        o.adopted or p.state = 'ordered' as is_empty,
        case p.state when 'refunded' then 'refund' when 'exchanged' then 'exchange' when 'void' then 'void' end as back,
        (o.state = 'confirmed') = (p.state <> 'ordered')
          and (o.adopted or t.status is distinct from 'refunded' or p.state in ('refunded', 'exchanged')) as is_state_right
      from partner_order o join partner_passenger p on p.order_id = o.order_id left join ticket t on t.ticket_id = p.ticket_id
      where o.partner_id = ${owner.partnerId} and o.mode = ${owner.mode} and o.order_id in (select order_id from checked)
    ), found as (
      select e.passenger_id,
        coalesce(sum(l.amount) filter (where l.kind = 'sale' and l.line = 'net' and l.debit = 'receivable' and l.credit = 'revenue'), 0) as sold,
        coalesce(sum(l.amount) filter (where l.kind = 'sale' and l.line = 'tax' and l.debit = 'receivable' and l.credit = 'tax'), 0) as sold_tax,
        coalesce(sum(l.amount) filter (where l.kind = e.back and l.line = 'net' and l.debit = 'revenue' and l.credit = 'receivable'), 0) as returned,
        coalesce(sum(l.amount) filter (where l.kind = e.back and l.line = 'tax' and l.debit = 'tax' and l.credit = 'receivable'), 0) as returned_tax,
        coalesce(sum(l.amount) filter (where l.kind = e.back and l.line = 'fee' and l.debit = 'receivable' and l.credit = 'fee'), 0) as fee,
        coalesce(sum(l.amount) filter (where l.kind = e.back and l.line = 'feeTax' and l.debit = 'receivable' and l.credit = 'tax'), 0) as fee_tax,
        coalesce(sum(l.amount), 0) as moved,
        coalesce(bool_and(l.order_id = e.order_id and l.partner_id = e.partner_id and l.mode = e.mode
          and l.currency = e.currency and (l.tax_rate = e.tax_rate or l.line in ('fee', 'feeTax'))), true) as is_own
      from expected e left join ledger_entry l on l.passenger_id = e.passenger_id group by e.passenger_id
    )
    select distinct e.order_id as "orderId" from expected e join found f using (passenger_id)
    where not coalesce(f.is_own and e.is_state_right
      and f.moved = f.sold + f.sold_tax + f.returned + f.returned_tax + f.fee + f.fee_tax
      and f.sold = case when e.is_empty then 0 else e.price - e.tax end
      and f.sold_tax = case when e.is_empty then 0 else e.tax end
      and f.returned = case when e.is_empty or e.back is null then 0 else f.sold end
      and f.returned_tax = case when e.is_empty or e.back is null then 0 else f.sold_tax end
      and f.fee + f.fee_tax <= e.price, false)
    order by 1 limit ${MAX_FAULTS}`.execute(db);
  return read.rows.map((row) => ({ what: 'order', ...row }));
}

/** Rows that sums leave out, since they are in another currency. */
async function currencyFaults({ db, rows, currency }: Checked): Promise<LedgerFault[]> {
  const read = await sql<{ orderId: string }>`
    select distinct order_id as "orderId" from ledger_entry where ${rows} and currency <> ${currency}
    order by 1 limit ${MAX_FAULTS}`.execute(db);
  return read.rows.map((row) => ({ what: 'currency', ...row }));
}

/** Rows that are on another day than their act, and were not moved out of a closed month. */
async function dayFaults({ db, rows }: Checked): Promise<LedgerFault[]> {
  const read = await sql<{ orderId: string }>`
    select distinct order_id as "orderId" from ledger_entry
    where ${rows} and (coalesce(act_day, day) <> to_char(at at time zone ${zoneName()}, 'YYYY-MM-DD') or act_day >= day)
    order by 1 limit ${MAX_FAULTS}`.execute(db);
  return read.rows.map((row) => ({ what: 'day', ...row }));
}

/** A closed month whose entries or sums are not those of its record. */
async function closingFaults({ db, owner }: Checked, month: string | undefined): Promise<LedgerFault[]> {
  const closings = await listClosings(db, owner);
  const faults: LedgerFault[] = [];
  for (const [at, closing] of closings.entries()) {
    if (month !== undefined && month !== closing.month) continue;
    const { sums, entries } = await readMonth(db, { ...owner, currency: closing.currency }, closing.month);
    const isSame =
      closing.hash === (await hashOfMonth(db, owner, closing.month, closings[at + 1]?.hash ?? '')) &&
      closing.entries === entries &&
      Number(closing.balance) === sums.after &&
      isDeepStrictEqual(closing.sums, sums);
    if (!isSame) faults.push({ what: 'closing' });
  }
  return faults;
}

/**
 * Checks the ledger of a partner and mode: all of it, or what was posted in a month `YYYY-MM`, with all postings of these orders. Returns what is wrong.
 * @param currency the operator's, ISO 4217
 */
export async function checkLedger(
  db: Db,
  owner: OwnedBy,
  currency: string,
  month?: string,
): Promise<LedgerFault[]> {
  const own = sql`partner_id = ${owner.partnerId} and mode = ${owner.mode}`;
  const days = month === undefined ? undefined : daysOfMonth(month);
  const rows = days ? sql`${own} and day between ${days.first} and ${days.last}` : own;
  const confirmed = sql`to_char(confirmed_at at time zone ${zoneName()}, 'YYYY-MM')`;
  const orders = month === undefined ? sql`true` : sql`${confirmed} = ${month}`;
  const checked = { db, owner, currency, rows, orders };
  return [
    ...(await accountFaults(checked)),
    ...(await orderFaults(checked)),
    ...(await currencyFaults(checked)),
    ...(await dayFaults(checked)),
    ...(await closingFaults(checked, month)),
  ];
}

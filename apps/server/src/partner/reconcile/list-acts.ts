// Lists what was posted on a day: one item for each ticket and act.
import type { DataOf } from '@kippu/contract/call';
import type { deskReconciliationEntries } from '@kippu/contract/calls/desk/partners';
import { isDate } from '@kippu/domain/time/service-day';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { LedgerEntryTable } from '../../platform/db/tables/partner-tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OwnedBy } from '../orders/order-store.ts';

const PAGE_ITEMS = 50;

interface ActRow {
  readonly entryId: string;
  readonly at: Date;
  readonly kind: LedgerEntryTable['kind'];
  readonly orderId: string;
  readonly reference: string;
  readonly ticketNo: string | null;
  readonly amount: string;
  readonly fee: string;
  readonly tax: string;
  readonly taxRate: number;
  readonly actDay: string | null;
  readonly soldOn: string | null;
}

function placeAfter(cursor: string): string {
  const [entryId] = placeOf(cursor, 1);
  if (typeof entryId !== 'string' || !/^\d{1,18}$/.test(entryId)) throw wrongCursor();
  return entryId;
}

/** Lists a page of the acts of a day `YYYY-MM-DD`, in their order. Throws AppError REQ-0001 on a day that does not exist, or a wrong cursor. */
export async function listActs(
  db: Db,
  { partnerId, mode, currency }: OwnedBy & { readonly currency: string },
  day: string,
  cursor: string | undefined,
): Promise<DataOf<typeof deskReconciliationEntries>> {
  if (!isDate(day)) throw new AppError('REQ-0001', { values: { field: 'day' } });
  const from = cursor === undefined ? '0' : placeAfter(cursor);
  const { rows } = await sql<ActRow>`
    with acts as (
      select min(entry_id) as entry_id, posting_id, passenger_id, order_id, kind, min(at) as at, max(act_day) as act_day,
        max(tax_rate) as rate,
        sum(case when line in ('fee', 'feeTax') then 0 when debit = 'receivable' then amount else -amount end) as price,
        sum(case when line in ('fee', 'feeTax') then amount else 0 end) as fee,
        sum(case when credit = 'tax' then amount when debit = 'tax' then -amount else 0 end) as tax
      from ledger_entry where partner_id = ${partnerId} and mode = ${mode} and day = ${day} and currency = ${currency}
      group by posting_id, passenger_id, order_id, kind having min(entry_id) > ${from}::bigint
      order by 1 limit ${PAGE_ITEMS + 1}
    )
    select a.entry_id::text as "entryId", a.at, a.kind, a.order_id as "orderId", o.reference, t.ticket_no as "ticketNo",
      a.price::text as amount, a.fee::text, a.tax::text, a.rate as "taxRate", a.act_day as "actDay", s.day as "soldOn"
    from acts a join partner_order o on o.order_id = a.order_id join partner_passenger p on p.passenger_id = a.passenger_id
    left join ticket t on t.ticket_id = p.ticket_id
    left join lateral (select l.day from ledger_entry l
      where a.kind <> 'sale' and l.passenger_id = a.passenger_id and l.kind = 'sale' limit 1) s on true
    order by a.entry_id`.execute(db);
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = rows.length > PAGE_ITEMS ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ at, ticketNo, amount, fee, tax, actDay, soldOn, ...row }) => ({
      ...row,
      at: wireTime(at),
      amount: Number(amount),
      fee: Number(fee),
      tax: Number(tax),
      ...(ticketNo === null ? {} : { ticketNo }),
      ...(actDay === null ? {} : { actDay }),
      ...(soldOn === null ? {} : { soldOn }),
    })),
    ...(last ? { next: cursorOf(last.entryId) } : {}),
  };
}

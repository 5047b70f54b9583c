// The SQL of the ledger: rows are only added, in the transaction of their act.
import { randomUUID } from 'node:crypto';
import { dateAt } from '@kippu/domain/time/service-day';
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { LedgerEntryTable, PartnerOrderTable } from '../../platform/db/tables/partner-tables.ts';
import type { LedgerLine } from './ledger-lines.ts';

export interface Posting {
  readonly order: Pick<PartnerOrderTable, 'order_id' | 'partner_id' | 'mode' | 'currency'>;
  readonly kind: LedgerEntryTable['kind'];
  readonly passengers: readonly {
    readonly passengerId: string;
    /** In hundredths of a percent. */
    readonly taxRate: number;
    readonly lines: readonly LedgerLine[];
  }[];
}

/**
 * Posts the lines of an act on the operator's day of `now` (epoch milliseconds). Nothing is posted for tickets without a price. Fails where a ticket was
 * sold, or given back, before: the database allows each once.
 */
export async function post(trx: Trx, { order, kind, passengers }: Posting, now: number): Promise<void> {
  const { order_id, partner_id, mode, currency } = order;
  const act = {
    posting_id: randomUUID(),
    partner_id,
    mode,
    order_id,
    kind,
    currency,
    day: dateAt(now),
    at: new Date(now),
  };
  const rows = passengers.flatMap(({ passengerId, taxRate, lines }) =>
    lines.map((line) => ({ ...act, ...line, passenger_id: passengerId, tax_rate: taxRate })),
  );
  if (rows.length > 0) await trx.insertInto('ledger_entry').values(rows).execute();
}

/** Lists a partner's entries of some days, in the order in which they were posted. */
export function listEntries(
  db: Db,
  { partnerId, mode }: { readonly partnerId: string; readonly mode: PartnerOrderTable['mode'] },
  page: { readonly from: string; readonly until: string; readonly after: string; readonly limit: number },
): Promise<Selectable<LedgerEntryTable>[]> {
  return db
    .selectFrom('ledger_entry')
    .selectAll()
    .select(sql<string>`entry_id::text`.as('entry_id'))
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .where('day', '>=', page.from)
    .where('day', '<=', page.until)
    .where(sql<boolean>`entry_id > ${page.after}::bigint`)
    .orderBy(sql`ledger_entry.entry_id`)
    .limit(page.limit)
    .execute();
}

// The SQL of usage histories, of one ticket and of all an account's tickets.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { TicketEventTable } from '../../platform/db/tables/tables.ts';
import { countsInHistory } from '../record/counted-passages.ts';

/** Where a page of the history ends: the last event's time (epoch milliseconds) and id. */
export interface HistoryPosition {
  readonly at: number;
  readonly eventId: string;
}
export type HistoryRow = Pick<TicketEventTable, 'ticket_id' | 'station_id' | 'method' | 'actor' | 'at'> & {
  readonly event_id: string;
  readonly code: number;
  /** The reason that staff gave at a gate; null for all other events. */
  readonly reason: string | null;
  /** The product's data, as in TicketView. */
  readonly data: unknown;
};

/**
 * Lists at most `limit` events with one of the codes, the newest first: of the account's tickets or of the given one,
 * each since the account received it. Passages that were set aside are not listed: the traveller did not make them.
 */
export async function listHistory(
  db: Db,
  { accountId, ticketId }: { readonly accountId: string; readonly ticketId: string | undefined },
  list: { codes: readonly number[]; limit: number; after: HistoryPosition | null },
): Promise<HistoryRow[]> {
  const { after } = list;
  // After a transfer the new owner may not see where the previous owner went.
  const { rows } = await sql<HistoryRow>`
    select e.event_id::text as event_id, e.ticket_id, e.code, e.station_id, e.method, e.actor, e.at, p.data,
      case when e.method = 'gate' and e.actor like 'staff:%' then e.detail ->> 'reason' end as reason
    from ticket t join product p using (product_id) join ticket_event e using (ticket_id)
    where t.account_id = ${accountId} ${ticketId === undefined ? sql`` : sql`and t.ticket_id = ${ticketId}`}
      and e.code = any(${[...list.codes]}::int[])
      and ${countsInHistory('e')}
      and not exists (select 1 from ticket_event given where given.ticket_id = e.ticket_id
        and given.kind = 'transfer' and (given.at, given.event_id) > (e.at, e.event_id))
      ${after ? sql`and (e.at, e.event_id) < (${new Date(after.at)}::timestamptz, ${after.eventId}::bigint)` : sql``}
    order by e.at desc, e.event_id desc limit ${list.limit}`.execute(db);
  return rows;
}

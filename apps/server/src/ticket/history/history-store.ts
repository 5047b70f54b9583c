// The SQL of usage histories, of one ticket and of all that an account has.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { TicketEventTable } from '../db/tables.ts';

/** Where a page of the history ends: epoch milliseconds, and the event. */
export interface HistoryPosition {
  readonly at: number;
  readonly eventId: string;
}
export type HistoryRow = Pick<TicketEventTable, 'ticket_id' | 'station_id' | 'method' | 'actor' | 'at'> & {
  readonly event_id: string;
  readonly code: number;
  /** The product's, as in TicketView. */
  readonly data: unknown;
};

/**
 * At most `limit` events with one of the codes, the newest first, of the account's tickets or of the one that is named, each
 * since it is the account's.
 */
export async function listHistory(
  db: Db,
  { accountId, ticketId }: { readonly accountId: string; readonly ticketId: string | undefined },
  list: { codes: readonly number[]; limit: number; after: HistoryPosition | null },
): Promise<HistoryRow[]> {
  const { after } = list;
  // Where somebody else went with the ticket is nobody's business after a transfer.
  const { rows } = await sql<HistoryRow>`
    select e.event_id::text as event_id, e.ticket_id, e.code, e.station_id, e.method, e.actor, e.at, p.data
    from ticket t join product p using (product_id) join ticket_event e using (ticket_id)
    where t.account_id = ${accountId} ${ticketId === undefined ? sql`` : sql`and t.ticket_id = ${ticketId}`}
      and e.code = any(${[...list.codes]}::int[])
      and not exists (select 1 from ticket_event given where given.ticket_id = e.ticket_id
        and given.kind = 'transfer' and (given.at, given.event_id) > (e.at, e.event_id))
      ${after ? sql`and (e.at, e.event_id) < (${new Date(after.at)}::timestamptz, ${after.eventId}::bigint)` : sql``}
    order by e.at desc, e.event_id desc limit ${list.limit}`.execute(db);
  return rows;
}

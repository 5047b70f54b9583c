// The SQL of a ticket's usage history.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { TicketEventTable } from '../db/tables.ts';

/** Where a page of the history ends: epoch milliseconds, and the event. */
export interface HistoryPosition {
  readonly at: number;
  readonly eventId: string;
}
export type HistoryRow = Pick<TicketEventTable, 'station_id' | 'method' | 'actor' | 'at'> & {
  readonly event_id: string;
  readonly code: number;
};

/** At most `limit` events with one of the codes, the newest first, since the ticket is its owner's. */
export async function listHistory(
  db: Db,
  ticketId: string,
  list: { codes: readonly number[]; limit: number; after: HistoryPosition | null },
): Promise<HistoryRow[]> {
  const { after } = list;
  // Where somebody else went with the ticket is nobody's business after a transfer.
  const { rows } = await sql<HistoryRow>`
    select event_id::text as event_id, code, station_id, method, actor, at from ticket_event
    where ticket_id = ${ticketId} and code = any(${[...list.codes]}::int[])
      and not exists (select 1 from ticket_event given where given.ticket_id = ${ticketId}
        and given.kind = 'transfer' and (given.at, given.event_id) > (ticket_event.at, ticket_event.event_id))
      ${after ? sql`and (at, event_id) < (${new Date(after.at)}::timestamptz, ${after.eventId}::bigint)` : sql``}
    order by ticket_event.at desc, ticket_event.event_id desc limit ${list.limit}`.execute(db);
  return rows;
}

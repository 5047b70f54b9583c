// The SQL of usage histories, of one ticket and of all an account's tickets.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { TicketEventTable } from '../../platform/db/tables/tables.ts';
import { COPIED_EXIT } from '../entry/copy-exit.ts';
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
 * each of the times at which the account had it. Passages that were set aside are not listed: the traveller did not make them.
 */
export async function listHistory(
  db: Db,
  { accountId, ticketId }: { readonly accountId: string; readonly ticketId: string | undefined },
  list: { codes: readonly number[]; limit: number; after: HistoryPosition | null },
): Promise<HistoryRow[]> {
  const { after } = list;
  const ofTicket = ticketId === undefined ? sql`` : sql`and t.ticket_id = ${ticketId}`;
  // After a transfer the new owner may not see where the previous owner went, nor in the journey that a reissue copied. The one who made the first
  // transfer since had the ticket then. A ticket that was reissued in another account and came back is listed with its former numbers
  // (is_listed), which that account keeps: the original journeys, in place of the copied exits.
  const { rows } = await sql<HistoryRow>`
    with recursive past as (
      select t.ticket_id as root, t.ticket_id, t.reissue_of, true as is_listed from ticket t where t.account_id = ${accountId} ${ofTicket}
      union all
      select past.root, older.ticket_id, older.reissue_of, past.is_listed and older.account_id is distinct from ${accountId}
      from past join ticket older on older.ticket_id = past.reissue_of
    )
    select e.event_id::text as event_id, listed.root as ticket_id, e.code, e.station_id, e.method, e.actor, e.at, p.data,
      case when e.method = 'gate' and e.actor like 'staff:%' then e.detail ->> 'reason' end as reason
    from past as listed join ticket t on t.ticket_id = listed.root join product p using (product_id)
      join ticket_event e on e.ticket_id = listed.ticket_id
    where listed.is_listed
      and e.code = any(${[...list.codes]}::int[])
      and ${countsInHistory('e')}
      and coalesce((select coalesce(given.detail ->> 'from', '') from past join ticket_event given on given.ticket_id = past.ticket_id
        where past.root = listed.root and given.kind = 'transfer' and (given.at, given.event_id) > (e.at, e.event_id)
        order by given.at, given.event_id limit 1), case when e.ticket_id = listed.root then ${accountId} end) = ${accountId}
      and not (e.kind = ${COPIED_EXIT} and exists (select 1 from past as former
        where former.root = listed.root and former.ticket_id = listed.reissue_of and former.is_listed))
      ${after ? sql`and (e.at, e.event_id) < (${new Date(after.at)}::timestamptz, ${after.eventId}::bigint)` : sql``}
    order by e.at desc, e.event_id desc limit ${list.limit}`.execute(db);
  return rows;
}

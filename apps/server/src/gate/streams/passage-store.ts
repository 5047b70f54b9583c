// The SQL of the code screens that wait for a gate.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { CARRIED_EXIT } from '../ticket/carry-exit.ts';
import type { Passed, Watch } from './passage-streams.ts';

/** The last event of a ticket, as text; '0' for none. */
export async function lastEventOf(db: Db, ticketId: string): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(event_id), 0)::text as last from ticket_event where ticket_id = ${ticketId}`.execute(
    db,
  );
  return rows[0]?.last ?? '0';
}

/** What gates let through of the watched tickets after what each has heard, the oldest first; not what befell a ticket before. */
export async function listPassedAfter(db: Db, watched: readonly Watch[]): Promise<Passed[]> {
  if (watched.length === 0) return [];
  // A ticket that was transferred meanwhile is no longer the account's: its new owner's ways are not told.
  const { rows } = await sql<Passed>`
    select e.event_id::text as event_id, t.account_id, t.ticket_id, e.code, e.at
    from unnest(${watched.map((each) => each.ticketId)}::text[], ${watched.map((each) => each.accountId)}::text[],
      ${watched.map((each) => each.after)}::text[]) as w(ticket_id, account_id, after)
    join ticket t on t.ticket_id = w.ticket_id and t.account_id = w.account_id
    join ticket_event e on e.ticket_id = w.ticket_id and e.event_id > w.after::bigint
    where e.code in (31, 32, 37, 38) and e.kind <> ${CARRIED_EXIT}
    order by e.event_id`.execute(db);
  return rows;
}

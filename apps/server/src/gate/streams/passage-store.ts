// The SQL of code screens that wait for a passage.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { COPIED_EXIT } from '../../ticket/entry/copy-exit.ts';
import type { Passed, Watch } from './passage-streams.ts';

/** The id of a ticket's last event, as text; '0' for none. */
export async function lastEventOf(db: Db, ticketId: string): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(event_id), 0)::text as last from ticket_event where ticket_id = ${ticketId}`.execute(
    db,
  );
  return rows[0]?.last ?? '0';
}

/** Of the accounts, lists those with a reservation on a train that changed after `version`, on service dates from `from` on. */
export async function listTouchedAccounts(
  db: Db,
  accountIds: readonly string[],
  version: number,
  from: string,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct r.account_id from live_train l
    join reservation r on r.service_date = l.service_date::text and r.departure_id = l.departure_id
    where l.version > ${version}::int and l.service_date >= ${from}::date
      and r.state = 1 and r.account_id = any(${[...accountIds]}::text[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Lists gate passages of the watched tickets after each stream's last event, the oldest first, without copied journeys. */
export async function listPassedAfter(db: Db, watched: readonly Watch[]): Promise<Passed[]> {
  if (watched.length === 0) return [];
  // A transferred ticket is no longer the account's, so its new owner's passages are not sent.
  const { rows } = await sql<Passed>`
    select e.event_id::text as event_id, t.account_id, t.ticket_id, e.code, e.at
    from unnest(${watched.map((each) => each.ticketId)}::text[], ${watched.map((each) => each.accountId)}::text[],
      ${watched.map((each) => each.after)}::text[]) as w(ticket_id, account_id, after)
    join ticket t on t.ticket_id = w.ticket_id and t.account_id = w.account_id
    join ticket_event e on e.ticket_id = w.ticket_id and e.event_id > w.after::bigint
    where e.code in (31, 32, 37, 38) and e.kind <> ${COPIED_EXIT}
    order by e.event_id`.execute(db);
  return rows;
}

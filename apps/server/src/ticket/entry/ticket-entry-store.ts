// The SQL of entries and exits at stations: their records, and the ticket columns they change.
import { sql, type Insertable } from 'kysely';
import { JOURNEY_ENDS } from '@kippu/domain/ticket/entries';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TicketEntryTable } from '../../platform/db/tables/tables.ts';
import { callBackLinks } from '../record/sent-links.ts';
import { countsInHistory } from '../record/counted-passages.ts';

export type EntryRow = TicketEntryTable;

/** The event code of an exit through a gate, the one passage without a record in ticket_entry. */
const GATE_EXIT = 32;

/**
 * Returns when the ticket's open entry was made, through a gate or verified; null for none. The ticket is inside a station while one is open.
 * Entries at a gate that were set aside are not open.
 */
export async function findOpenEntryAt(db: Db, ticketId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('ticket_entry')
    .select((eb) => eb.fn.max('verified_at').as('at'))
    .where('ticket_id', '=', ticketId)
    .where('direction', '=', 'in')
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns when the ticket last passed the station, through a gate or verified and not cancelled; null for never. */
export async function findPassedAt(db: Db, ticketId: string, stationId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(verified_at) from ticket_entry
        where ticket_id = ${ticketId} and station_id = ${stationId} and state <> 'cancelled'),
      (select max(e.at) from ticket_event as e
        where e.ticket_id = ${ticketId} and e.station_id = ${stationId} and e.code = ${GATE_EXIT} and ${countsInHistory('e')})) as at`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Whether the ticket is inside a station. Everything that depends on this asks here, or reads `TicketView.entry_at`, which is the same. */
export const isInside = async (db: Db, ticketId: string): Promise<boolean> =>
  (await findOpenEntryAt(db, ticketId)) !== null;

/**
 * Returns the time to record for an event at a station at `now` (epoch milliseconds): later than the ticket's earlier ones, even when the
 * clocks of processes differ.
 */
export async function momentAfter(db: Db, ticketId: string, now: number): Promise<Date> {
  const { last } = await db
    .selectFrom('ticket_event')
    .select((eb) => eb.fn.max('at').as('last'))
    .where('ticket_id', '=', ticketId)
    .where('code', 'is not', null)
    .executeTakeFirstOrThrow();
  return new Date(Math.max(now, (last?.getTime() ?? 0) + 1));
}

/** Counts the ticket's exits that count, each the end of a journey. */
export async function countExits(db: Db, ticketId: string): Promise<number> {
  const row = await db
    .selectFrom('ticket_event as e')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...JOURNEY_ENDS])
    .where(countsInHistory('e'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts the ticket's entries that travellers verified from `from` until `until` (excluded) and cancelled. */
export async function countCancelled(
  db: Db,
  ticketId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<number> {
  const row = await db
    .selectFrom('ticket_entry')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('direction', '=', 'in')
    .where('method', '<>', 'gate')
    .where('state', '=', 'cancelled')
    .where('verified_at', '>=', from)
    .where('verified_at', '<', until)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Records a verification. An entry calls the ticket's link back. */
export async function insertEntry(trx: Trx, entry: Insertable<TicketEntryTable>): Promise<void> {
  if (entry.direction === 'in')
    await callBackLinks(trx, [{ ticketId: entry.ticket_id, at: new Date(entry.verified_at) }]);
  await trx.insertInto('ticket_entry').values(entry).execute();
}

/** Closes the ticket's open entries after an exit. */
export async function passOpenEntries(trx: Trx, ticketId: string, now: number): Promise<void> {
  await trx
    .updateTable('ticket_entry')
    .set({ state: 'passed', closed_at: new Date(now) })
    .where('ticket_id', '=', ticketId)
    .where('direction', '=', 'in')
    .where('state', '=', 'open')
    .execute();
}

/** Records a passage on the account's ticket and marks it used when `usedUp`. Returns false when the ticket is not in use. */
export async function stampPassage(
  trx: Trx,
  ticket: { readonly accountId: string; readonly ticketId: string },
  passage: { readonly direction: 'in' | 'out'; readonly at: Date; readonly usedUp: boolean },
): Promise<boolean> {
  const { at } = passage;
  const done = await trx
    .updateTable('ticket')
    .set(passage.direction === 'in' ? { station_from_date: at } : { station_depart_date: at })
    .$if(passage.usedUp, (query) => query.set({ status: 'used' }))
    .where('ticket_id', '=', ticket.ticketId)
    .where('account_id', '=', ticket.accountId)
    .where('status', '=', 'inUse')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Finds the traveller's own verification of one of the account's tickets. Records made by gates are excluded. */
export async function findEntry(db: Db, accountId: string, recordId: string): Promise<EntryRow | undefined> {
  return db
    .selectFrom('ticket_entry as e')
    .innerJoin('ticket as t', 't.ticket_id', 'e.ticket_id')
    .selectAll('e')
    .where('e.record_id', '=', recordId)
    .where('t.account_id', '=', accountId)
    .where('e.method', '<>', 'gate')
    .executeTakeFirst();
}

/** Cancels an open entry. Returns false when it is not an entry or no longer open. */
export async function cancelOpenEntry(trx: Trx, recordId: string, now: number): Promise<boolean> {
  const done = await trx
    .updateTable('ticket_entry')
    .set({ state: 'cancelled', closed_at: new Date(now) })
    .where('record_id', '=', recordId)
    .where('direction', '=', 'in')
    .where('state', '=', 'open')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

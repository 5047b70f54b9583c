// The SQL of entries and exits at stations: their records, and the ticket columns they change.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TicketEntryTable } from '../../platform/db/tables/tables.ts';

export type EntryRow = TicketEntryTable;

/** The event code of an exit through a gate, the one passage without a record in ticket_entry. */
const GATE_EXIT = 32;

interface StationState {
  readonly inside: boolean;
  /** When the ticket last passed or was cancelled; null for never. It may lie in the future of this process's clock. */
  readonly lastAt: Date | null;
}

/**
 * Returns whether the ticket is inside a station: it has an open entry, or its last event at a station, in the order
 * of event times, is an entry.
 */
export async function findStationState(db: Db, ticketId: string): Promise<StationState> {
  const { rows } = await sql<{ open: boolean; code: number | null; at: Date | null }>`
    select exists (select 1 from ticket_entry
        where ticket_id = ${ticketId} and direction = 'in' and state = 'open') as open, last.code, last.at
    from (select 1) as one left join lateral (select code, at from ticket_event
      where ticket_id = ${ticketId} and code is not null order by at desc, event_id desc limit 1) as last on true`.execute(
    db,
  );
  const [row] = rows;
  return {
    inside: row !== undefined && (row.open || row.code === 31 || row.code === 35),
    lastAt: row?.at ?? null,
  };
}

/** Returns when the ticket's open entry was made, through a gate or verified; null for none. */
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
      (select max(at) from ticket_event
        where ticket_id = ${ticketId} and station_id = ${stationId} and code = ${GATE_EXIT})) as at`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

export const isInside = async (db: Db, ticketId: string): Promise<boolean> =>
  (await findStationState(db, ticketId)).inside;

/** Returns the time to record for an event at `now` (epoch milliseconds): later than all earlier events, even when clocks differ. */
export const momentAfter = ({ lastAt }: Pick<StationState, 'lastAt'>, now: number): Date =>
  new Date(Math.max(now, (lastAt?.getTime() ?? 0) + 1));

/** Counts the ticket's events with one of the codes. */
export async function countEvents(db: Db, ticketId: string, codes: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('ticket_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...codes])
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts the ticket's entries that were cancelled since `since`. */
export async function countCancelled(db: Db, ticketId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('ticket_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'cancelEntry')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertEntry(trx: Trx, entry: Insertable<TicketEntryTable>): Promise<void> {
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

/** Restores the ticket's last station entry to the previous one, after the entry verified at `cancelled` was cancelled. */
export async function restoreEntryDate(trx: Trx, ticketId: string, cancelled: Date): Promise<void> {
  await trx
    .updateTable('ticket')
    .set((eb) => ({
      station_from_date: eb
        .selectFrom('ticket_entry')
        .select((of) => of.fn.max('verified_at').as('at'))
        .where('ticket_entry.ticket_id', '=', ticketId)
        .where('direction', '=', 'in')
        .where('state', '<>', 'cancelled'),
    }))
    .where('ticket_id', '=', ticketId)
    .where('station_from_date', '=', cancelled)
    .execute();
}

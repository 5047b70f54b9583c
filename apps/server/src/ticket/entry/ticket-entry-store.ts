// The SQL of entries and exits at stations: their records, and what they leave on the ticket.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { TicketEntryTable } from '../db/tables.ts';

export type EntryRow = TicketEntryTable;

interface StationState {
  readonly inside: boolean;
  /** When the ticket last passed, or was cancelled; null for never. Gates' clocks and ours before it was set back may be ahead. */
  readonly lastAt: Date | null;
}

/**
 * Whether the ticket is inside a station: it has an open entry, or the last thing that befell it at one, whenever that was
 * reported, was an entry through a gate or a verified one.
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

export const isInside = async (db: Db, ticketId: string): Promise<boolean> =>
  (await findStationState(db, ticketId)).inside;

/** The moment to note what happens at `now` (epoch milliseconds) under: after all that went before, wherever clocks stood then. */
export const momentAfter = ({ lastAt }: Pick<StationState, 'lastAt'>, now: number): Date =>
  new Date(Math.max(now, (lastAt?.getTime() ?? 0) + 1));

/** How many of the ticket's events bear one of the codes. */
export async function countEvents(db: Db, ticketId: string, codes: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('ticket_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...codes])
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertEntry(trx: Trx, entry: Insertable<TicketEntryTable>): Promise<void> {
  await trx.insertInto('ticket_entry').values(entry).execute();
}

/** An exit closes the entry before it. */
export async function passOpenEntries(trx: Trx, ticketId: string, now: number): Promise<void> {
  await trx
    .updateTable('ticket_entry')
    .set({ state: 'passed', closed_at: new Date(now) })
    .where('ticket_id', '=', ticketId)
    .where('direction', '=', 'in')
    .where('state', '=', 'open')
    .execute();
}

/** Notes a passage on the account's ticket while it is in use, and uses it up where that is said; false when it is not so. */
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

/** The traveller's own verification of one of the account's tickets; what gates did is none. */
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

/** Cancels an entry that is still open; false when it is none, or no longer. */
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

/** Puts the ticket's last station entry back to the one before, for one that was cancelled at `cancelled`. */
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

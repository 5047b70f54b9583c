// Every advisory lock of the database, and the order in which a transaction takes its locks.
//
// A transaction takes locks from top to bottom of this list, so that no two transactions can deadlock:
//
//  1. `idempotencyKey`: one request with a key at a time.
//  2. `publishing`: one new timetable at a time.
//  3. `timetable`: shared by bookings, which depend on the newest timetable; exclusive for the publication of a newer one.
//  4. Row: the timetable whose reservations are being moved.
//  5. `attempts` of wrong voucher numbers and codes, of sign-ins, and of mailed codes.
//  6. `accountSeats`: one change of the seats of an account, an order or a partner at a time; of several in the order of their ids.
//  7. Rows: the account's tickets by id, then accounts by id.
//  8. `attempts` of transfers to unknown receivers.
//  9. Rows: reservations by id.
// 10. `departure`: the seats of a train on a day; several in the order of their ids.
// 11. `ledger` of a partner: shared by postings (a trigger takes it), exclusive for the closing of a month.
//
// `telling` is taken alone, by who tells travellers of a train. Rows of the staff, of partners, gates, notices and feedback are locked alone or before all of these. `schema` is taken by the migrations only, `serverKeys` alone.
// All locks end with the transaction. No lock prevents a double sale: the primary key of `seat_leg` does.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from './database.ts';
import { failingFast } from './stuck-locks.ts';

/** The second argument of `hashtextextended`, so that equal keys of two kinds are two locks. Other releases use the same numbers. */
const SEEDS = {
  attempts: 0,
  accountSeats: 11,
  departure: 12,
  idempotencyKey: 13,
  telling: 14,
  ledger: 15,
} as const;
const SCHEMA_LOCK = 1_195_001;
const UPGRADE_LOCK = 1_195_002;
const SERVER_KEYS_LOCK = 1_195_005;
const PUBLISHING_LOCK = 1_195_003;
const TIMETABLE_LOCK = 1_195_004;

/**
 * Returns an SQL expression that waits for a lock and holds it until the transaction ends.
 * @param key SQL text that names what is locked: an account's id, a departure's id
 */
export const advisoryLock = (kind: keyof typeof SEEDS, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended(${key}, ${sql.lit(SEEDS[kind])}))`;

/** As advisoryLock, but does not wait: the expression says whether the lock was free. */
export const tryAdvisoryLock = (kind: keyof typeof SEEDS, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${key}, ${sql.lit(SEEDS[kind])}))`;

/** Takes the right to upgrade the database until the transaction ends. Returns false while another process has it. */
export async function tryLockUpgrade(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(UPGRADE_LOCK)}) as locked`.execute(trx);
  // Also ends the query's portal, which would keep its snapshot, for which the build of an index would wait.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  return rows[0]?.locked === true;
}

/** Waits until no other process changes a table's definition. */
export async function lockSchema(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(trx);
}

/** Waits until no other process puts keys into an empty database or replaces them. */
export async function lockServerKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SERVER_KEYS_LOCK)})`.execute(trx);
}

/** Waits until no other process publishes a timetable. */
export async function lockPublishing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PUBLISHING_LOCK)})`.execute(trx);
}

/** Waits until every transaction that shares the timetable has ended, and lets new ones wait until this one ends. */
export async function lockTimetable(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(TIMETABLE_LOCK)})`.execute(trx);
}

/** Returns an SQL expression that keeps a newer timetable from being published until the transaction ends. */
export const sharedTimetableLock = (): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock_shared(${sql.lit(TIMETABLE_LOCK)})`;

/** Counts one subject's attempts one at a time. `subject` begins with what is attempted, such as `transfer:`. */
export async function lockAttempts(trx: Trx, subject: string): Promise<void> {
  await sql`select ${advisoryLock('attempts', sql`${subject}::text`)}`.execute(trx);
}

/** Names the lock of the seats of a ticket or a reservation: its account, or the order of tickets that nobody has added yet. */
export const seatsOwnerOf = (row: {
  readonly account_id: string | null;
  readonly order_id: string | null;
}): string => row.account_id ?? `order:${row.order_id}`;

/** Lets one transaction at a time take or free seats for an account, for an order (`seatsOwnerOf`), or for a partner (`partner:` and its id). */
export async function lockAccountSeats(trx: Trx, accountId: string): Promise<void> {
  await sql`select ${advisoryLock('accountSeats', sql`${accountId}::text`)}`.execute(trx);
}

/** As lockAccountSeats for several accounts, in the order of their ids. */
export async function lockSeatsOfAccounts(trx: Trx, accountIds: readonly string[]): Promise<void> {
  await sql`select ${advisoryLock('accountSeats', sql`a.id`)}
    from (select distinct id from unnest(${[...accountIds]}::text[]) as id order by id) as a`.execute(trx);
}

/** Waits until all that posts to a partner's ledger (the trigger of 0167-closed-months shares this lock) has ended, and lets new postings wait until this transaction ends. */
export async function lockLedger(trx: Trx, partnerId: string, mode: string): Promise<void> {
  await sql`select ${advisoryLock('ledger', sql`${`${partnerId}:${mode}`}::text`)}`.execute(trx);
}

/** Locks departures whose seats are about to change, in the order of their ids. Fails at once if one is stuck and another caller waits for it. */
export async function lockDepartures(trx: Trx, departureIds: readonly string[]): Promise<void> {
  await failingFast(departureIds, () =>
    sql`select ${advisoryLock('departure', sql`d.id`)}
    from (select id from unnest(${[...departureIds]}::text[]) as id order by id) as d`.execute(trx),
  );
}

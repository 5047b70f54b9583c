// Which rows are deleted, how long after which time; docs/data.md lists the same. What it does not name stays: tickets, their events,
// reservations, records of staff and gates.
import { sql, type RawBuilder } from 'kysely';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { DEAD_LETTER_DAYS } from '../jobs/retry-times.ts';

const EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of one statement, so that it locks few rows and ends soon. */
const BATCH = 1_000;
/** Batches of one table in one sweep; the next sweep goes on. */
const MAX_BATCHES = 100;

/** The newest imports of timetables whose files stay: the one in effect, and those that withdrawals bring back. */
const KEPT_IMPORTS = 3;

/** How long a late certificate can be checked: longer than a railway may list late trains. */
const LATE_RUN_DAYS = 400;

/** How long a visitor's message with its address is kept. */
const VISITOR_MESSAGE_DAYS = 180;

/** `after`: the milliseconds that a row stays after the time in its column `at`. */
interface ByTime {
  readonly table: string;
  readonly at: string;
  readonly after: number;
  /** Rows that stay. */
  readonly unless?: RawBuilder<unknown>;
}

export const RETENTION: readonly ByTime[] = [
  { table: 'verify_code', at: 'expires_at', after: HOUR_MS },
  { table: 'one_time_pass', at: 'expires_at', after: HOUR_MS },
  { table: 'captcha', at: 'expires_at', after: 0 },
  { table: 'used_once', at: 'expires_at', after: 0 },
  { table: 'attempt', at: 'at', after: DAY_MS },
  { table: 'login_failure', at: 'failed_at', after: DAY_MS },
  { table: 'bind_failure', at: 'failed_at', after: DAY_MS },
  { table: 'idempotency', at: 'created_at', after: DAY_MS },
  { table: 'staff_sign_in_failure', at: 'hour', after: 30 * DAY_MS },
  { table: 'staff_session', at: 'expires_at', after: 30 * DAY_MS },
  { table: 'gate_code', at: 'expires_at', after: 30 * DAY_MS },
  // Until then, opening the link says what became of it.
  { table: 'sent_link', at: 'expires_at', after: 30 * DAY_MS },
  // With its legs. A lapsed hold blocks no seat meanwhile.
  { table: 'seat_hold', at: 'expires_at', after: DAY_MS },
  // With its parts. An upload stays while its import is in effect or may come back.
  {
    table: 'feed_upload',
    at: 'uploaded_at',
    after: DAY_MS,
    unless: sql`exists (select from feed_import i where i.upload_id = feed_upload.upload_id and i.withdrawn_at is null
      and (select count(*) from feed_import newer
        where newer.withdrawn_at is null and newer.import_id > i.import_id) < ${sql.lit(KEPT_IMPORTS)})`,
  },
  { table: 'live_train', at: 'changed_at', after: 30 * DAY_MS },
  { table: 'live_change', at: 'changed_at', after: 90 * DAY_MS },
  // A login of the account's phone renews it, and a session lives for 30 days.
  { table: 'push_subscription', at: 'seen_at', after: 400 * DAY_MS },
  { table: 'late_run', at: 'depart_at', after: LATE_RUN_DAYS * DAY_MS },
  { table: 'told_ride', at: 'departs_at', after: 7 * DAY_MS },
  // Those of accounts go with the account.
  {
    table: 'feedback',
    at: 'created_at',
    after: VISITOR_MESSAGE_DAYS * DAY_MS,
    unless: sql`account_id is not null`,
  },
  { table: 'eve_mail', at: 'departs_at', after: 7 * DAY_MS },
  { table: 'job', at: 'dead_at', after: DEAD_LETTER_DAYS * DAY_MS },
];

/** A token stays this long after it expired, so that a phone that returns learns why it is logged out. The session goes with its last token. */
export const TOKEN_DAYS = 31;
/** The legs and counts of a departure stay this long after its service date: seats of a disrupted train may change for a week. */
export const PAST_SEAT_DAYS = 30;

/** Deletes up to `batch` rows that fulfil a condition, except locked ones. Returns how many. */
async function deleteSome(trx: Trx, table: string, old: RawBuilder<unknown>, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${old} limit ${sql.lit(batch)} for update skip locked))`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes expired tokens, and the sessions that have none left. Returns the number of tokens. */
async function deleteTokens(trx: Trx, before: Date, batch: number): Promise<number> {
  const { rows } = await sql<{ session_id: string }>`delete from session_token where ctid = any(array(
    select ctid from session_token where expires_at < ${before}::timestamptz
    order by expires_at limit ${sql.lit(batch)} for update skip locked)) returning session_id`.execute(trx);
  await sql`delete from session s where session_id = any(${[...new Set(rows.map((row) => row.session_id))]}::text[])
    and not exists (select from session_token t where t.session_id = s.session_id)`.execute(trx);
  return rows.length;
}

/** The departures of a table before a service date. Reads one row a departure: the primary key begins with it. */
async function pastDepartures(db: Db, table: 'seat_leg' | 'seats_sold', day: string): Promise<string[]> {
  const first = (after: RawBuilder<unknown>) =>
    sql`(select departure_id from ${sql.table(table)} ${after} order by departure_id limit 1)`;
  const { rows } = await sql<{ departure_id: string }>`
    with recursive departure as (
      select ${first(sql``)} as departure_id
      union all
      select ${first(sql`where departure_id > departure.departure_id`)} from departure where departure_id is not null)
    select departure_id from departure where right(departure_id, 10) < ${day}`.execute(db);
  return rows.map((row) => row.departure_id);
}

/** Repeats a batch, each in its own transaction, until it deletes fewer rows than it may; `MAX_BATCHES` times at most. */
async function inBatches(db: Db, batch: number, work: (trx: Trx) => Promise<number>): Promise<void> {
  for (let round = 0; round < MAX_BATCHES; round += 1) if ((await inTransaction(db, work)) < batch) return;
}

/**
 * Deletes the old rows, except locked ones. `now` in epoch milliseconds, `batch`: rows of one statement. A table whose rows cannot be deleted
 * keeps no other from its turn: rejects at the end with an AggregateError that names such tables.
 */
export async function deleteOldRows(db: Db, now: number, batch = BATCH): Promise<void> {
  const failed: { readonly table: string; readonly error: unknown }[] = [];
  const sweep = (table: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => void failed.push({ table, error }));
  for (const { table, at, after, unless } of RETENTION) {
    const isOld = sql`${sql.ref(at)} < ${new Date(now - after)}::timestamptz`;
    const old = unless ? sql`${isOld} and not ${unless}` : isOld;
    await sweep(table, () => inBatches(db, batch, (trx) => deleteSome(trx, table, old, batch)));
  }
  const expired = new Date(now - TOKEN_DAYS * DAY_MS);
  await sweep('session_token', () => inBatches(db, batch, (trx) => deleteTokens(trx, expired, batch)));
  const day = new Date(now - PAST_SEAT_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (const table of ['seat_leg', 'seats_sold'] as const)
    await sweep(table, async () => {
      for (const departureId of await pastDepartures(db, table, day))
        await inBatches(db, batch, (trx) =>
          deleteSome(trx, table, sql`departure_id = ${departureId}`, batch),
        );
    });
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ error }) => error),
      `old rows of ${failed.map(({ table }) => table).join(', ')} are not deleted`,
    );
}

/** Deletes old rows now and every ten minutes, if it is not paused then; errors go to `failed`. Returns a function that stops it and waits for the current sweep. */
export function keepDeleting(
  {
    db,
    clock,
    isPaused,
  }: { readonly db: Db; readonly clock: () => number; readonly isPaused: () => boolean },
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  const begin = () => {
    if (isPaused()) return;
    round = round.then(() => deleteOldRows(db, clock())).catch(failed);
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

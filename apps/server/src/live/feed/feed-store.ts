// The SQL of the live feeds: the lease of the process that reads them, and how the last reading of each went.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import type { FeedCounts } from './feed-report.ts';
import type { HeldCuts } from './merge-words.ts';

/** The row with the lease. */
const LEASE_ROW = 1;

export interface Lease {
  readonly holder: string;
  readonly now: Date;
  readonly until: Date;
}

/** Takes the lease, or keeps it. Returns false while another process has it. */
export async function takeLease(trx: Trx, { holder, now, until }: Lease): Promise<boolean> {
  const { rows } = await sql`
    insert into live_feed (number, lease_holder, lease_until)
    values (${sql.lit(LEASE_ROW)}, ${holder}, ${until}::timestamptz)
    on conflict (number) do update set lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
    where live_feed.lease_holder = ${holder} or live_feed.lease_until is null
      or live_feed.lease_until < ${now}::timestamptz
    returning number`.execute(trx);
  return rows.length === 1;
}

/** Gives the lease back, so that another process takes it at once. */
export async function endLease(trx: Trx, holder: string): Promise<void> {
  await sql`
    update live_feed set lease_until = null
    where number = ${sql.lit(LEASE_ROW)} and lease_holder = ${holder}`.execute(trx);
}

/** Whether a process still has the lease. Keeps the row locked until the transaction ends, so that nobody takes it meanwhile. */
export async function hasLease(trx: Trx, holder: string): Promise<boolean> {
  const { rows } = await sql`
    select number from live_feed
    where number = ${sql.lit(LEASE_ROW)} and lease_holder = ${holder} and lease_until is not null for update`.execute(
    trx,
  );
  return rows.length === 1;
}

/** How one reading of a feed went. */
export interface FeedState {
  readonly number: number;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly fetched_at: Date | null;
  readonly good_at: Date | null;
  /** The feed's own timestamp. */
  readonly feed_at: Date | null;
  /** Why it could not be read; null if it was. */
  readonly fault: string | null;
  /** What the reading found; null where nothing of the feed may be used. */
  readonly counts: FeedCounts | null;
  /** Cancellations that wait for the desk; null for none. */
  readonly held: HeldCuts | null;
}

/** Characters of a fault, and of what a server sends to name its answer. */
const MAX_TEXT = 300;
const short = (text: string | null) => text?.slice(0, MAX_TEXT) ?? null;

/** Stores how the feeds were read, and deletes the rows of addresses that the settings no longer have. */
export async function saveFeeds(trx: Trx, feeds: readonly FeedState[]): Promise<void> {
  for (const feed of feeds) {
    const { number, fetched_at, good_at, feed_at, counts, held } = feed;
    const values = {
      etag: short(feed.etag),
      last_modified: short(feed.last_modified),
      fetched_at,
      feed_at,
      fault: short(feed.fault),
      counts: counts && jsonText(counts),
      held: held && jsonText(held),
    };
    // A fault leaves when the feed was last good.
    const known = { ...values, ...(good_at ? { good_at } : {}) };
    await trx
      .insertInto('live_feed')
      .values({ number, ...known })
      .onConflict((conflict) => conflict.column('number').doUpdateSet(known))
      .execute();
  }
  await trx.deleteFrom('live_feed').where('number', '>', feeds.length).execute();
  await trx.deleteFrom('live_alert').where('number', '>', feeds.length).execute();
  await trx.deleteFrom('extra_train').where('number', '>', feeds.length).execute();
}

/** Reads how the feeds were last read, in their order. Empty before the first time. */
export async function listFeeds(db: Db): Promise<FeedState[]> {
  const { rows } = await sql<FeedState>`
    select number, etag, last_modified, fetched_at, good_at, feed_at, fault, counts, held
    from live_feed where fetched_at is not null order by number`.execute(db);
  return rows;
}

/**
 * Takes the held cancellations of a feed and day out of its row; undefined if there are none. No reading is saved until the transaction
 * ends.
 */
export async function takeHeld(
  trx: Trx,
  number: number,
  serviceDate: string,
): Promise<HeldCuts[string] | undefined> {
  // All rows, the one with the lease first, as a reading locks them.
  const { rows } = await sql<{ number: number; held: HeldCuts | null }>`
    select number, held from live_feed order by number for update`.execute(trx);
  const { [serviceDate]: taken, ...others } = rows.find((row) => row.number === number)?.held ?? {};
  if (!taken) return undefined;
  const left = Object.keys(others).length > 0 ? jsonText(others) : null;
  await trx.updateTable('live_feed').set({ held: left }).where('number', '=', number).execute();
  return taken;
}

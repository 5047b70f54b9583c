// The SQL of the desk's home. Each part reads at most so many rows of an index, however large its table is.
import { sql, type RawBuilder } from 'kysely';
import { MAX_COUNTED } from '@kippu/contract/limits';
import type { Db } from '../../platform/db/database.ts';
import { isListed } from '../mails/unsent-mail-store.ts';

/** The things that are counted with the time of the oldest. */
export const WAITING_PARTS = ['conflicts', 'messages', 'mails', 'refusedFeeds', 'gates', 'webhooks'] as const;
export type WaitingPart = (typeof WAITING_PARTS)[number];

export interface WaitingRow {
  readonly part: WaitingPart;
  readonly count: number;
  readonly since: Date | null;
}

interface Moments {
  readonly now: Date;
  /** Gates that have not called since then are silent. */
  readonly silentSince: Date;
}

/** The rows of a part, the oldest first: their time is called `at`. */
const rowsOf = ({ now, silentSince }: Moments): Readonly<Record<WaitingPart, RawBuilder<unknown>>> => ({
  conflicts: sql`select found_at as at from gate_conflict where settled_at is null`,
  messages: sql`select created_at as at from feedback where not handled`,
  mails: sql`select dead_at as at from job where ${isListed(now)}`,
  // Without a feed, and read to its end: it has an error.
  refusedFeeds: sql`select u.uploaded_at as at from feed_upload u where u.result is not null and u.feed is null
    and not exists (select from feed_upload later where later.feed is not null and later.uploaded_at > u.uploaded_at)`,
  gates: sql`select coalesce(heard_at, enrolled_at) as at from gate
    where closed_at is null and coalesce(heard_at, enrolled_at) < ${silentSince}::timestamptz`,
  webhooks: sql`select w.disabled_at as at from webhook_endpoint w join partner p using (partner_id)
    where w.state = 'disabled' and p.closed_at is null`,
});

/** Counts what waits of some parts, in one query. */
export async function countWaiting(
  db: Db,
  parts: readonly WaitingPart[],
  moments: Moments,
): Promise<readonly WaitingRow[]> {
  if (parts.length === 0) return [];
  const of = rowsOf(moments);
  const counts = parts.map(
    (part) => sql`select ${part}::text as part, count(*)::int as count, min(at) as since
      from (${of[part]} order by at limit ${sql.lit(MAX_COUNTED)}) counted`,
  );
  const { rows } = await sql<WaitingRow>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

/** Counts accounts' wrong links and codes of tickets since then, at most MAX_COUNTED. */
export async function countWrongCodes(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from bind_failure where failed_at > ${since}::timestamptz and starts_with(subject, 'account:')
      limit ${sql.lit(MAX_COUNTED)}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the reserved seats of each departure on its busiest leg. A departure without reserved seats has no entry. */
export async function countBusiest(
  db: Db,
  departureIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ departure_id: string; reserved: number }>`
    select departure_id, max(reserved)::int as reserved from (
      select departure_id, sum(bit_count(seats)) as reserved from seats_sold
      where departure_id = any(${[...departureIds]}::text[]) group by departure_id, leg) legs
    group by departure_id`.execute(db);
  return new Map(rows.map(({ departure_id, reserved }) => [departure_id, reserved]));
}

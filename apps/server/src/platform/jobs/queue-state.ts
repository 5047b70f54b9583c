// How much the queue holds, for metrics and health.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface QueueState {
  readonly kind: string;
  /** Jobs that are not done. */
  readonly waiting: number;
  /**
   * For how many seconds the longest waiting of them has waited to be tried: since it was queued, or since its next try was due if its receiver
   * deferred it; 0 if none waits. So a full mailbox, which is tried again for a day, is no old queue.
   */
  readonly oldestSeconds: number;
  /** Jobs that were given up. */
  readonly dead: number;
  /** For how many seconds the service of these jobs has not worked; 0 if it works. */
  readonly outageSeconds: number;
}

/** Returns the state of each kind of job that has a row. `now` in epoch milliseconds. */
export async function queueState(db: Db, now: number): Promise<QueueState[]> {
  const { rows } = await sql<{
    kind: string;
    waiting: number;
    oldest: Date | null;
    dead: number;
    since: Date | null;
  }>`
    select kind, coalesce(waiting, 0)::int as waiting, oldest, coalesce(dead, 0)::int as dead, o.since
    from (select kind, count(*) filter (where dead_at is null) as waiting,
        min(case when attempts = 0 then queued_at else run_at end)
          filter (where dead_at is null and (attempts = 0 or run_at <= ${new Date(now)}::timestamptz)) as oldest,
        count(dead_at) as dead
      from job group by kind) j
      full join job_outage o using (kind)
    order by kind`.execute(db);
  const seconds = (at: Date | null) =>
    at === null ? 0 : Math.max(0, Math.round((now - at.getTime()) / 1000));
  return rows.map(({ kind, waiting, oldest, dead, since }) => ({
    kind,
    waiting,
    oldestSeconds: seconds(oldest),
    dead,
    outageSeconds: seconds(since),
  }));
}

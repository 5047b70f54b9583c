// The SQL of mails that were given up.
import { sql } from 'kysely';
import { MAIL_JOB, TRIP_MAIL_JOB } from '../../platform/mail/mail.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { JobTable } from '../../platform/db/tables/job-tables.ts';

/** The kinds of jobs that send mails. */
const MAIL_JOBS = [MAIL_JOB, TRIP_MAIL_JOB];

export type DeadRow = Pick<
  JobTable,
  'job_id' | 'topic' | 'payload' | 'queued_at' | 'expires_at' | 'attempts' | 'reason'
> & {
  readonly dead_at: Date;
  readonly dead_ms: string;
  /** The account's email; null without an account. */
  readonly email: string | null;
};

/** Lists at most `limit` mails that were given up before a place (epoch milliseconds and id), newest first. */
export async function listDead(
  db: Db,
  before: { readonly ms: number; readonly jobId: string } | null,
  limit: number,
): Promise<DeadRow[]> {
  const ms = sql`floor(extract(epoch from dead_at) * 1000)::bigint`;
  const { rows } = await sql<DeadRow>`
    select job_id, topic, payload, queued_at, expires_at, attempts, reason, dead_at, ${ms}::text as dead_ms,
      (select email from account a where a.account_id = job.account_id) as email from job
    where dead_at is not null and kind = any(${MAIL_JOBS}::text[])
      ${before ? sql`and (${ms}, job_id) < (${before.ms}::bigint, ${before.jobId}::text)` : sql``}
    order by ${ms} desc, job_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Queues a mail again that was given up, unless it would have expired. Returns whether there was one. */
export async function reviveDead(trx: Trx, jobId: string, now: Date): Promise<boolean> {
  const revived = await trx
    .updateTable('job')
    .set({ dead_at: null, reason: null, attempts: 0, queued_at: now, run_at: now })
    .where('job_id', '=', jobId)
    .where('kind', 'in', MAIL_JOBS)
    .where('dead_at', 'is not', null)
    .where('expires_at', 'is', null)
    .where('reason', '<>', 'unreadable')
    .returning('job_id')
    .executeTakeFirst();
  return revived !== undefined;
}

/** Deletes a mail that was given up. Returns whether there was one. */
export async function dropDead(trx: Trx, jobId: string): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('job')
    .where('job_id', '=', jobId)
    .where('kind', 'in', MAIL_JOBS)
    .where('dead_at', 'is not', null)
    .returning('job_id')
    .executeTakeFirst();
  return dropped !== undefined;
}

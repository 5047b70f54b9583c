// The SQL of mails and of messages to phones that were given up.
import { sql } from 'kysely';
import { MAIL_JOB, TRIP_MAIL_JOB } from '../../platform/mail/mail.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { JobTable } from '../../platform/db/tables/job-tables.ts';

/** The kinds of jobs that send mails. */
const MAIL_JOBS = [MAIL_JOB, TRIP_MAIL_JOB];

export type DeadRow = Pick<
  JobTable,
  'job_id' | 'kind' | 'topic' | 'payload' | 'queued_at' | 'expires_at' | 'attempts' | 'reason'
> & {
  readonly dead_at: Date;
  readonly dead_ms: string;
  /** The account's email; null without an account. */
  readonly email: string | null;
};

/** A message to a phone, of any push service. */
const isPush = sql<boolean>`kind like 'push %'`;
/** Mails, and messages to phones that are not out of date at `now`. Nobody wants to know of a message about the past. */
export const isListed = (now: Date) =>
  sql<boolean>`dead_at is not null and (kind = any(${MAIL_JOBS}::text[]) or (${isPush} and expires_at > ${now}::timestamptz))`;

/** Lists at most `limit` that were given up before a place (epoch milliseconds and id), newest first. */
export async function listDead(
  db: Db,
  before: { readonly ms: number; readonly jobId: string } | null,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<DeadRow[]> {
  const ms = sql`floor(extract(epoch from dead_at) * 1000)::bigint`;
  const { rows } = await sql<DeadRow>`
    select job_id, kind, topic, payload, queued_at, expires_at, attempts, reason, dead_at, ${ms}::text as dead_ms,
      (select email from account a where a.account_id = job.account_id) as email from job
    where ${isListed(now)}
      ${before ? sql`and (${ms}, job_id) < (${before.ms}::bigint, ${before.jobId}::text)` : sql``}
    order by ${ms} desc, job_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Queues one again that was given up, unless it is a mailed code. Returns whether there was one. */
export async function reviveDead(trx: Trx, jobId: string, now: Date): Promise<boolean> {
  const revived = await trx
    .updateTable('job')
    .set({ dead_at: null, reason: null, attempts: 0, queued_at: now, run_at: now })
    .where('job_id', '=', jobId)
    .where(isListed(now))
    .where(sql<boolean>`(expires_at is null or ${isPush})`)
    .where('reason', '<>', 'unreadable')
    .returning('job_id')
    .executeTakeFirst();
  return revived !== undefined;
}

/** Deletes one that was given up. Returns whether there was one. */
export async function dropDead(trx: Trx, jobId: string, now: Date): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('job')
    .where('job_id', '=', jobId)
    .where(isListed(now))
    .returning('job_id')
    .executeTakeFirst();
  return dropped !== undefined;
}

// The SQL of the job queue. A job is one row: it is deleted when it is done, and kept as a dead letter when it is given up.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { withCommit } from '../db/pipeline/pipeline.ts';
import { statement } from '../db/pipeline/statement.ts';
import type { JobTable } from '../db/tables/job-tables.ts';

type NewRow = Pick<
  JobTable,
  'job_id' | 'kind' | 'topic' | 'job_key' | 'account_id' | 'payload' | 'queued_at' | 'expires_at'
>;
/** A job to run. `attempts` includes this one. */
export type ClaimedJob = Pick<
  JobTable,
  'job_id' | 'topic' | 'payload' | 'queued_at' | 'expires_at' | 'attempts'
>;

const insert = statement<unknown, NewRow>(
  (place) => sql`
  insert into job (job_id, kind, topic, job_key, account_id, payload, queued_at, run_at, expires_at, attempts)
  values (${place('job_id')}, ${place('kind')}, ${place('topic')}, ${place('job_key')}, ${place('account_id')},
    ${place('payload')}, ${place('queued_at')}, ${place('queued_at')}, ${place('expires_at')}, 0)`,
);
const dropOlder = statement<unknown, { readonly key: string }>(
  (place) => sql`delete from job where job_key = ${place('key')}`,
);

/** Stores a job with the commit, without a round trip. It replaces an older one with its key. */
export async function insertJob(trx: Trx, row: NewRow): Promise<void> {
  if (row.job_key !== null) await withCommit(trx, dropOlder({ key: row.job_key }));
  await withCommit(trx, insert(row));
}

/** As insertJob, for many jobs with keys that differ. */
export async function insertJobs(trx: Trx, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.flatMap(({ job_key }) => job_key ?? []);
  await sql`delete from job where job_key = any(${keys}::text[])`.execute(trx);
  const json = JSON.stringify(rows.map((row) => ({ ...row, run_at: row.queued_at, attempts: 0 })));
  await sql`insert into job (job_id, kind, topic, job_key, account_id, payload, queued_at, run_at, expires_at, attempts)
    select job_id, kind, topic, job_key, account_id, payload, queued_at, run_at, expires_at, attempts
    from json_populate_recordset(null::job, ${json}::json)`.execute(trx);
}

/** Deletes what waits for an account, and its dead letters. */
export async function deleteJobsOf(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('job').where('account_id', '=', accountId).execute();
}

/**
 * Takes jobs that are due at `now`, those that expire soonest first. No other process takes them before `leaseEnd`.
 * @param limit how many at most
 */
export async function claimJobs(
  trx: Trx,
  { kind, now, leaseEnd, limit }: { kind: string; now: Date; leaseEnd: Date; limit: number },
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    update job set attempts = attempts + 1, run_at = ${leaseEnd}::timestamptz
    where job_id in (
      select job_id from job
      where dead_at is null and kind = ${kind} and run_at <= ${now}::timestamptz
        and (expires_at is null or expires_at > ${now}::timestamptz)
      order by expires_at, run_at limit ${limit} for update skip locked)
    returning job_id, topic, payload, queued_at, expires_at, attempts`.execute(trx);
  return rows;
}

/** Deletes jobs that are useless from now on, where wanted dead letters too. */
export async function dropExpired(
  trx: Trx,
  kind: string,
  { now, forgetsExpired }: { readonly now: Date; readonly forgetsExpired: boolean },
): Promise<void> {
  await sql`delete from job where dead_at is null and kind = ${kind} and expires_at <= ${now}::timestamptz`.execute(
    trx,
  );
  if (forgetsExpired)
    await sql`delete from job where dead_at is not null and kind = ${kind} and expires_at <= ${now}::timestamptz`.execute(
      trx,
    );
}

export async function deleteJob(db: Db, jobId: string): Promise<void> {
  await db.deleteFrom('job').where('job_id', '=', jobId).execute();
}

/**
 * Lets a claimed job run again at `runAt`, unless its lease has ended and another process has taken it.
 * @param counted whether this try counts: claiming the job has counted it, `false` takes that back
 */
export async function postponeJob(
  db: Db,
  { job_id: jobId, attempts }: Pick<ClaimedJob, 'job_id' | 'attempts'>,
  { runAt, counted }: { readonly runAt: Date; readonly counted: boolean },
): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: runAt, attempts: counted ? attempts : attempts - 1 })
    .where('job_id', '=', jobId)
    .where('attempts', '=', attempts)
    .execute();
}

/** Gives a job up: keeps it as a dead letter with its reason. `payload` replaces what it contained. */
export async function buryJob(
  db: Db,
  { job_id: jobId }: Pick<ClaimedJob, 'job_id'>,
  { reason, payload, now }: { readonly reason: string; readonly payload: string; readonly now: Date },
): Promise<void> {
  await db.updateTable('job').set({ dead_at: now, reason, payload }).where('job_id', '=', jobId).execute();
}

/** Whether a job with one of the keys was given up after `since`. */
export async function isBuried(db: Db, keys: readonly string[], since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('job')
    .select('job_id')
    .where('job_key', 'in', keys)
    .where('dead_at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
}

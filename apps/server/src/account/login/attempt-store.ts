// SQL of rate-limited attempts and failed logins.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/** Attempts are counted over at most an hour, so rows older than a day are not needed. */
const FORGET_MS = 24 * 3_600_000;

/** Deletes all rows older than a day. Skips locked rows, so that it never waits for another transaction. */
async function deleteOld(trx: Trx, table: 'attempt' | 'login_failure', at: 'at' | 'failed_at', now: Date) {
  const old = sql`${sql.ref(at)} < ${new Date(now.getTime() - FORGET_MS)}::timestamptz`;
  await sql`delete from ${sql.table(table)}
    where ctid in (select ctid from ${sql.table(table)} where ${old} for update skip locked)`.execute(trx);
}

/** Lists the subject's attempts after `since`, newest first. */
export async function listAttempts(db: Db, subject: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('at')
    .where('subject', '=', subject)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => row.at);
}

/** Records an attempt and deletes everybody's old ones. */
export async function insertAttempt(trx: Trx, subject: string, at: Date): Promise<void> {
  await deleteOld(trx, 'attempt', 'at', at);
  await trx.insertInto('attempt').values({ subject, at }).execute();
}

/** Lists the subject's failed logins after `since`, newest first. */
export async function listLoginFailures(db: Db, subject: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_failure')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', since)
    .orderBy('failed_at', 'desc')
    .execute();
  return rows.map((row) => row.failed_at);
}

/** Records a failed login, deletes everybody's old ones, and returns the new id. */
export async function insertLoginFailure(trx: Trx, subject: string, at: Date): Promise<string> {
  await deleteOld(trx, 'login_failure', 'failed_at', at);
  const row = await trx
    .insertInto('login_failure')
    .values({ subject, failed_at: at })
    .returning('failure_id')
    .executeTakeFirstOrThrow();
  return row.failure_id;
}

export async function deleteLoginFailure(trx: Trx, failureId: string): Promise<void> {
  await trx.deleteFrom('login_failure').where('failure_id', '=', failureId).execute();
}

/** Deletes the failures of a subject and of those below it, such as the known devices of an account. */
export async function deleteAllLoginFailures(trx: Trx, subject: string): Promise<void> {
  await sql`delete from login_failure where subject = ${subject} or starts_with(subject, ${`${subject}:`})`.execute(
    trx,
  );
}

export async function deleteLoginFailures(trx: Trx, subject: string): Promise<void> {
  await trx.deleteFrom('login_failure').where('subject', '=', subject).execute();
}

/** How many failures are looked at to count subjects: more say nothing more. */
const MAX_LOOKED_AT = 20_000;

/** Counts the subjects with a prefix, at most `atMost`, that failed so often since then. */
export async function countFailing(
  db: Db,
  {
    prefix,
    since,
    failures,
    atMost,
  }: { readonly prefix: string; readonly since: Date; readonly failures: number; readonly atMost: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select subject from (
        select subject from login_failure where failed_at > ${since}::timestamptz
        order by failed_at desc limit ${sql.lit(MAX_LOOKED_AT)}) newest
      where starts_with(subject, ${prefix})
      group by subject having count(*) >= ${failures} limit ${atMost}) failing`.execute(db);
  return rows[0]?.count ?? 0;
}

// SQL of what may be asked for only so often, and of failed logins.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';

/** Attempts are counted over an hour at most, so that a day forgets them all. */
const FORGET_MS = 24 * 3_600_000;

/** Forgets everybody's rows older than a day but those in other hands: nobody waits for a stranger's, nor two for each other's. */
async function forget(trx: Trx, table: 'attempt' | 'login_failure', at: 'at' | 'failed_at', now: Date) {
  const old = sql`${sql.ref(at)} < ${new Date(now.getTime() - FORGET_MS)}::timestamptz`;
  await sql`delete from ${sql.table(table)}
    where ctid in (select ctid from ${sql.table(table)} where ${old} for update skip locked)`.execute(trx);
}

/** Lets attempts on one subject pass one at a time, until the transaction ends. */
export async function lockSubject(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
}

/** When the subject attempted it since then, newest first. */
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

/** Notes an attempt and forgets everybody's old ones. */
export async function insertAttempt(trx: Trx, subject: string, at: Date): Promise<void> {
  await forget(trx, 'attempt', 'at', at);
  await trx.insertInto('attempt').values({ subject, at }).execute();
}

/** When a subject failed to log in since then, newest first. */
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

/** Notes a failure, forgets everybody's old ones, and gives its id. */
export async function insertLoginFailure(trx: Trx, subject: string, at: Date): Promise<string> {
  await forget(trx, 'login_failure', 'failed_at', at);
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

export async function deleteLoginFailures(trx: Trx, subject: string): Promise<void> {
  await trx.deleteFrom('login_failure').where('subject', '=', subject).execute();
}

// The SQL of services that do not answer. While a kind of job has a row here, one process at a time makes one try, so that nobody floods a
// service that is down, and all processes know of it.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';

/** After so many failures in a row a service counts as down. A single failure may be a restart. */
const DOWN_AFTER = 2;
/** How long after its last failed try a service still counts as down, in milliseconds. */
const DOWN_FOR_MS = 5 * 60_000;

/** What a process may do with jobs of a kind now: run all, make one try, or wait. */
export type Turn = { readonly may: 'all' } | { readonly may: 'probe' } | { readonly may: 'wait' };

/**
 * Says whether jobs of a kind may run now. During an outage, one caller gets the next try; the others wait.
 * @param until when the next caller gets a try if this one never reports back
 */
export async function takeTurn(trx: Trx, kind: string, now: Date, until: Date): Promise<Turn> {
  const outage = await trx
    .selectFrom('job_outage')
    .select('next_at')
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!outage) return { may: 'all' };
  const taken = await trx
    .updateTable('job_outage')
    .set({ next_at: until })
    .where('kind', '=', kind)
    .where('next_at', '<=', now)
    .returning('kind')
    .executeTakeFirst();
  return { may: taken ? 'probe' : 'wait' };
}

interface Failure {
  readonly reason: string;
  readonly now: Date;
  /** Returns the time of the next try after so many failures. */
  readonly nextAt: (failures: number) => Date;
}

/** Records the first failure of a service. Returns whether it is the first: jobs that ran beside it do not count again. */
export async function beginOutage(
  trx: Trx,
  kind: string,
  { reason, now, nextAt }: Failure,
): Promise<boolean> {
  const begun = await trx
    .insertInto('job_outage')
    .values({ kind, failures: 1, since: now, tried_at: now, next_at: nextAt(1), reason })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .returning('kind')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Records that the one try failed too. */
export async function continueOutage(
  trx: Trx,
  kind: string,
  { reason, now, nextAt }: Failure,
): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    update job_outage set failures = failures + 1, tried_at = ${now}::timestamptz, reason = ${reason}
    where kind = ${kind} returning failures`.execute(trx);
  const failures = rows[0]?.failures;
  if (failures === undefined) return;
  await trx
    .updateTable('job_outage')
    .set({ next_at: nextAt(failures) })
    .where('kind', '=', kind)
    .execute();
}

/** Ends the outage. Returns whether there was one. */
export async function endOutage(db: Db, kind: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('job_outage').where('kind', '=', kind).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Lists the kinds of jobs whose service has failed at least twice in a row, the last time within five minutes. `now` in epoch
 * milliseconds.
 */
export async function kindsDown(db: Db, now: number): Promise<string[]> {
  const outages = await db
    .selectFrom('job_outage')
    .select('kind')
    .where('failures', '>=', DOWN_AFTER)
    .where('tried_at', '>', new Date(now - DOWN_FOR_MS))
    .execute();
  return outages.map(({ kind }) => kind);
}

/** Whether the service of a kind of job is down, as `kindsDown`. */
export const isDown = async (db: Db, kind: string, now: number): Promise<boolean> =>
  (await kindsDown(db, now)).includes(kind);

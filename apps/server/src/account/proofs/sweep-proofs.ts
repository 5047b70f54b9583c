// Deletes expired codes, captchas, passes, counted failures and dead letters at regular intervals.
import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { DEAD_LETTER_DAYS } from '../../platform/jobs/retry-times.ts';

const EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

/** `after`: the milliseconds that a row stays after the time in its column `at`. */
const TABLES = [
  { table: 'verify_code', at: 'expires_at', after: HOUR_MS },
  { table: 'one_time_pass', at: 'expires_at', after: HOUR_MS },
  { table: 'captcha', at: 'expires_at', after: 0 },
  { table: 'used_once', at: 'expires_at', after: 0 },
  { table: 'attempt', at: 'at', after: 24 * HOUR_MS },
  { table: 'login_failure', at: 'failed_at', after: 24 * HOUR_MS },
  { table: 'staff_sign_in_failure', at: 'hour', after: 30 * 24 * HOUR_MS },
  { table: 'job', at: 'dead_at', after: DEAD_LETTER_DAYS * 24 * HOUR_MS },
] as const;

/** Deletes the old rows, except locked ones. `now` in epoch milliseconds. */
export async function sweepProofs(db: Db, now: number): Promise<void> {
  for (const { table, at, after } of TABLES)
    await inTransaction(db, (trx) =>
      sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)}
        where ${sql.ref(at)} < ${new Date(now - after)}::timestamptz for update skip locked)`.execute(trx),
    );
}

/** Sweeps now and every ten minutes; errors go to `failed`. Returns a function that stops it and waits for the current sweep. */
export function startSweeping(
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  const begin = () => {
    round = round.then(() => sweepProofs(db, clock())).catch(failed);
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

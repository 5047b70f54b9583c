// Checks the database for readiness: it answers, accepts writes, and its clock agrees with this machine's.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { outageOf } from '../db/connect/outage.ts';
import type { Parts } from './readiness.ts';

/** With a larger difference of the clocks, one process would free seats that another still holds. */
export const MAX_SKEW_MS = 2_000;

/** The database's clock is read for this comparison only. No decision uses it. */
const state = sql<{ at: Date; standby: boolean; read_only: boolean }>`select clock_timestamp() as at,
  pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`;

/**
 * Returns the words of the parts `database` and `clock`. The part `database` is the word of the log for a failure
 * (`outageOf`), `standby` or `readOnly`; `clock` is `skewed` or `unknown`.
 * @param machineClock returns epoch milliseconds of the machine's clock
 * @param failed receives the error of a database that does not answer
 */
export async function checkDatabase(
  db: Db,
  machineClock: () => number,
  failed: (error: unknown) => void,
): Promise<Parts> {
  const sentAt = machineClock();
  const began = performance.now();
  try {
    const { rows } = await state.execute(db);
    const tookMs = performance.now() - began;
    const [
      { at, standby, read_only: readOnly } = { at: new Date(Number.NaN), standby: false, read_only: false },
    ] = rows;
    // The database read its clock at any moment between the question and the answer.
    const behindMs = at.getTime() - sentAt;
    const isSkewed = behindMs < -MAX_SKEW_MS || behindMs - tookMs > MAX_SKEW_MS;
    const database = standby ? 'standby' : readOnly ? 'readOnly' : 'ok';
    return { database, clock: isSkewed ? 'skewed' : 'ok' };
  } catch (error) {
    failed(error);
    return { database: outageOf(error) ?? 'failed', clock: 'unknown' };
  }
}

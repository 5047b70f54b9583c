// What a database must forget after it was restored to an earlier time, because it may have been used up, ended or sent since.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** How many of each were ended. */
export interface Forgotten {
  readonly sessions: number;
  readonly staffSessions: number;
  readonly gateCodes: number;
  readonly mails: number;
}

/**
 * Ends every session of travellers and staff, because some had ended since; voids unused gate codes and mailed codes, because some were used
 * since; deletes the phones that get messages, because some were logged out since; begins a new era of partners' events; and keeps queued mails from being sent, because they were sent since: they become dead letters, or are dropped if they expire.
 */
export async function forgetAfterRestore(trx: Trx, now: Date): Promise<Forgotten> {
  const changed = async (statement: ReturnType<typeof sql>) =>
    Number((await statement.execute(trx)).numAffectedRows ?? 0n);
  const at = sql`${now}::timestamptz`;
  const forgotten = {
    sessions: await changed(
      sql`update session set ended_at = ${at}, end_reason = 'desk' where ended_at is null`,
    ),
    staffSessions: await changed(sql`update staff_session set ended_at = ${at} where ended_at is null`),
    gateCodes: await changed(
      sql`update gate_code set expires_at = ${at} where used_at is null and expires_at > ${at}`,
    ),
    mails:
      (await changed(sql`delete from job where dead_at is null and expires_at is not null`)) +
      (await changed(sql`update job set dead_at = ${at}, reason = 'restored' where dead_at is null`)),
  };
  // Events are in the order of transactions, whose ids another cluster counts anew.
  await sql`update partner_event_era set era = era + 1`.execute(trx);
  for (const table of ['verify_code', 'one_time_pass', 'captcha', 'push_subscription'])
    await sql`delete from ${sql.table(table)}`.execute(trx);
  return forgotten;
}

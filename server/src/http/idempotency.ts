// A retried call gets its first answer again: key and work live in one transaction.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { withCommit } from '../db/flight.ts';
import { AppError } from './app-error.ts';

export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** What must be equal for a retry to be the same request. */
export function requestFingerprint(call: string, query: unknown, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, query, body]))
    .digest('hex');
}

/** How many lapsed keys, whoever's, a write takes away: more than it makes, so that they do not pile up. */
const SWEEP = 2;

/** Does the work once per key; a refusal it returns is committed but not remembered, one it throws undoes all. */
export async function once<T>(
  trx: Trx,
  { accountId, key, fingerprint }: IdempotencyKey,
  now: Date,
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  // A second request with the key waits here until the first has committed or rolled back.
  const taken = await sql`
    insert into idempotency (account_id, key, fingerprint, answer, created_at)
    values (${accountId}, ${key}, ${fingerprint}, null, ${now})
    on conflict (account_id, key) do update
      set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
      where idempotency.created_at <= ${oldest}
    returning key`.execute(trx);
  if (taken.rows.length === 0) {
    const first = await trx
      .selectFrom('idempotency')
      .select(['fingerprint', 'answer'])
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.fingerprint !== fingerprint) throw new AppError('REQ-0002');
    return JSON.parse(first.answer ?? 'null') as T;
  }
  const answer = await work();
  if (answer instanceof AppError) {
    await trx.deleteFrom('idempotency').where('account_id', '=', accountId).where('key', '=', key).execute();
    return answer;
  }
  // Sweeping comes last and skips what others hold: it makes nobody wait, and waits for nobody.
  await withCommit(
    trx,
    sql`
    with swept as (
      delete from idempotency where (account_id, key) in (
        select account_id, key from idempotency where created_at <= ${oldest}::timestamptz
        order by created_at limit ${sql.lit(SWEEP)} for update skip locked)
    )
    update idempotency set answer = ${JSON.stringify(answer)} where account_id = ${accountId} and key = ${key}`,
  );
  return answer;
}

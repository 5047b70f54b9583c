// A retried call gets its first answer again: key and work live in one transaction.
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
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

/** Does the work once per key; a refusal it returns is committed but not remembered, one it throws undoes all. */
export async function once<T>(
  trx: Trx,
  { accountId, key, fingerprint }: IdempotencyKey,
  now: Date,
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  const row = trx.deleteFrom('idempotency').where('account_id', '=', accountId);
  await row.where('created_at', '<=', oldest).execute();
  // A second request with the key waits here until the first has committed or rolled back.
  const taken = await trx
    .insertInto('idempotency')
    .values({ account_id: accountId, key, fingerprint, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows !== 1n) {
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
    await row.where('key', '=', key).execute();
    return answer;
  }
  await trx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute();
  return answer;
}

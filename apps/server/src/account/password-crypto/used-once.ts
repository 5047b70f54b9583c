// Enforces single use: the hash of a used value is stored until the value would have expired.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Stores the hashes and deletes up to 100 expired ones. Returns false where one of them was used before. */
export async function useOnce(
  trx: Trx,
  hashes: readonly string[],
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<boolean> {
  await sql`delete from used_once where ctid in (select ctid from used_once
    where expires_at <= ${new Date(now)}::timestamptz limit 100 for update skip locked)`.execute(trx);
  // Sorted, so that two calls with the same hashes cannot deadlock.
  const rows = [...new Set(hashes)].toSorted().map((hash) => ({ hash, expires_at: new Date(expiresAt) }));
  const result = await trx
    .insertInto('used_once')
    .values(rows)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === BigInt(rows.length);
}

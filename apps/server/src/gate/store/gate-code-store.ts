// The SQL of the one-time codes that enrol gates.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { GateCodeTable } from '../../platform/db/tables/tables.ts';

export async function insertGateCode(trx: Trx, code: Insertable<GateCodeTable>): Promise<void> {
  await trx.insertInto('gate_code').values(code).execute();
}

/** Locks a code, used or not, until the end of the transaction. */
export async function lockGateCode(trx: Trx, codeHash: string) {
  return trx
    .selectFrom('gate_code')
    .select(['station_id', 'direction', 'inspects', 'expires_at', 'used_at', 'gate_id'])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores which gate a locked code enrolled. */
export async function spendGateCode(trx: Trx, codeHash: string, gateId: string, now: number): Promise<void> {
  await trx
    .updateTable('gate_code')
    .set({ used_at: new Date(now), gate_id: gateId })
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Where a page of codes ends. */
export interface CodePlace {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly codeId: string;
}

/** Lists at most `limit` codes that are valid at `now` and unused, after a position: the newest first. */
export async function listUnusedCodes(
  db: Db,
  { now, after, limit }: { readonly now: Date; readonly after: CodePlace | null; readonly limit: number },
): Promise<
  Selectable<
    Pick<GateCodeTable, 'code_id' | 'station_id' | 'direction' | 'inspects' | 'expires_at' | 'made_by'>
  >[]
> {
  // Milliseconds are exact, since the cursor and the clock that makes a code use them.
  const end = sql<number>`floor(extract(epoch from expires_at) * 1000)::bigint`;
  return db
    .selectFrom('gate_code')
    .select(['code_id', 'station_id', 'direction', 'inspects', 'expires_at', 'made_by'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${end}, code_id) < (${after?.expiresAt ?? 0}::bigint, ${after?.codeId ?? ''}::text)`,
      ),
    )
    .orderBy(end, 'desc')
    .orderBy('code_id', 'desc')
    .limit(limit)
    .execute();
}

/** Locks a code, used or not, until the end of the transaction. */
export async function lockGateCodeById(trx: Trx, codeId: string) {
  return trx
    .selectFrom('gate_code')
    .select(['station_id', 'expires_at', 'used_at'])
    .where('code_id', '=', codeId)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends a locked code at `at`. */
export async function endGateCode(trx: Trx, codeId: string, at: Date): Promise<void> {
  await trx.updateTable('gate_code').set({ expires_at: at }).where('code_id', '=', codeId).execute();
}

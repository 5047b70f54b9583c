// The SQL of the one-time codes that enrol gates.
import type { Insertable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { GateCodeTable } from '../../platform/db/tables/tables.ts';

export async function insertGateCode(trx: Trx, code: Insertable<GateCodeTable>): Promise<void> {
  await trx.insertInto('gate_code').values(code).execute();
}

/** Locks a code, used or not, until the end of the transaction. */
export async function lockGateCode(trx: Trx, codeHash: string) {
  return trx
    .selectFrom('gate_code')
    .select(['station_id', 'direction', 'expires_at', 'used_at', 'gate_id'])
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

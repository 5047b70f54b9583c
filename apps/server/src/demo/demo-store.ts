// SQL that finds what a demonstration left in a database, and whether the database has been used in production.
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { DEMO_SELLERS } from './demo-orders.ts';

/** When the database was first used in production; undefined where it was not. */
export async function findProductionSince(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('deployment').select('production_since').executeTakeFirst();
  return row?.production_since;
}

/** Records that the database is used in production. An earlier record stays. */
export async function markProduction(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ production_since: at })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
}

/** Voids the gate codes that a demonstration printed and no gate has used. Returns how many were still valid at `now`. */
export async function voidDemoGateCodes(db: Db, now: Date): Promise<number> {
  const done = await db
    .updateTable('gate_code')
    .set({ expires_at: now })
    .where('demo', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Lists the demonstration's tickets that are still usable or can be added, for all accounts. */
export async function listLiveDemoTickets(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('ticket_id')
    .where('order_id', 'like', 'DEMO-%')
    .where('seller', 'in', DEMO_SELLERS)
    .where('status', 'in', ['unbound', 'bound', 'inUse', 'suspended'])
    .orderBy('ticket_id')
    .execute();
  return rows.map((row) => row.ticket_id);
}

/** Closes the gates enrolled with a demonstration's code. Returns how many were open. */
export async function closeDemoGates(trx: Trx, at: Date): Promise<number> {
  // A code is used and its gate enrolled in one transaction, with the same time.
  const done = await trx
    .updateTable('gate')
    .set({ closed_at: at })
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('gate_code')
          .select(sql`1`.as('one'))
          .where('gate_code.demo', '=', true)
          .whereRef('gate_code.used_at', '=', 'gate.enrolled_at')
          .whereRef('gate_code.station_id', '=', 'gate.station_id'),
      ),
    )
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

// Which operator's data a database holds. The folder of another operator is refused.
import type { Db } from '../db/database.ts';

/** Throws an Error of one line if the database holds the data of another operator. Accepts one that holds none yet. */
export async function requireOperator(db: Db, operatorId: string): Promise<void> {
  const row = await db.selectFrom('operator').select('operator_id').executeTakeFirst();
  if (!row || row.operator_id === operatorId) return;
  throw new Error(
    `OPERATOR_DIR: this is the folder of '${operatorId}', but the database holds the data of '${row.operator_id}'; name the folder of '${row.operator_id}', or give '${operatorId}' a database and a DATA_DIR of its own`,
  );
}

/** Records the operator of a database that holds none yet, then requires it. Throws as requireOperator. */
export async function keepOperator(db: Db, operatorId: string): Promise<void> {
  await db
    .insertInto('operator')
    .values({ operator_id: operatorId })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
  await requireOperator(db, operatorId);
}

// Brings the operator's products into the database, where tickets refer to them.
import { inTransaction, type Db } from '../db/database.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { upsertProducts } from './ticket-store.ts';

/** Takes the operator's data; inserts or updates each product. One that left the folder stays, for its tickets. */
export async function syncProducts(db: Db, operator: OperatorData): Promise<void> {
  const products = [...operator.products.values()];
  await inTransaction(db, (trx) => upsertProducts(trx, products));
}

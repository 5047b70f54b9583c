// Copies the operator's products into the database, where tickets refer to them.
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { upsertProducts } from '../record/ticket-store.ts';

/** Inserts or updates each product. A product that left the operator's files stays in the database for its tickets. */
export async function syncProducts(db: Db, operator: OperatorData): Promise<void> {
  const products = [...operator.products.values()];
  await inTransaction(db, (trx) => upsertProducts(trx, products));
}

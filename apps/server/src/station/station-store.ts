// SQL of the station feature.
import type { Db } from '../platform/db/database.ts';
import type { Product } from '../platform/operator/files/operator-schemas.ts';

/** Finds the product of the account's ticket; undefined for somebody else's ticket too. */
export async function findProductOfTicket(
  db: Db,
  accountId: string,
  ticketId: string,
): Promise<Product | undefined> {
  const row = await db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select('p.data')
    .where('t.ticket_id', '=', ticketId)
    .where('t.account_id', '=', accountId)
    .executeTakeFirst();
  // Written by sync-products from a checked file.
  return row?.data as Product | undefined;
}

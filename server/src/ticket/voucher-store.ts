// The SQL of exchange vouchers: exchanged once, and what their history tells of it.
import type { Db, Trx } from '../db/database.ts';

export interface ExchangeRow {
  readonly at: Date;
  /** Written by exchange-voucher. */
  readonly detail: unknown;
}

/** When and where the voucher was exchanged; undefined when it was not. */
export async function findExchange(db: Db, ticketId: string): Promise<ExchangeRow | undefined> {
  return db
    .selectFrom('ticket_event')
    .select(['at', 'detail'])
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'exchange')
    .orderBy('event_id', 'desc')
    .executeTakeFirst();
}

/** False when the voucher is no longer the account's or not bound: another call exchanged it first. */
export async function exchangeBound(
  trx: Trx,
  accountId: string,
  ticketId: string,
  now: number,
): Promise<boolean> {
  const done = await trx
    .updateTable('ticket')
    .set({ status: 'used', use_date: new Date(now) })
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'bound')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

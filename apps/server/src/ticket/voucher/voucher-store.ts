// The SQL of exchange vouchers.
import type { Db, Trx } from '../../platform/db/database.ts';

export interface ExchangeRow {
  /** The number for the counter's staff. */
  readonly number: string;
  readonly counter_id: string;
  readonly exchanged_at: Date;
  readonly taken_at: Date | null;
}

/** Finds the voucher's exchange; undefined when there is none. */
export async function findExchange(db: Db, ticketId: string): Promise<ExchangeRow | undefined> {
  return db
    .selectFrom('exchange')
    .select(['number', 'counter_id', 'exchanged_at', 'taken_at'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
}

/** Marks the voucher used. Returns false when it is no longer the account's or not bound. */
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

/** Returns false when another voucher has the number. */
export async function insertExchange(
  trx: Trx,
  exchange: {
    readonly ticketId: string;
    readonly number: string;
    readonly counterId: string;
    readonly now: number;
  },
): Promise<boolean> {
  const done = await trx
    .insertInto('exchange')
    .values({
      ticket_id: exchange.ticketId,
      number: exchange.number,
      counter_id: exchange.counterId,
      exchanged_at: new Date(exchange.now),
      taken_at: null,
      taken_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

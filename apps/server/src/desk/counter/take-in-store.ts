// The SQL of accepting vouchers and admissions: finding them by their numbers, and one guarded update.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { endsAt, views } from '../../ticket/record/ticket-store.ts';

/** A ticket with its exchange and its last acceptance. */
const found = (db: Db) =>
  views(db)
    .leftJoin('exchange as x', 'x.ticket_id', 't.ticket_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ticket_event')
          .select(['at', 'actor'])
          .whereRef('ticket_event.ticket_id', '=', 't.ticket_id')
          .where('kind', 'in', ['takeIn', 'admit'])
          .orderBy('event_id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['x.number', 'x.counter_id', 'x.exchanged_at', 'x.taken_at'])
    .select(['last.at as last_at', 'last.actor as last_actor']);

export type TakeInRow = Awaited<ReturnType<ReturnType<typeof found>['executeTakeFirstOrThrow']>>;

export const findByTicketId = (db: Db, ticketId: string): Promise<TakeInRow | undefined> =>
  found(db).where('t.ticket_id', '=', ticketId).executeTakeFirst();

/** Finds the voucher of an exchange number. When two share an old number: that of this counter, then the one not accepted yet. */
export const findByExchange = (
  db: Db,
  number: string,
  counterId: string | undefined,
): Promise<TakeInRow | undefined> =>
  found(db)
    .where('x.number', '=', number)
    .orderBy(sql`x.counter_id = ${counterId ?? ''} desc, x.taken_at nulls first, x.exchanged_at desc`)
    .limit(1)
    .executeTakeFirst();

/** Finds a ticket by its ticket number or voucher number. */
export const findByNumber = (db: Db, number: string): Promise<TakeInRow | undefined> =>
  found(db)
    .where(
      't.ticket_id',
      'in',
      sql<string>`(select ticket_id from ticket where ticket_no = ${number}
        union select ticket_id from ticket where voucher_no = ${number})`,
    )
    .limit(1)
    .executeTakeFirst();

/** Locks the ticket of a number until the transaction ends. Returns its id. */
export async function lockByNumber(trx: Trx, ticketNo: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('ticket')
    .select('ticket_id')
    .where('ticket_no', '=', ticketNo)
    .forUpdate()
    .executeTakeFirst();
  return row?.ticket_id;
}

/** Marks an exchanged voucher accepted. Returns false when it already was. */
export async function takeVoucher(trx: Trx, ticketId: string, by: string, at: Date): Promise<boolean> {
  const done = await trx
    .updateTable('exchange')
    .set({ taken_at: at, taken_by: by })
    .where('ticket_id', '=', ticketId)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/**
 * Counts one admission of a ticket in use; the last of `of` admissions uses it up. Returns the new status, or null when the
 * ticket is not in use, is over at `now`, or another admission came in between.
 */
export async function admit(
  trx: Trx,
  ticketId: string,
  { of, done, now }: { readonly of: number; readonly done: number; readonly now: Date },
): Promise<'inUse' | 'used' | null> {
  const { rows } = await sql<{ status: 'inUse' | 'used' }>`
    update ticket t set admitted = admitted + 1, status = case when admitted + 1 >= ${of}::int then 'used' else 'inUse' end
    where ticket_id = ${ticketId} and status = 'inUse' and admitted = ${done}::int
      and ${endsAt} > ${new Date(now.getTime() - 1000)}::timestamptz
    returning status`.execute(trx);
  return rows[0]?.status ?? null;
}

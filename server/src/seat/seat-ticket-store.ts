// What seats need to know of tickets: read and locked here, changed by the ticket feature alone.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { TicketStatus } from '../db/tables.ts';
import { accountLock } from './seat-store.ts';

/** A seat that a ticket has reserved and not cancelled; times in epoch milliseconds. */
export interface TicketBooking {
  reservationId: string;
  departureId: string;
  tripId: string;
  departAt: number;
  arriveAt: number;
}
export interface SeatTicketRow {
  ticket_id: string;
  product_id: string;
  status: TicketStatus;
  use_expire_date: Date;
  abt_expire_date: Date | null;
  bookings: readonly TicketBooking[];
}

/** The account's tickets among `ticketIds`, with their bookings; a ticket of somebody else is absent. */
export async function readSeatTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const { rows } = await sql<Omit<SeatTicketRow, 'bookings'> & { bookings: TicketBooking[] | null }>`
    select t.ticket_id, t.product_id, t.status, t.use_expire_date, t.abt_expire_date,
      (select json_agg(json_build_object('reservationId', r.reservation_id, 'departureId', r.departure_id,
          'tripId', r.trip_id, 'departAt', (extract(epoch from r.depart_at) * 1000)::bigint,
          'arriveAt', (extract(epoch from r.arrive_at) * 1000)::bigint))
        from reservation_seat rs join reservation r using (reservation_id)
        where rs.ticket_id = t.ticket_id and r.state = 1) as bookings
    from ticket t
    where t.account_id = ${accountId} and t.ticket_id = any(${[...ticketIds]}::text[])`.execute(db);
  return rows.map((row) => ({ ...row, bookings: row.bookings ?? [] }));
}

/**
 * Locks the account's seats and then its tickets, in one order for everybody, until the transaction ends. What is
 * decided from bookings is read after this, so that two saves cannot both see the last one free.
 */
export async function lockTickets(trx: Trx, accountId: string, ticketIds: readonly string[]): Promise<void> {
  await lock(trx, accountId, sql`${[...ticketIds]}::text[]`);
}

/** As lockTickets, for the tickets of one of the account's holds. */
export async function lockTicketsOfHold(trx: Trx, accountId: string, holdId: string): Promise<void> {
  await lock(
    trx,
    accountId,
    sql`array(select unnest(ticket_ids) from seat_hold where hold_id = ${holdId} and account_id = ${accountId})`,
  );
}

/** The lock of the account comes first: LockRows runs above the sorted join that calls it. */
async function lock(trx: Trx, accountId: string, ticketIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    select t.ticket_id from (select ${accountLock(accountId)}) as account, ticket t
    where t.account_id = ${accountId} and t.ticket_id = any(${ticketIds})
    order by t.ticket_id for update of t`.execute(trx);
}

// What seats need to know of tickets: read and locked here, changed by the ticket feature alone.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { together } from '../db/flight.ts';
import type { SeatHoldTable, TicketStatus } from '../db/tables.ts';
import { isLost } from './disruption-store.ts';
import { accountLock, takenOf, taking, type NewHold, type Taken } from './seat-store.ts';

/** A seat that a ticket has reserved and not cancelled; times in epoch milliseconds. */
export interface TicketBooking {
  reservationId: string;
  departureId: string;
  tripId: string;
  departAt: number;
  arriveAt: number;
  /** A newer timetable left the ticket no seat in it. */
  lost: boolean;
}
export interface SeatTicketRow {
  ticket_id: string;
  product_id: string;
  status: TicketStatus;
  use_expire_date: Date;
  abt_expire_date: Date | null;
  bookings: readonly TicketBooking[];
}

type StoredTicket = Omit<SeatTicketRow, 'bookings'> & { bookings: TicketBooking[] | null };

const ticketRows = (accountId: string, ticketIds: RawBuilder<unknown>) => sql<StoredTicket>`
  select t.ticket_id, t.product_id, t.status, t.use_expire_date, t.abt_expire_date,
    (select json_agg(json_build_object('reservationId', r.reservation_id, 'departureId', r.departure_id,
        'tripId', r.trip_id, 'departAt', (extract(epoch from r.depart_at) * 1000)::bigint,
        'arriveAt', (extract(epoch from r.arrive_at) * 1000)::bigint, 'lost', ${isLost}))
      from reservation_seat rs join reservation r using (reservation_id)
      where rs.ticket_id = t.ticket_id and r.state = 1) as bookings
  from ticket t
  where t.account_id = ${accountId} and t.ticket_id = any(${ticketIds})`;

const withBookings = (rows: readonly StoredTicket[]): SeatTicketRow[] =>
  rows.map((row) => ({ ...row, bookings: row.bookings ?? [] }));

/** The account's tickets among `ticketIds`, with their bookings; a ticket of somebody else is absent. */
export async function readSeatTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const { rows } = await ticketRows(accountId, sql`${[...ticketIds]}::text[]`).execute(db);
  return withBookings(rows);
}

/** Locks the account's seats and then its tickets: LockRows runs above the sorted join that calls the account's lock. */
const ticketLock = (accountId: string, ticketIds: RawBuilder<unknown>) => sql<{ ticket_id: string }>`
  select t.ticket_id from (select ${accountLock(accountId)}) as account, ticket t
  where t.account_id = ${accountId} and t.ticket_id = any(${ticketIds})
  order by t.ticket_id for update of t`;

/**
 * Locks the account's seats and then its tickets, in one order for everybody, until the transaction ends, and gives what
 * readSeatTickets does. The bookings are read by a statement of their own after the lock, so that two saves cannot both
 * see the last one free.
 */
export async function lockSeatTickets(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const ids = sql`${[...ticketIds]}::text[]`;
  const [, rows] = await together(trx, [ticketLock(accountId, ids), ticketRows(accountId, ids)]);
  return withBookings(rows);
}

/** As lockSeatTickets, with the seats taken in the same round trip: undone by the rollback when a rule then refuses. */
export async function lockAndTake(trx: Trx, hold: NewHold): Promise<{ rows: SeatTicketRow[]; taken: Taken }> {
  const { accountId } = hold;
  const ids = sql`${[...hold.ticketIds]}::text[]`;
  const [, rows, taken] = await together(trx, [
    ticketLock(accountId, ids),
    ticketRows(accountId, ids),
    taking(hold),
  ]);
  return { rows: withBookings(rows), taken: takenOf(hold, taken) };
}

/**
 * As lockSeatTickets, for the tickets of one of the account's holds, living or lapsed. The hold is read after the lock,
 * since a rival request may use it up meanwhile.
 */
export async function lockHold(
  trx: Trx,
  accountId: string,
  holdId: string,
): Promise<{ hold: SeatHoldTable | undefined; tickets: SeatTicketRow[] }> {
  const mine = sql`from seat_hold where hold_id = ${holdId} and account_id = ${accountId}`;
  const ids = sql`array(select unnest(ticket_ids) ${mine})`;
  const [, holds, rows] = await together(trx, [
    ticketLock(accountId, ids),
    sql<SeatHoldTable>`select * ${mine}`,
    ticketRows(accountId, ids),
  ]);
  return { hold: holds[0], tickets: withBookings(rows) };
}

// What seats need to know of tickets: read and locked here, changed by the ticket feature alone.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { together } from '../db/flight.ts';
import { statement } from '../db/statement.ts';
import type { SeatHoldTable, TicketStatus } from '../db/tables.ts';
import { isLost } from './disruption-store.ts';
import { accountSeatsLock, takenOf, taking, type NewHold, type Taken } from './seat-store.ts';

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

const ticketRows = (accountId: RawBuilder<unknown>, ticketIds: RawBuilder<unknown>) => sql<StoredTicket>`
  select t.ticket_id, t.product_id, t.status, t.use_expire_date, t.abt_expire_date,
    (select json_agg(json_build_object('reservationId', r.reservation_id, 'departureId', r.departure_id,
        'tripId', r.trip_id, 'departAt', (extract(epoch from r.depart_at) * 1000)::bigint,
        'arriveAt', (extract(epoch from r.arrive_at) * 1000)::bigint, 'lost', ${isLost}))
      from reservation_seat rs join reservation r using (reservation_id)
      where rs.ticket_id = t.ticket_id and r.state = 1) as bookings
  from ticket t
  where t.account_id = ${accountId} and t.ticket_id = any(${ticketIds})`;

interface NamedTickets {
  readonly accountId: string;
  readonly ticketIds: readonly string[];
}
interface HoldOfAccount {
  readonly accountId: string;
  readonly holdId: string;
}

const readTickets = statement<StoredTicket, NamedTickets>((place) =>
  ticketRows(place('accountId'), sql`${place('ticketIds')}::text[]`),
);

/** As readTickets, locking them in one order for everybody. Their bookings change only while the account's seats are locked. */
const lockTickets = statement<StoredTicket, NamedTickets>(
  (place) => sql`
  ${ticketRows(place('accountId'), sql`${place('ticketIds')}::text[]`)}
  order by t.ticket_id for update of t`,
);

const lockTicketsOfHold = statement<StoredTicket, HoldOfAccount>(
  (place) => sql`
  ${ticketRows(
    place('accountId'),
    sql`array(select unnest(ticket_ids) from seat_hold
      where hold_id = ${place('holdId')} and account_id = ${place('accountId')})`,
  )}
  order by t.ticket_id for update of t`,
);

const readHold = statement<SeatHoldTable, HoldOfAccount>(
  (place) => sql`
  select * from seat_hold where hold_id = ${place('holdId')} and account_id = ${place('accountId')}`,
);

const withBookings = (rows: readonly StoredTicket[]): SeatTicketRow[] =>
  rows.map((row) => ({ ...row, bookings: row.bookings ?? [] }));

/** The account's tickets among `ticketIds`, with their bookings; a ticket of somebody else is absent. */
export async function readSeatTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const { rows } = await db.executeQuery(readTickets({ accountId, ticketIds }).compile(db));
  return withBookings(rows);
}

/**
 * Locks the account's seats and then its tickets, in one order for everybody, until the transaction ends, and gives what
 * readSeatTickets does. The lock of the seats is a statement of its own, so that what comes behind it sees what it waited
 * for: two saves cannot both see the last reservation of a ticket free.
 */
export async function lockSeatTickets(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const [, rows] = await together(trx, [
    accountSeatsLock({ accountId }),
    lockTickets({ accountId, ticketIds }),
  ]);
  return withBookings(rows);
}

/** As lockSeatTickets, with the seats taken in the same round trip: undone by the rollback when a rule then refuses. */
export async function lockAndTake(trx: Trx, hold: NewHold): Promise<{ rows: SeatTicketRow[]; taken: Taken }> {
  const [, rows, ...took] = await together(trx, [accountSeatsLock(hold), lockTickets(hold), ...taking(hold)]);
  return { rows: withBookings(rows), taken: await takenOf(trx, hold, took) };
}

/** As lockSeatTickets, for the tickets of one of the account's holds, living or lapsed, and gives that hold, too. */
export async function lockHold(
  trx: Trx,
  accountId: string,
  holdId: string,
): Promise<{ hold: SeatHoldTable | undefined; tickets: SeatTicketRow[] }> {
  const mine = { accountId, holdId };
  const [, rows, holds] = await together(trx, [
    accountSeatsLock({ accountId }),
    lockTicketsOfHold(mine),
    readHold(mine),
  ]);
  return { hold: holds[0], tickets: withBookings(rows) };
}

// The ticket data that seats need, read and locked. Only the ticket feature changes tickets.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { batch } from '../../platform/db/pipeline/pipeline.ts';
import { statement } from '../../platform/db/pipeline/statement.ts';
import type { SeatHoldTable, TicketStatus } from '../../platform/db/tables/tables.ts';
import { lockSeatsOfAccounts } from '../../platform/db/locks.ts';
import { isLost } from './disruption-store.ts';
import { isNotRefunded } from './late-refund-store.ts';
import { accountSeatsLock, takeResult, takeStatements, type NewHold, type Taken } from './seat-store.ts';

/** A ticket's seat in a reservation that is not cancelled; times in epoch milliseconds. */
export interface TicketBooking {
  reservationId: string;
  departureId: string;
  tripId: string;
  departAt: number;
  arriveAt: number;
  /** Whether a newer timetable removed the ticket's seat. */
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

const ticketsWhere = (condition: RawBuilder<SqlBool>) => sql<StoredTicket>`
  select t.ticket_id, t.product_id, t.status, t.use_expire_date, t.abt_expire_date,
    (select json_agg(json_build_object('reservationId', r.reservation_id, 'departureId', r.departure_id,
        'tripId', r.trip_id, 'departAt', (extract(epoch from r.depart_at) * 1000)::bigint,
        'arriveAt', (extract(epoch from r.arrive_at) * 1000)::bigint, 'lost', ${isLost}))
      from reservation_seat rs join reservation r using (reservation_id)
      where rs.ticket_id = t.ticket_id and r.state = 1 and ${isNotRefunded}) as bookings
  from ticket t
  where ${condition}`;

const ticketRows = (accountId: RawBuilder<unknown>, ticketIds: RawBuilder<unknown>) =>
  ticketsWhere(sql`t.account_id = ${accountId} and t.ticket_id = any(${ticketIds})`);

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

/** As readTickets, and locks the tickets in the order of their ids. Their bookings change only under the account's seat lock. */
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

/** Reads the account's tickets among `ticketIds` with their bookings. Another account's ticket is absent. */
export async function readSeatTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const { rows } = await db.executeQuery(readTickets({ accountId, ticketIds }).compile(db));
  return withBookings(rows);
}

/**
 * Locks the account's seats, then its tickets in the order of their ids, until the transaction ends; returns what
 * readSeatTickets returns. The seat lock is a separate statement, so that the second one sees what the lock waited for:
 * otherwise two saves could both use the last reservation of a ticket.
 */
export async function lockSeatTickets(
  trx: Trx,
  accountId: string,
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  const [, rows] = await batch(trx, [accountSeatsLock({ accountId }), lockTickets({ accountId, ticketIds })]);
  return withBookings(rows);
}

/** As lockSeatTickets, for tickets of any account, for the server's own work. */
export async function lockTicketsOfAccounts(
  trx: Trx,
  accountIds: readonly string[],
  ticketIds: readonly string[],
): Promise<SeatTicketRow[]> {
  await lockSeatsOfAccounts(trx, accountIds);
  const { rows } = await sql<StoredTicket>`
    ${ticketsWhere(sql`t.ticket_id = any(${[...ticketIds]}::text[])`)} order by t.ticket_id for update of t`.execute(
    trx,
  );
  return withBookings(rows);
}

/** As lockSeatTickets, and takes the seats in the same round trip. When a rule then refuses, the rollback undoes it. */
export async function lockAndTake(trx: Trx, hold: NewHold): Promise<{ rows: SeatTicketRow[]; taken: Taken }> {
  const [, rows, ...took] = await batch(trx, [
    accountSeatsLock(hold),
    lockTickets(hold),
    ...takeStatements(hold),
  ]);
  return { rows: withBookings(rows), taken: await takeResult(trx, hold, took) };
}

/** As lockSeatTickets for the tickets of the account's hold, active or lapsed. Returns the hold too. */
export async function lockHold(
  trx: Trx,
  accountId: string,
  holdId: string,
): Promise<{ hold: SeatHoldTable | undefined; tickets: SeatTicketRow[] }> {
  const mine = { accountId, holdId };
  const [, rows, holds] = await batch(trx, [
    accountSeatsLock({ accountId }),
    lockTicketsOfHold(mine),
    readHold(mine),
  ]);
  return { hold: holds[0], tickets: withBookings(rows) };
}

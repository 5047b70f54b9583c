// All the SQL that reads, cancels and changes reservations.
import { sql, type SqlBool, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { ReservationSeatTable, ReservationTable } from '../db/tables.ts';

export type ReservedSeatRow = Omit<ReservationSeatTable, 'reservation_id'>;
/** A reservation with its seats, in no particular order. */
export interface ReservationRow extends ReservationTable {
  seats: readonly ReservedSeatRow[];
}

/** Where a page of reserveList ends: departure in epoch milliseconds, and the id. */
export interface ReservationKey {
  readonly departAt: number;
  readonly reservationId: string;
}

const withSeats = sql`
  select r.*, (select json_agg(json_build_object('ticket_id', rs.ticket_id, 'seat', rs.seat,
      'seat_type', rs.seat_type, 'car_class', rs.car_class))
    from reservation_seat rs where rs.reservation_id = r.reservation_id) as seats
  from reservation r`;

async function select(db: Db, condition: RawBuilder<SqlBool>, rest = sql``): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`${withSeats} where ${condition} ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, seats: row.seats ?? [] }));
}

/** One reservation of the account, whatever its state. */
export async function findReservation(
  db: Db,
  accountId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const rows = await select(db, sql`r.account_id = ${accountId} and r.reservation_id = ${reservationId}`);
  return rows[0];
}

/** As findReservation, its row locked until the transaction ends. */
export async function lockReservation(
  trx: Trx,
  accountId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const mine = sql<SqlBool>`r.account_id = ${accountId} and r.reservation_id = ${reservationId}`;
  return (await select(trx, mine, sql`for update of r`))[0];
}

/** The account's reservations that hold a seat for one of the tickets and are not cancelled, earliest first. */
export function listReservationsOfTickets(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<ReservationRow[]> {
  return select(
    db,
    sql`r.account_id = ${accountId} and r.state = 1 and r.reservation_id in (
      select reservation_id from reservation_seat where ticket_id = any(${[...ticketIds]}::text[]))`,
    sql`order by r.depart_at, r.reservation_id`,
  );
}

/**
 * A page of the account's reservations after `after`: upcoming ones (not cancelled, not departed at `now`, epoch
 * milliseconds) earliest first, or the past and cancelled ones latest first.
 */
export function pageReservations(
  db: Db,
  accountId: string,
  tab: 'upcoming' | 'past',
  page: { now: number; after: ReservationKey | undefined; limit: number },
): Promise<ReservationRow[]> {
  const now = new Date(page.now);
  const upcoming = tab === 'upcoming';
  const inTab = upcoming
    ? sql`r.state = 1 and r.depart_at > ${now}::timestamptz`
    : sql`(r.state = 2 or r.depart_at <= ${now}::timestamptz)`;
  const later = page.after
    ? sql`and (r.depart_at, r.reservation_id) ${upcoming ? sql`>` : sql`<`}
        (${new Date(page.after.departAt)}::timestamptz, ${page.after.reservationId})`
    : sql``;
  const order = upcoming ? sql`r.depart_at, r.reservation_id` : sql`r.depart_at desc, r.reservation_id desc`;
  return select(
    db,
    sql`r.account_id = ${accountId} and ${inTab} ${later}`,
    sql`order by ${order} limit ${page.limit}`,
  );
}

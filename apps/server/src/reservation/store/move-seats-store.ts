// The SQL of a transfer: the ticket, the seats that go along, and the holds that end with it.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { AccountTable } from '../db/account-tables.ts';
import type { TicketStatus } from '../db/tables.ts';

/**
 * The seat feature's locks, by its keys: the account's seats are taken before any row, departures after all of them.
 * Everybody who takes or frees seats keeps this order, so nobody waits in a ring.
 */
export async function lockAccountSeats(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 11))`.execute(trx);
}
async function lockDepartures(trx: Trx, departureIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(d.id, 12))
    from (select distinct id from unnest(${[...departureIds]}::text[]) as id order by id) as d`.execute(trx);
}

/** The receiver as it is until the transaction ends: it can not be deleted meanwhile, and what points to it does not wait. */
export async function lockReceiver(trx: Trx, accountId: string): Promise<AccountTable | undefined> {
  return trx
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
}

export interface Transfer {
  readonly ticketId: string;
  readonly from: string;
  readonly to: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Gives the ticket to the receiver; false when it is no longer the sender's or its status has changed. What the sender did
 * at stations stays in the history and off the receiver's page.
 */
export async function giveTicket(
  trx: Trx,
  { ticketId, from, to }: Transfer,
  status: TicketStatus,
): Promise<boolean> {
  const done = await trx
    .updateTable('ticket')
    .set({ account_id: to, station_from_date: null, station_depart_date: null })
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', from)
    .where('status', '=', status)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** The sender's reservations with a seat of the ticket whose train has not left or may still be changed, locked; `seats` of all its tickets. */
async function lockLivingReservations(trx: Trx, { ticketId, from, now }: Transfer) {
  const { rows } = await sql<{ reservation_id: string; departure_id: string; seat: string; seats: number }>`
    select r.reservation_id, r.departure_id, rs.seat,
      (select count(*)::int from reservation_seat other where other.reservation_id = r.reservation_id) as seats
    from reservation r join reservation_seat rs using (reservation_id)
    where rs.ticket_id = ${ticketId} and r.account_id = ${from} and r.state = 1
      and (r.depart_at > ${new Date(now)}::timestamptz or exists (
        select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
          and d.free_until >= ${new Date(now)}::timestamptz))
    order by r.reservation_id for update of r`.execute(trx);
  return rows;
}

/** Lets what a newer timetable did to a reservation hold for the part that was split off it, and be mailed to its owner. */
async function copyDisruption(trx: Trx, reservationId: string, newId: string): Promise<void> {
  await sql`
    insert into disruption (disruption_id, reservation_id, kind, booked_depart_at, booked_arrive_at, free_until, found_at)
    select ${newId}, ${newId}, kind, booked_depart_at, booked_arrive_at, free_until, found_at
    from disruption where reservation_id = ${reservationId} and settled_at is null`.execute(trx);
}

/** Has what a newer timetable did mailed once more, to the reservation's new owner. */
async function tellAgain(trx: Trx, reservationId: string): Promise<void> {
  await trx
    .updateTable('disruption')
    .set({ mailed_at: null, mail_tried_at: null })
    .where('reservation_id', '=', reservationId)
    .where('settled_at', 'is', null)
    .execute();
}

/** Of a reservation all of whose seats are there: its lost seats are no longer the word that holds, its other times are. */
export async function settleFound(trx: Trx, reservationId: string, now: number): Promise<void> {
  await sql`update disruption d
    set kind = case when d.booked_depart_at = r.depart_at and d.booked_arrive_at = r.arrive_at then d.kind else 'retimed' end,
      free_until = d.booked_depart_at,
      settled_at = case when d.booked_depart_at = r.depart_at and d.booked_arrive_at = r.arrive_at
        then ${new Date(now)}::timestamptz end
    from reservation r
    where r.reservation_id = ${reservationId} and d.reservation_id = r.reservation_id and d.settled_at is null
      and d.kind = 'seatGone' and not exists (
        select 1 from reservation_seat rs where rs.reservation_id = r.reservation_id and not exists (
          select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat))`.execute(
    trx,
  );
}

interface Split {
  readonly ticketIds: readonly string[];
  /** Whose the new reservation is. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Puts the seats of some of a reservation's tickets into a reservation of their own: legs change hands row by row and are
 * never free. The caller holds the locks of the reservation and of its departure.
 */
export async function splitReservation(
  trx: Trx,
  { ticketIds, to, now }: Split,
  reservationId: string,
  newId: string,
): Promise<void> {
  await sql`
    insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at)
    select ${newId}, ${to}, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at
    from reservation where reservation_id = ${reservationId}`.execute(trx);
  await copyDisruption(trx, reservationId, newId);
  const { rows } = await sql<{ legs: number; moved: number; disrupted: boolean }>`
    with seated as (
      update reservation_seat set reservation_id = ${newId}
      where reservation_id = ${reservationId} and ticket_id = any(${[...ticketIds]}::text[]) returning seat
    ), moved as (
      update seat_leg set reservation_id = ${newId} from seated
      where seat_leg.reservation_id = ${reservationId} and seat_leg.seat = seated.seat returning 1
    )
    select (select count(*)::int from moved) as moved, end_leg - first_leg as legs,
      exists (select 1 from disruption d where d.reservation_id = ${newId}) as disrupted
    from reservation where reservation_id = ${newId}`.execute(trx);
  const [row] = rows;
  const whole = row && row.moved === row.legs * ticketIds.length;
  // Of a disrupted reservation some seats may be gone.
  if (!whole && !(row?.disrupted && row.moved % row.legs === 0))
    throw new Error(`reservation ${reservationId} did not split evenly`);
  for (const id of [reservationId, newId]) await settleFound(trx, id, now);
}

/**
 * Moves the ticket's living seats to the receiver and drops the sender's holds for the ticket or for a change of what moved.
 * A reservation of this ticket alone goes as it is; of several tickets, the seat moves to a new one, named by `newId`.
 * The caller holds the locks of the sender's seats and of the ticket. Gives the reservations that now hold its seats and none else.
 */
export async function moveSeats(trx: Trx, transfer: Transfer, newId: () => string): Promise<string[]> {
  const { ticketId, from, to, now } = transfer;
  const reservations = await lockLivingReservations(trx, transfer);
  const ids = reservations.map((reservation) => reservation.reservation_id);
  const ofTicket = sql<boolean>`account_id = ${from}
    and (ticket_ids && array[${ticketId}]::text[] or change_of = any(${ids}::text[]))`;
  const holds = await trx.selectFrom('seat_hold').select('departure_id').where(ofTicket).execute();
  await lockDepartures(
    trx,
    [...reservations, ...holds].map((row) => row.departure_id),
  );
  await trx.deleteFrom('seat_hold').where(ofTicket).execute();
  const moved: string[] = [];
  for (const { reservation_id: id, seats } of reservations) {
    if (seats > 1) {
      const own = newId();
      await splitReservation(trx, { ticketIds: [ticketId], to, now }, id, own);
      moved.push(own);
      continue;
    }
    moved.push(id);
    await trx.updateTable('reservation').set({ account_id: to }).where('reservation_id', '=', id).execute();
    await tellAgain(trx, id);
  }
  return moved;
}

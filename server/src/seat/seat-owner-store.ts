// The SQL of seats that follow a ticket to its new owner, or lose it.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockDepartures } from './seat-store.ts';

export interface TicketSeat {
  reservation_id: string;
  account_id: string;
  departure_id: string;
  seat: string;
  /** Whether other tickets sit in the same reservation. */
  shared: boolean;
}

/** Locks and gives the ticket's seats in living reservations that have not departed at `now`, epoch milliseconds. */
export async function lockUpcomingSeats(trx: Trx, ticketId: string, now: number): Promise<TicketSeat[]> {
  const { rows } = await sql<TicketSeat>`
    select r.reservation_id, r.account_id, r.departure_id, rs.seat,
      exists (select 1 from reservation_seat o where o.reservation_id = r.reservation_id and o.ticket_id <> rs.ticket_id)
        as shared
    from reservation_seat rs join reservation r using (reservation_id)
    where rs.ticket_id = ${ticketId} and r.state = 1 and r.depart_at > ${new Date(now)}::timestamptz
    order by r.reservation_id for update of r`.execute(trx);
  return rows;
}

/** Drops every hold that names the ticket, and locks the departures of these and of the given seats. */
export async function dropHoldsOf(trx: Trx, ticketId: string, seats: readonly TicketSeat[]): Promise<void> {
  const holds = await trx
    .selectFrom('seat_hold')
    .select(['hold_id', 'departure_id'])
    .where(sql<boolean>`${ticketId} = any(ticket_ids)`)
    .execute();
  await lockDepartures(
    trx,
    [...holds, ...seats].map((row) => row.departure_id),
  );
  if (holds.length === 0) return;
  const ids = holds.map((hold) => hold.hold_id);
  await trx.deleteFrom('seat_hold').where('hold_id', 'in', ids).execute();
}

/** Gives a whole reservation to another account. */
export async function giveReservation(trx: Trx, reservationId: string, accountId: string): Promise<void> {
  await trx
    .updateTable('reservation')
    .set({ account_id: accountId })
    .where('reservation_id', '=', reservationId)
    .execute();
}

/** Splits one ticket's seat off into a reservation of its own, `newId`, that belongs to `accountId`. */
export async function splitReservation(
  trx: Trx,
  ticketId: string,
  { reservation_id: id, seat }: TicketSeat,
  newId: string,
  accountId: string,
): Promise<void> {
  await sql`
    insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at)
    select ${newId}, ${accountId}, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at
    from reservation where reservation_id = ${id}`.execute(trx);
  await trx
    .updateTable('reservation_seat')
    .set({ reservation_id: newId })
    .where('reservation_id', '=', id)
    .where('ticket_id', '=', ticketId)
    .execute();
  await trx
    .updateTable('seat_leg')
    .set({ reservation_id: newId })
    .where('reservation_id', '=', id)
    .where('seat', '=', seat)
    .execute();
}

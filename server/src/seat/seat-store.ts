// All the SQL of seats: holds, reservations and the seat legs whose primary key forbids a double sale.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';

/** A stretch of one departure: legs from `firstLeg` up to, not including, `endLeg`. */
export interface Stretch {
  departureId: string;
  fromStation: string;
  toStation: string;
  firstLeg: number;
  endLeg: number;
}

export interface NewHold extends Stretch {
  holdId: string;
  accountId: string;
  ticketIds: readonly string[];
  seats: readonly string[];
  /** Epoch milliseconds. */
  now: number;
  expiresAt: number;
}

export interface NewReservation {
  reservationId: string;
  holdId: string;
  accountId: string;
  tripId: string;
  serviceDate: string;
  /** Epoch milliseconds. */
  departAt: number;
  arriveAt: number;
  now: number;
  greenCars: readonly number[];
}

/**
 * Takes seats for a hold in one statement. An expired hold's rows are taken over in place, a living one's or a
 * reservation's are not, so the count of rows says whether every leg was won; the caller rolls back when it is short.
 * Seats and legs are visited in one order by everybody, so two travellers cannot wait for each other in a ring.
 * Gives true when all were taken. Must run in a transaction that is rolled back on false.
 */
export async function takeSeats(trx: Trx, hold: NewHold): Promise<boolean> {
  const now = new Date(hold.now);
  const expires = new Date(hold.expiresAt);
  const wanted = hold.seats.length * (hold.endLeg - hold.firstLeg);
  const { rows } = await sql<{ taken: number }>`
    with hold as (
      insert into seat_hold (hold_id, account_id, departure_id, from_station, to_station, first_leg, end_leg,
        ticket_ids, seats, created_at, expires_at)
      values (${hold.holdId}, ${hold.accountId}, ${hold.departureId}, ${hold.fromStation}, ${hold.toStation},
        ${hold.firstLeg}, ${hold.endLeg}, ${[...hold.ticketIds]}::text[], ${[...hold.seats]}::text[],
        ${now}::timestamptz, ${expires}::timestamptz)
      returning hold_id
    ), won as (
      insert into seat_leg (departure_id, seat, leg, hold_id, expires_at)
      select ${hold.departureId}, s.seat, l.leg, hold.hold_id, ${expires}::timestamptz
      from hold, unnest(${[...hold.seats]}::text[]) as s(seat),
        generate_series(${hold.firstLeg}::int, ${hold.endLeg - 1}::int) as l(leg)
      order by s.seat, l.leg
      on conflict (departure_id, seat, leg) do update
        set hold_id = excluded.hold_id, expires_at = excluded.expires_at
        where seat_leg.reservation_id is null and seat_leg.expires_at <= ${now}::timestamptz
      returning 1
    )
    select count(*)::int as taken from won`.execute(trx);
  return rows[0]?.taken === wanted;
}

/** Frees an account's hold; a hold that is gone, or somebody else's, is left alone. Gives whether one was freed. */
export async function releaseHold(trx: Trx, accountId: string, holdId: string): Promise<boolean> {
  const done = await trx
    .deleteFrom('seat_hold')
    .where('hold_id', '=', holdId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

/** Why a hold could not become a reservation. */
export type SaveResult = 'saved' | 'expired';

/**
 * Turns an account's living hold into a reservation in one statement: the legs change hands by guarded UPDATE, so a
 * hold that lapsed, or whose seats somebody took over after it lapsed, changes nothing. The caller rolls back on 'expired'.
 */
export async function saveHold(trx: Trx, save: NewReservation): Promise<SaveResult> {
  const now = new Date(save.now);
  const { rows } = await sql<{ moved: number; wanted: number | null }>`
    with hold as (
      select * from seat_hold
      where hold_id = ${save.holdId} and account_id = ${save.accountId} and expires_at > ${now}::timestamptz
      for update
    ), made as (
      insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
        first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
      select ${save.reservationId}, account_id, departure_id, ${save.tripId}, ${save.serviceDate}, from_station, to_station,
        first_leg, end_leg, ${new Date(save.departAt)}::timestamptz, ${new Date(save.arriveAt)}::timestamptz, 1, ${now}::timestamptz
      from hold returning reservation_id
    ), seated as (
      insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
      select made.reservation_id, pair.ticket_id, pair.seat, 'reserved',
        case when split_part(pair.seat, '-', 1)::int = any(${[...save.greenCars]}::int[]) then 'green' else 'ordinary' end
      from made, hold, unnest(hold.ticket_ids, hold.seats) as pair(ticket_id, seat)
      returning 1
    ), moved as (
      update seat_leg set reservation_id = made.reservation_id, hold_id = null, expires_at = null
      from made where seat_leg.hold_id = ${save.holdId}
      returning 1
    )
    select (select count(*) from moved)::int as moved,
      (select cardinality(seats) * (end_leg - first_leg) from hold)::int as wanted`.execute(trx);
  const row = rows[0];
  if (!row?.wanted || row.moved !== row.wanted) return 'expired';
  await trx.deleteFrom('seat_hold').where('hold_id', '=', save.holdId).execute();
  return 'saved';
}

/**
 * Cancels an account's reservation and frees exactly its own legs. A second cancel changes nothing, so a seat that was
 * sold again in between stays sold. Gives whether this call was the one that cancelled.
 */
export async function cancelReservation(
  trx: Trx,
  accountId: string,
  reservationId: string,
  now: number,
): Promise<boolean> {
  const done = await trx
    .updateTable('reservation')
    .set({ state: 2, cancelled_at: new Date(now) })
    .where('reservation_id', '=', reservationId)
    .where('account_id', '=', accountId)
    .where('state', '=', 1)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) return false;
  await trx.deleteFrom('seat_leg').where('reservation_id', '=', reservationId).execute();
  return true;
}

/** Seats of a departure that somebody holds or has reserved on any leg of the stretch, at `now` (epoch milliseconds). */
export async function takenSeats(
  db: Db,
  stretch: Pick<Stretch, 'departureId' | 'firstLeg' | 'endLeg'>,
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('seat_leg')
    .select('seat')
    .distinct()
    .where('departure_id', '=', stretch.departureId)
    .where('leg', '>=', stretch.firstLeg)
    .where('leg', '<', stretch.endLeg)
    .where((eb) => eb.or([eb('reservation_id', 'is not', null), eb('expires_at', '>', new Date(now))]))
    .execute();
  return new Set(rows.map((row) => row.seat));
}

/** Which of these tickets sit in a living reservation on this departure: one ticket cannot take two seats at once. */
export async function ticketsReservedOn(
  db: Db,
  departureId: string,
  ticketIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('reservation_seat as rs')
    .innerJoin('reservation as r', 'r.reservation_id', 'rs.reservation_id')
    .select('rs.ticket_id')
    .where('r.departure_id', '=', departureId)
    .where('r.state', '=', 1)
    .where('rs.ticket_id', 'in', [...ticketIds])
    .execute();
  return rows.map((row) => row.ticket_id);
}

// The SQL of reservations: made from a hold, read, changed, cancelled.
import { sql, type SqlBool, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { withCommit } from '../../platform/db/pipeline/pipeline.ts';
import { statement } from '../../platform/db/pipeline/statement.ts';
import { hasNotArrived, hasNotLeft, type Moment } from '../../platform/live/late-trains.ts';
import type {
  ReservationSeatTable,
  ReservationTable,
  TicketStatus,
} from '../../platform/db/tables/tables.ts';
import {
  closeDisruption,
  epoch,
  isHeldOpen,
  openDisruption,
  type OpenDisruption,
} from './disruption-store.ts';
import { addSeatEvents, seatsReserved } from '../../partner/events/seat-events.ts';
import { departureLock } from './seat-store.ts';

export type ReservedSeatRow = Omit<ReservationSeatTable, 'reservation_id'>;
/** A reservation with its seats, in no particular order, and its open disruption. */
export interface ReservationRow extends Omit<ReservationTable, 'left_behind'> {
  seats: readonly ReservedSeatRow[];
  disruption: OpenDisruption | null;
  /** How late its train arrived at the ride's last station, and its check code; null if it was not late or has not arrived. */
  late: LateArrival | null;
  /** What says until when its tickets are valid. */
  tickets: readonly TicketTerms[];
  /** Rides of the same tickets that arrive where this one begins, up to a day before it leaves. */
  feeders: readonly FeederRide[];
}

/** Times in epoch milliseconds. */
interface TicketTerms {
  readonly productId: string;
  readonly status: TicketStatus;
  readonly useExpireAt: number;
  readonly abtExpireAt: number | null;
}

/** A reserved ride of the day before another one. */
type FeederRide = Pick<ReservationTable, 'departure_id' | 'from_station' | 'to_station'>;

/** Where a page of reserveList ends: departure in epoch milliseconds, and the id. */
export interface ReservationKey {
  readonly departAt: number;
  readonly reservationId: string;
}

interface LateArrival {
  /** In seconds. */
  readonly seconds: number;
  readonly code: string;
}

/** Of a train that calls at the station twice, the call at the time of the ride counts. */
const lateArrival = sql`(
  select json_build_object('seconds', (a ->> 'late')::int, 'code', l.code)
  from late_run l, jsonb_array_elements(l.arrivals) as a
  where l.departure_id = r.departure_id and a ->> 'stationId' = r.to_station
  order by abs((a ->> 'plannedAt')::float8 - extract(epoch from r.arrive_at) * 1000) limit 1)`;

const withSeats = sql`
  select r.*, (select json_agg(json_build_object('ticket_id', rs.ticket_id, 'seat', rs.seat,
      'seat_type', rs.seat_type, 'car_class', rs.car_class))
    from reservation_seat rs where rs.reservation_id = r.reservation_id) as seats,
    ${openDisruption} as disruption,
    (select coalesce(json_agg(json_build_object('productId', t.product_id, 'status', t.status,
        'useExpireAt', ${epoch('t.use_expire_date')}, 'abtExpireAt', ${epoch('t.abt_expire_date')})), '[]')
      from reservation_seat rs join ticket t using (ticket_id) where rs.reservation_id = r.reservation_id) as tickets,
    ${lateArrival} as late,
    (select coalesce(json_agg(json_build_object('departure_id', f.departure_id, 'from_station', f.from_station,
        'to_station', f.to_station)), '[]')
      from reservation f where f.account_id = r.account_id and f.state = 1 and r.state = 1
        and f.depart_at < r.depart_at and f.depart_at > r.depart_at - interval '1 day'
        and f.arrive_at <= r.depart_at and f.to_station = r.from_station
        and exists (select 1 from reservation_seat fs join reservation_seat rs using (ticket_id)
          where fs.reservation_id = f.reservation_id and rs.reservation_id = r.reservation_id)) as feeders
  from reservation r`;

async function select(db: Db, condition: RawBuilder<SqlBool>, rest = sql``): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`${withSeats} where ${condition} ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, seats: row.seats ?? [] }));
}

/** Finds a reservation of the account, in any state. */
export async function findReservation(
  db: Db,
  accountId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const rows = await select(db, sql`r.account_id = ${accountId} and r.reservation_id = ${reservationId}`);
  return rows[0];
}

/** Reads reservations of any account, for the server's own work. */
export const readReservations = (db: Db, reservationIds: readonly string[]): Promise<ReservationRow[]> =>
  select(db, sql`r.reservation_id = any(${[...reservationIds]}::text[])`);

/** Lists the account's upcoming disrupted reservations, the newest disruption first. */
export function listDisruptedReservations(
  db: Db,
  accountId: string,
  moment: Moment,
): Promise<ReservationRow[]> {
  const at = new Date(moment.now);
  return select(
    db,
    sql`r.account_id = ${accountId} and r.state = 1 and (${hasNotLeft(moment)} or ${isHeldOpen(at)})
      and exists (select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null)`,
    sql`order by (select found_at from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null) desc,
      r.reservation_id`,
  );
}

/** As findReservation, with the row locked until the transaction ends. */
export async function lockReservation(
  trx: Trx,
  accountId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const mine = sql<SqlBool>`r.account_id = ${accountId} and r.reservation_id = ${reservationId}`;
  return (await select(trx, mine, sql`for update of r`))[0];
}

/** Lists the active reservations of the account, or for null of orders, with a seat for one of the tickets, the earliest first. */
export function listReservationsOfTickets(
  db: Db,
  accountId: string | null,
  ticketIds: readonly string[],
): Promise<ReservationRow[]> {
  return select(
    db,
    sql`r.account_id is not distinct from ${accountId}::text and r.state = 1 and r.reservation_id in (
      select reservation_id from reservation_seat where ticket_id = any(${[...ticketIds]}::text[]))`,
    sql`order by r.depart_at, r.reservation_id`,
  );
}

/**
 * Lists a page of the account's reservations after `after`: upcoming ones (active, and not arrived, or still free to change), the earliest
 * first; or past and cancelled ones, the latest first.
 */
export function pageReservations(
  db: Db,
  accountId: string,
  tab: 'upcoming' | 'past',
  page: { moment: Moment; after: ReservationKey | undefined; limit: number },
): Promise<ReservationRow[]> {
  const now = new Date(page.moment.now);
  const upcoming = tab === 'upcoming';
  // A train that is cut or late may depart after the timetable's arrival.
  const isUpcoming = sql`(${hasNotArrived(page.moment)} or ${hasNotLeft(page.moment)} or ${isHeldOpen(now)})`;
  const inTab = upcoming ? sql`r.state = 1 and ${isUpcoming}` : sql`(r.state = 2 or not ${isUpcoming})`;
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

export interface NewReservation {
  /** The hold it is made from. The reservation has the same id, so that a repeated save finds it. */
  readonly holdId: string;
  readonly accountId: string;
  readonly departureId: string;
  readonly tripId: string;
  readonly serviceDate: string;
  readonly fromStation: string;
  readonly toStation: string;
  readonly firstLeg: number;
  readonly endLeg: number;
  /** Epoch milliseconds. */
  readonly departAt: number;
  readonly arriveAt: number;
  readonly now: number;
  readonly seats: readonly ReservedSeatRow[];
}

/** A new reservation with its seats as columns, and the number of their legs. */
interface Saving extends Omit<NewReservation, 'seats' | 'departAt' | 'arriveAt' | 'now'> {
  readonly departAt: Date;
  readonly arriveAt: Date;
  readonly now: Date;
  readonly ticketIds: readonly string[];
  readonly seats: readonly string[];
  readonly carClasses: readonly string[];
  readonly legs: number;
}

const insertReservation = statement<unknown, Saving>(
  (place) => sql`
  insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
    first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
  select hold_id, account_id, departure_id, ${place('tripId')}, ${place('serviceDate')}, from_station, to_station,
    first_leg, end_leg, ${place('departAt')}::timestamptz, ${place('arriveAt')}::timestamptz, 1,
    ${place('now')}::timestamptz
  from (
    select *, ${departureLock(sql`departure_id`)} from seat_hold
    where hold_id = ${place('holdId')} and account_id = ${place('accountId')}
      and expires_at > ${place('now')}::timestamptz and change_of is null) as living
  on conflict (reservation_id) do nothing`,
);

const moveLegs = statement<unknown, Saving>(
  (place) => sql`
  with moved as (
    update seat_leg set reservation_id = r.reservation_id, hold_id = null, expires_at = null
    from reservation r
    where r.reservation_id = ${place('holdId')} and r.account_id = ${place('accountId')}
      and seat_leg.hold_id = r.reservation_id
    returning 1)
  select case when count(*) = ${place('legs')}::int then 0 else refuse('SEAT-0008') end from moved`,
);

const insertReservationSeats = statement<unknown, Saving>(
  (place) => sql`
  insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
  select ${place('holdId')}, s.ticket_id, s.seat, 'reserved', s.car_class
  from unnest(${place('ticketIds')}::text[], ${place('seats')}::text[], ${place('carClasses')}::text[])
    as s(ticket_id, seat, car_class)`,
);

const dropHold = statement<unknown, Saving>(
  (place) => sql`
  delete from seat_hold where hold_id = ${place('holdId')} and account_id = ${place('accountId')}`,
);

/**
 * Turns an account's active hold into a reservation at commit: its legs become the reservation's, and the hold is
 * deleted. The commit fails with SEAT-0008 when a leg is missing (the hold lapsed or was released, or a seat was taken).
 */
export async function saveHold(trx: Trx, save: NewReservation): Promise<void> {
  const saving: Saving = {
    ...save,
    departAt: new Date(save.departAt),
    arriveAt: new Date(save.arriveAt),
    now: new Date(save.now),
    ticketIds: save.seats.map((seat) => seat.ticket_id),
    seats: save.seats.map((seat) => seat.seat),
    carClasses: save.seats.map((seat) => seat.car_class),
    legs: save.seats.length * (save.endLeg - save.firstLeg),
  };
  await withCommit(
    trx,
    insertReservation(saving),
    moveLegs(saving),
    insertReservationSeats(saving),
    seatsReserved({ reservationIds: [save.holdId], at: saving.now }),
    dropHold(saving),
  );
}

/**
 * Moves a reservation, whose row and departures the caller has locked, to the seats of its own active hold: frees the legs
 * it no longer needs, keeps those of both, takes the rest.
 * @returns whether every leg is now the reservation's; when not, the caller must roll back
 */
export async function moveReservation(
  trx: Trx,
  save: NewReservation,
  reservationId: string,
): Promise<boolean> {
  const seats = sql`${save.seats.map((s) => s.seat)}::text[]`;
  const now = sql`${new Date(save.now)}::timestamptz`;
  const moved = await sql`
    with hold as (
      select hold_id from seat_hold where hold_id = ${save.holdId} and account_id = ${save.accountId}
        and change_of = ${reservationId} and expires_at > ${now}
    ), freed as (
      delete from seat_leg using hold where seat_leg.reservation_id = ${reservationId}
        and not (departure_id = ${save.departureId} and seat = any(${seats})
          and leg >= ${save.firstLeg} and leg < ${save.endLeg})
    ), moved as (
      update seat_leg set reservation_id = ${reservationId}, hold_id = null, expires_at = null
      from hold where seat_leg.hold_id = hold.hold_id
    ), closed as (${closeDisruption(sql`select ${reservationId} from hold`, new Date(save.now))}
    )
    update reservation set departure_id = ${save.departureId}, trip_id = ${save.tripId},
      service_date = ${save.serviceDate}, from_station = ${save.fromStation}, to_station = ${save.toStation},
      first_leg = ${save.firstLeg}, end_leg = ${save.endLeg}, depart_at = ${new Date(save.departAt)}::timestamptz,
      arrive_at = ${new Date(save.arriveAt)}::timestamptz, changed_at = ${now}, moved_by = ${save.holdId}
    from hold where reservation_id = ${reservationId} and reservation.account_id = ${save.accountId} and state = 1
    returning reservation_id`.execute(trx);
  if (moved.rows.length !== 1) return false;
  await trx.deleteFrom('seat_hold').where('hold_id', '=', save.holdId).execute();
  // Deleted and inserted again, since two tickets may swap their seats.
  await trx.deleteFrom('reservation_seat').where('reservation_id', '=', reservationId).execute();
  await trx
    .insertInto('reservation_seat')
    .values(save.seats.map((seat) => ({ ...seat, reservation_id: reservationId })))
    .execute();
  await addSeatEvents(trx, [reservationId], 'changed', save.now);
  const { rows } = await sql<{ legs: number }>`
    select count(*)::int as legs from seat_leg
    where reservation_id = ${reservationId} and departure_id = ${save.departureId} and seat = any(${seats})
      and leg >= ${save.firstLeg} and leg < ${save.endLeg}`.execute(trx);
  return rows[0]?.legs === save.seats.length * (save.endLeg - save.firstLeg);
}

/**
 * Cancels an account's reservation, or with null an order's, and frees its own legs only. A second cancel changes nothing, so a seat that was sold
 * again in between stays sold.
 * @returns whether this call cancelled it
 */
export async function cancelReservation(
  trx: Trx,
  accountId: string | null,
  reservationId: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ cancelled: number }>`
    with cancelled as (
      update reservation set state = 2, cancelled_at = ${new Date(now)}::timestamptz
      where reservation_id = ${reservationId} and account_id is not distinct from ${accountId}::text and state = 1
      returning reservation_id, departure_id
    ), locked as materialized (
      select reservation_id, ${departureLock(sql`departure_id`)} from cancelled
    ), closed as (${closeDisruption(sql`select reservation_id from cancelled`, new Date(now))}
    ), freed as (
      delete from seat_leg using locked where seat_leg.reservation_id = locked.reservation_id
    )
    select count(*)::int as cancelled from locked`.execute(trx);
  const isCancelled = rows[0]?.cancelled === 1;
  if (isCancelled) await addSeatEvents(trx, [reservationId], 'cancelled', now);
  return isCancelled;
}

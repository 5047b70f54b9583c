// The SQL of disruptions: reserved future rides, recorded disruptions, and unsent mails.
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Disruption } from '@kippu/domain/reservation/disruption';
import { chooseLanguage, type Language } from '@kippu/contract/languages';
import { addDays, dateAt, serviceDateOf } from '@kippu/domain/time/service-day';
import type { DisruptionKind } from '@kippu/contract/calls/traveller/seat';
import type { Db, Trx } from '../../platform/db/database.ts';
import { hasNotLeft, type Moment } from '../../platform/live/late-trains.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import type { ReservationTable, SeatHoldTable } from '../../platform/db/tables/tables.ts';
import { addSeatEvents } from '../../partner/events/seat-events.ts';
import { resolveFoundSeats } from './move-seats-store.ts';

/** The open disruption of a reservation, read with its row; times in epoch milliseconds. */
export interface OpenDisruption {
  readonly disruptionId: string;
  readonly kind: DisruptionKind;
  readonly bookedDepartAt: number;
  readonly bookedArriveAt: number;
  /** Null for `cancelled`: the train runs again, and the seats were given up for others. */
  readonly freeUntil: number | null;
  readonly foundAt: number;
  /** For `seatGone`: the seats without a leg; otherwise empty. */
  readonly seatsGone: readonly string[];
}

/** A condition on seats `rs` of reservations `r`: the seat has no legs any more. */
const isUnseated = sql<boolean>`
  not exists (select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)`;

/** A condition on seats `rs` of reservations `r`: its train does not run, or the seat is not there any more. */
export const isLost = sql<boolean>`exists (
  select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
    and (d.kind = 'cancelled' or d.kind = 'seatGone' and ${isUnseated}))`;

/** A column of times as epoch milliseconds. */
export const epoch = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** A select column of reservations `r`: the open disruption, or null. */
export const openDisruption: RawBuilder<OpenDisruption | null> = sql`
  (select json_build_object('disruptionId', d.disruption_id, 'kind', d.kind,
      'bookedDepartAt', ${epoch('d.booked_depart_at')}, 'bookedArriveAt', ${epoch('d.booked_arrive_at')},
      'freeUntil', ${epoch('d.free_until')}, 'foundAt', ${epoch('d.found_at')},
      'seatsGone', (select coalesce(json_agg(rs.seat), '[]') from reservation_seat rs
        where d.kind = 'seatGone' and rs.reservation_id = r.reservation_id and ${isUnseated}))
    from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null)`;

/** A condition on reservations `r`: a disruption keeps the reservation among the upcoming ones at `now`, while its tickets in use are valid. */
export const isHeldOpen = (now: Date) => sql<boolean>`
  (exists (select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
    and d.free_until >= ${now}::timestamptz)
  and not exists (select 1 from reservation_seat rs join ticket t using (ticket_id)
    where rs.reservation_id = r.reservation_id and t.status = 'inUse'
      and t.abt_expire_date <= ${now}::timestamptz - interval '1 second'))`;

/** A statement that closes a reservation's open disruption, for a `with`. */
export const closeDisruption = (reservationId: RawBuilder<unknown>, now: Date) => sql`
  update disruption set settled_at = ${now}::timestamptz
  where reservation_id in (${reservationId}) and settled_at is null`;

/** Reservations of one ride with the same known times and disruption. */
export interface RideGroup extends Pick<
  ReservationTable,
  | 'departure_id'
  | 'trip_id'
  | 'from_station'
  | 'to_station'
  | 'first_leg'
  | 'end_leg'
  | 'depart_at'
  | 'arrive_at'
> {
  kind: DisruptionKind | null;
  reservation_ids: string[];
  /** Seat and car class, such as '4-12A ordinary', each once. */
  seats: string[];
}

/** Which reservations are still concerned by a change. */
export interface Ahead {
  readonly moment: Moment;
  /** Whether trains changed on their day: those under way count too, and those that may have been late. */
  readonly isLive?: boolean;
}

/** A train may have been so late when it was cancelled: what said how late is not known any more. */
const MAX_LATE_MS = 2 * 3_600_000;

/** A condition on reservations `r`, joined with their open disruption `d`: the change concerns them. */
const isAhead = ({ moment, isLive = false }: Ahead) => {
  const at = sql`${new Date(moment.now)}::timestamptz`;
  const planned = sql`(${hasNotLeft(moment)} or d.booked_depart_at > ${at})`;
  const underWay = sql`r.arrive_at > ${new Date(moment.now - MAX_LATE_MS)}::timestamptz`;
  return isLive ? sql`(${planned} or ${underWay})` : planned;
};

/** The first service date whose trains may still run at `now`: one trip may last two days. A literal, so that the plan fits it. */
const firstDate = (now: number) => sql.lit(addDays(dateAt(now), -2));

/** The reservations `r` of these departures, found by their index. */
const theirReservations = (departureIds: readonly string[]) => sql`
  unnest(${departureIds.map(serviceDateOf)}::text[], ${[...departureIds]}::text[]) as w(service_date, departure_id)
    join reservation r on r.service_date = w.service_date and r.departure_id = w.departure_id`;

const openDisruptions = sql`left join disruption d on d.reservation_id = r.reservation_id and d.settled_at is null`;

/** Groups the active reservations of these departures whose train has not left by ride and open disruption. */
export async function groupFutureRides(
  db: Db,
  departureIds: readonly string[],
  moment: Moment,
): Promise<RideGroup[]> {
  const { rows } = await sql<RideGroup>`
    select r.departure_id, r.from_station, r.to_station, r.first_leg, r.end_leg, r.depart_at, r.arrive_at, r.trip_id,
      d.kind, array_agg(distinct r.reservation_id) as reservation_ids,
      array_agg(distinct rs.seat || ' ' || rs.car_class) as seats
    from ${theirReservations(departureIds)} join reservation_seat rs on rs.reservation_id = r.reservation_id ${openDisruptions}
    where r.state = 1 and ${isAhead({ moment })}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by r.departure_id`.execute(db);
  return rows;
}

/** Lists departures with reservations from two days before `now` (epoch milliseconds) on, or with any hold. */
export async function listBookedDepartures(db: Db, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct departure_id as id from reservation where state = 1 and service_date >= ${firstDate(now)}
    union select departure_id from seat_hold`.execute(db);
  return rows.map(({ id }) => id);
}

export interface BookedDeparture {
  service_date: string;
  departure_id: string;
  reservations: number;
}

/** Lists the next departures with active reservations after `after`, in the order of service date and id. */
export async function listDeparturesAfter(
  db: Db,
  after: Pick<BookedDeparture, 'service_date' | 'departure_id'>,
  limit: number,
): Promise<BookedDeparture[]> {
  const { rows } = await sql<BookedDeparture>`
    select service_date, departure_id, count(*)::int as reservations from reservation
    where state = 1 and (service_date, departure_id) > (${after.service_date}, ${after.departure_id})
    group by 1, 2 order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Lists the departures' active reservations that a change concerns, in the order of their ids. */
export async function listAheadOn(db: Db, departureIds: readonly string[], ahead: Ahead): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.reservation_id as id from ${theirReservations(departureIds)} ${openDisruptions}
    where r.state = 1 and ${isAhead(ahead)} order by r.reservation_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Plans the transaction's statements for the present size of the tables: a plan made while there was no disruption reads all
 * of them for each reservation.
 */
export async function planAnew(trx: Trx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
}

/** Locks the reservations in the order of their ids, and then the departures. */
export async function lockRides(
  trx: Trx,
  departureIds: readonly string[],
  reservationIds: readonly string[],
): Promise<void> {
  await sql`select reservation_id from reservation where reservation_id = any(${[...reservationIds]}::text[])
    order by reservation_id for update`.execute(trx);
  await lockDepartures(trx, departureIds);
}

export async function freeLegs(trx: Trx, reservationIds: readonly string[]): Promise<void> {
  await sql`delete from seat_leg where reservation_id = any(${[...reservationIds]}::text[])`.execute(trx);
}

/** Lists the holds on the departures. */
export function listHoldsOn(db: Db, departureIds: readonly string[]): Promise<SeatHoldTable[]> {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .where('departure_id', 'in', [...departureIds])
    .execute();
}

export async function dropHolds(trx: Trx, holdIds: readonly string[]): Promise<void> {
  if (holdIds.length > 0)
    await trx
      .deleteFrom('seat_hold')
      .where('hold_id', 'in', [...holdIds])
      .execute();
}

/** A seat's leg on a departure, held or reserved. */
export interface Leg {
  departure_id: string;
  seat: string;
  leg: number;
  reservation_id: string | null;
}

export async function listLegsOn(db: Db, departureIds: readonly string[]): Promise<Leg[]> {
  return db
    .selectFrom('seat_leg')
    .select(['departure_id', 'seat', 'leg', 'reservation_id'])
    .where('departure_id', 'in', [...departureIds])
    .execute();
}

/** A reservation's seats and times in a newer timetable. */
export interface MovedRide {
  readonly reservationId: string;
  readonly departureId: string;
  readonly tripId: string;
  readonly firstLeg: number;
  readonly endLeg: number;
  /** Epoch milliseconds. */
  readonly departAt: number;
  readonly arriveAt: number;
  /** The seats to reserve; empty for a ride that keeps its legs. */
  readonly seats: readonly string[];
}

/** Reserves the seats on the given legs, which must be free, and stores legs, times and trip of the reservations. */
export async function placeRides(trx: Trx, rides: readonly MovedRide[]): Promise<void> {
  if (rides.length === 0) return;
  const placed = JSON.stringify(
    rides.map(({ departAt, arriveAt, ...ride }) => ({
      ...ride,
      departAt: new Date(departAt),
      arriveAt: new Date(arriveAt),
    })),
  );
  await sql`
    insert into seat_leg (departure_id, seat, leg, reservation_id)
    select p."departureId", s.seat, l.leg, p."reservationId"
    from json_to_recordset(${placed}::json)
        as p("departureId" text, "reservationId" text, "firstLeg" int, "endLeg" int, seats json),
      json_array_elements_text(p.seats) as s(seat), generate_series(p."firstLeg", p."endLeg" - 1) as l(leg)`.execute(
    trx,
  );
  await sql`
    update reservation r set first_leg = p."firstLeg", end_leg = p."endLeg", depart_at = p."departAt",
      arrive_at = p."arriveAt", trip_id = p."tripId"
    from json_to_recordset(${placed}::json) as p("reservationId" text, "tripId" text, "firstLeg" int, "endLeg" int,
      "departAt" timestamptz, "arriveAt" timestamptz)
    where r.reservation_id = p."reservationId"`.execute(trx);
}

/** What a disruption means for the seats that it concerns. On a train that does not run they are kept in case it runs again. */
const SEAT_CHANGES = {
  cancelled: 'lost',
  seatGone: 'lost',
  retimed: 'retimed',
  restored: 'restored',
} as const;

/** Records each disruption as its reservation's open one, and closes the previous ones. `now` in epoch milliseconds. */
export async function recordDisruptions(
  trx: Trx,
  found: readonly { readonly reservationId: string; readonly disruption: Disruption }[],
  now: number,
): Promise<void> {
  if (found.length === 0) return;
  const at = new Date(now);
  const ids = found.map(({ reservationId }) => reservationId);
  await closeDisruption(sql`select unnest(${ids}::text[])`, at).execute(trx);
  await trx
    .insertInto('disruption')
    .values(
      found.map(({ reservationId, disruption: { kind, booked, freeUntil } }) => ({
        disruption_id: randomUUID(),
        reservation_id: reservationId,
        kind,
        booked_depart_at: new Date(booked.departAt),
        booked_arrive_at: new Date(booked.arriveAt),
        free_until: freeUntil === null ? null : new Date(freeUntil),
        found_at: at,
        settled_at: null,
        mail_tried_at: null,
        mailed_at: null,
      })),
    )
    .execute();
  for (const kind of ['cancelled', 'seatGone', 'retimed', 'restored'] as const) {
    const concerned = found
      .filter(({ disruption }) => disruption.kind === kind)
      .map((each) => each.reservationId);
    await addSeatEvents(trx, concerned, SEAT_CHANGES[kind], now, kind === 'seatGone' ? 'withoutLegs' : 'all');
  }
}

/**
 * Notes that the trains of cancelled reservations run again, and that their seats were given up for others: they may not be moved any more, and their
 * travellers are mailed once.
 */
export async function noteGivenUp(trx: Trx, reservationIds: readonly string[]): Promise<void> {
  await sql`
    update disruption set free_until = null, mailed_at = null, mail_tried_at = null
    where reservation_id = any(${[...reservationIds]}::text[]) and settled_at is null
      and kind = 'cancelled' and free_until is not null`.execute(trx);
}

/** Claims up to `limit` unmailed disruptions, so that no other process claims them for `lapse` milliseconds. */
export async function claimUnmailed(
  trx: Trx,
  { now, lapse, limit }: { now: number; lapse: number; limit: number },
): Promise<{ disruption_id: string; reservation_id: string }[]> {
  const { rows } = await sql<{ disruption_id: string; reservation_id: string }>`
    update disruption set mail_tried_at = ${new Date(now)}::timestamptz
    where disruption_id in (
      select disruption_id from disruption
      where settled_at is null and mailed_at is null
        and (mail_tried_at is null or mail_tried_at <= ${new Date(now - lapse)}::timestamptz)
      order by found_at, disruption_id limit ${limit} for update skip locked)
    returning disruption_id, reservation_id`.execute(trx);
  return rows;
}

export async function markMailed(trx: Trx, disruptionId: string, now: number): Promise<void> {
  await trx
    .updateTable('disruption')
    .set({ mailed_at: new Date(now) })
    .where('disruption_id', '=', disruptionId)
    .execute();
}

/** Finds the email and language of an account; undefined when it was deleted. */
export async function findReceiver(
  db: Db,
  accountId: string,
): Promise<{ to: string; language: Language } | undefined> {
  const account = await db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (!account || account.email === null) return undefined;
  return { to: account.email, language: chooseLanguage([account.language]) };
}

/**
 * Removes tickets whose seat is lost from a reservation that keeps others, and frees what legs they have. Closes its disruption when all other seats are
 * there. The caller holds the departure's lock.
 */
export async function leaveReservation(
  trx: Trx,
  reservationId: string,
  ticketIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from reservation_seat rs using reservation r
      where rs.reservation_id = ${reservationId} and r.reservation_id = rs.reservation_id
        and rs.ticket_id = any(${[...ticketIds]}::text[]) and ${isLost} returning rs.seat)
    delete from seat_leg l using gone where l.reservation_id = ${reservationId} and l.seat = gone.seat`.execute(
    trx,
  );
  await resolveFoundSeats(trx, reservationId, now);
}

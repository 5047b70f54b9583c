// The SQL of disruptions: reserved future rides, recorded disruptions, and unsent mails.
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Disruption } from '@kippu/domain/reservation/disruption';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import type { DisruptionKind } from '@kippu/contract/calls/traveller/seat';
import type { Db, Trx } from '../../platform/db/database.ts';
import { resolveFoundSeats } from './move-seats-store.ts';
import { departureLock } from './seat-store.ts';

/** The open disruption of a reservation, read with its row; times in epoch milliseconds. */
export interface OpenDisruption {
  readonly disruptionId: string;
  readonly kind: DisruptionKind;
  readonly bookedDepartAt: number;
  readonly bookedArriveAt: number;
  readonly freeUntil: number | null;
  readonly foundAt: number;
  /** For `seatGone`: the seats without a leg; otherwise empty. */
  readonly seatsGone: readonly string[];
}

/** A condition on seats `rs` of reservations `r`: the seat has no legs any more. */
const isUnseated = sql<boolean>`
  not exists (select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)`;

/** A condition on seats `rs` of reservations `r`: a newer timetable removed the seat or its train. */
export const isLost = sql<boolean>`(${isUnseated} and exists (
  select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
    and d.kind in ('cancelled', 'seatGone')))`;

const epoch = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);

/** A select column of reservations `r`: the open disruption, or null. */
export const openDisruption: RawBuilder<OpenDisruption | null> = sql`
  (select json_build_object('disruptionId', d.disruption_id, 'kind', d.kind,
      'bookedDepartAt', ${epoch('d.booked_depart_at')}, 'bookedArriveAt', ${epoch('d.booked_arrive_at')},
      'freeUntil', ${epoch('d.free_until')}, 'foundAt', ${epoch('d.found_at')},
      'seatsGone', (select coalesce(json_agg(rs.seat), '[]') from reservation_seat rs
        where d.kind = 'seatGone' and rs.reservation_id = r.reservation_id and ${isUnseated}))
    from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null)`;

/** A condition on reservations `r`: a disruption keeps the reservation among the upcoming ones at `now`. */
export const isHeldOpen = (now: Date) => sql<boolean>`
  exists (select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
    and d.free_until >= ${now}::timestamptz)`;

/** A statement that closes a reservation's open disruption, for a `with`. */
export const closeDisruption = (reservationId: RawBuilder<unknown>, now: Date) => sql`
  update disruption set settled_at = ${now}::timestamptz
  where reservation_id in (${reservationId}) and settled_at is null`;

/** Reservations of one ride with the same known times and disruption. */
export interface RideGroup {
  departure_id: string;
  trip_id: string;
  from_station: string;
  to_station: string;
  first_leg: number;
  end_leg: number;
  depart_at: Date;
  arrive_at: Date;
  kind: DisruptionKind | null;
  reservation_ids: string[];
  /** Seat and car class, such as '4-12A ordinary', each once. */
  seats: string[];
}

/** Groups the active reservations whose train has not left at `now` (epoch milliseconds) by ride and open disruption. */
export async function groupFutureRides(db: Db, now: number): Promise<RideGroup[]> {
  const at = sql`${new Date(now)}::timestamptz`;
  const { rows } = await sql<RideGroup>`
    select r.departure_id, r.trip_id, r.from_station, r.to_station, r.first_leg, r.end_leg, r.depart_at, r.arrive_at,
      d.kind, array_agg(distinct r.reservation_id) as reservation_ids,
      array_agg(distinct rs.seat || ' ' || rs.car_class) as seats
    from reservation r join reservation_seat rs on rs.reservation_id = r.reservation_id
      left join disruption d on d.reservation_id = r.reservation_id and d.settled_at is null
    where r.state = 1 and (r.depart_at > ${at} or d.booked_depart_at > ${at})
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by r.departure_id`.execute(db);
  return rows;
}

/** Locks the reservations in the order of their ids, and then their departure. */
export async function lockRides(
  trx: Trx,
  departureId: string,
  reservationIds: readonly string[],
): Promise<void> {
  await sql`select reservation_id from reservation where reservation_id = any(${[...reservationIds]}::text[])
    order by reservation_id for update`.execute(trx);
  await sql`select ${departureLock(sql`${departureId}`)}`.execute(trx);
}

export async function freeLegs(trx: Trx, reservationIds: readonly string[]): Promise<void> {
  await sql`delete from seat_leg where reservation_id = any(${[...reservationIds]}::text[])`.execute(trx);
}

interface Seating {
  readonly reservationId: string;
  readonly departureId: string;
  readonly firstLeg: number;
  readonly endLeg: number;
  readonly seats: readonly string[];
}

/** Reserves the free seats among `seats` on the given legs. Returns the seats reserved on all of them. */
export async function seatOnLegs(trx: Trx, seating: Seating): Promise<string[]> {
  const { reservationId, departureId, firstLeg, endLeg } = seating;
  const { rows } = await sql<{ seat: string; legs: number }>`
    with seated as (
      insert into seat_leg (departure_id, seat, leg, reservation_id)
      select ${departureId}, s.seat, l.leg, ${reservationId}
      from unnest(${[...seating.seats]}::text[]) as s(seat), generate_series(${firstLeg}::int, ${endLeg - 1}::int) as l(leg)
      on conflict (departure_id, seat, leg) do nothing returning seat
    )
    select seat, count(*)::int as legs from seated group by seat`.execute(trx);
  const whole = rows.filter(({ legs }) => legs === endLeg - firstLeg).map(({ seat }) => seat);
  const parts = rows.map(({ seat }) => seat).filter((seat) => !whole.includes(seat));
  // A seat on only some of the legs is released: the other legs may be sold to another traveller.
  if (parts.length > 0)
    await sql`delete from seat_leg where reservation_id = ${reservationId} and seat = any(${parts}::text[])`.execute(
      trx,
    );
  return whole;
}

/** Stores the reservation's legs and times in the new timetable. */
export async function placeRide(
  trx: Trx,
  reservationId: string,
  ride: { firstLeg: number; endLeg: number; departAt: number; arriveAt: number },
): Promise<void> {
  await trx
    .updateTable('reservation')
    .set({
      first_leg: ride.firstLeg,
      end_leg: ride.endLeg,
      depart_at: new Date(ride.departAt),
      arrive_at: new Date(ride.arriveAt),
    })
    .where('reservation_id', '=', reservationId)
    .execute();
}

/** Records a disruption as the reservation's open one, and closes the previous one. */
export async function recordDisruption(
  trx: Trx,
  reservationId: string,
  { kind, booked, freeUntil }: Disruption,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await closeDisruption(sql`${reservationId}`, at).execute(trx);
  await trx
    .insertInto('disruption')
    .values({
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
    })
    .execute();
}

/** Deletes the holds on trips that changed since the seats were chosen. */
export async function dropHoldsOnTrips(trx: Trx, tripIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ hold_id: string }>`
    with old as materialized (
      select hold_id, departure_id from seat_hold
      where regexp_replace(departure_id, '@[^@]*$', '') = any(${[...tripIds]}::text[]) order by departure_id
    )
    select hold_id, ${departureLock(sql`departure_id`)} from old`.execute(trx);
  if (rows.length === 0) return;
  const ids = rows.map(({ hold_id }) => hold_id);
  await trx.deleteFrom('seat_hold').where('hold_id', 'in', ids).execute();
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
  return { to: account.email, language: LANGUAGES.find((known) => known === account.language) ?? 'ja' };
}

/** Removes tickets without a seat from a reservation that keeps others. Closes its disruption when all other seats are there. */
export async function leaveReservation(
  trx: Trx,
  reservationId: string,
  ticketIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`delete from reservation_seat rs using reservation r
    where rs.reservation_id = ${reservationId} and r.reservation_id = rs.reservation_id
      and rs.ticket_id = any(${[...ticketIds]}::text[]) and ${isUnseated}`.execute(trx);
  await resolveFoundSeats(trx, reservationId, now);
}

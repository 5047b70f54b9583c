// The SQL of seats that partners hold, and of reservations of their orders. A hold or a reservation of another partner is never found.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import type { ReservationSeatTable, SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { Journey } from '../timetable/departure.ts';

/** The lock of a partner's holds; see platform/db/locks.ts. */
export const partnerLock = (partnerId: string): string => `partner:${partnerId}`;
/** The lock of an order, of its holds and of the seats of its tickets that nobody has added. */
export const orderLock = (orderId: string): string => `order:${orderId}`;

/** No seats count as the partner's own: a new hold replaces none. */
export const NOBODY = { accountId: '', ticketIds: [], change: undefined } as const;

export interface NewPartnerHold {
  readonly holdId: string;
  readonly partnerId: string;
  readonly ride: Journey;
  readonly seats: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * Counts the partner's seats on a departure that no traveller has added: held ones, and those of tickets that nobody has added. The partner's holds and the departure
 * are locked.
 */
export async function countPartnerSeats(
  trx: Trx,
  partnerId: string,
  departureId: string,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select (coalesce((select sum(cardinality(seats)) from seat_hold
        where partner_id = ${partnerId} and departure_id = ${departureId} and expires_at > ${new Date(now)}::timestamptz), 0)
      + (select count(*) from reservation r join partner_order o on o.order_id = r.order_id and o.partner_id = ${partnerId}
          join reservation_seat rs on rs.reservation_id = r.reservation_id
        where r.departure_id = ${departureId} and r.order_id is not null and r.state = 1))::int as seats`.execute(
    trx,
  );
  return rows[0]?.seats ?? 0;
}

/**
 * Takes seats for a partner: free ones, and in place those of lapsed holds. The departure is locked. Returns the seats of which somebody else has a leg; the caller
 * must roll back if there are any.
 */
export async function takePartnerSeats(trx: Trx, hold: NewPartnerHold): Promise<string[]> {
  const { ride, seats } = hold;
  const [now, expiresAt] = [new Date(hold.now), new Date(hold.expiresAt)];
  await sql`
    delete from seat_hold where partner_id = ${hold.partnerId} and departure_id = ${ride.departureId}
      and expires_at <= ${now}::timestamptz`.execute(trx);
  await trx
    .insertInto('seat_hold')
    .values({
      hold_id: hold.holdId,
      account_id: null,
      partner_id: hold.partnerId,
      order_id: null,
      departure_id: ride.departureId,
      from_station: ride.from.stationId,
      to_station: ride.to.stationId,
      first_leg: ride.firstLeg,
      end_leg: ride.endLeg,
      ticket_ids: [],
      seats: [...seats],
      change_of: null,
      created_at: now,
      expires_at: expiresAt,
      depart_at: new Date(ride.departAt),
      arrive_at: new Date(ride.arriveAt),
    })
    .execute();
  const { rows } = await sql<{ seat: string }>`
    insert into seat_leg (departure_id, seat, leg, hold_id, expires_at)
    select ${ride.departureId}, s.seat, l.leg, ${hold.holdId}, ${expiresAt}::timestamptz
    from unnest(${[...seats]}::text[]) as s(seat),
      generate_series(${ride.firstLeg}::int, ${ride.endLeg}::int - 1) as l(leg)
    order by s.seat, l.leg
    on conflict (departure_id, seat, leg) do update
      set hold_id = excluded.hold_id, expires_at = excluded.expires_at
      where seat_leg.reservation_id is null and seat_leg.expires_at <= ${now}::timestamptz
    returning seat`.execute(trx);
  const legs = ride.endLeg - ride.firstLeg;
  return seats.filter((seat) => rows.filter((row) => row.seat === seat).length < legs);
}

/** Finds a partner's hold that has not lapsed. */
export function findPartnerHold(
  db: Db,
  partnerId: string,
  holdId: string,
  now: number,
): Promise<SeatHoldTable | undefined> {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .where('hold_id', '=', holdId)
    .where('partner_id', '=', partnerId)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
}

/** Lists the holds of a partner's order that have not lapsed. */
export function listHoldsOfOrder(
  db: Db,
  partnerId: string,
  orderId: string,
  now: number,
): Promise<SeatHoldTable[]> {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('order_id', '=', orderId)
    .where('expires_at', '>', new Date(now))
    .orderBy('hold_id')
    .execute();
}

/** Deletes holds with their legs. The partner's holds are locked. */
export async function dropPartnerHolds(
  trx: Trx,
  partnerId: string,
  holds: readonly SeatHoldTable[],
): Promise<void> {
  if (holds.length === 0) return;
  await lockDepartures(
    trx,
    holds.map((hold) => hold.departure_id),
  );
  await trx
    .deleteFrom('seat_hold')
    .where('partner_id', '=', partnerId)
    .where(
      'hold_id',
      'in',
      holds.map((hold) => hold.hold_id),
    )
    .execute();
}

/** Gives holds to an order, which keeps them until its own limit. The partner's holds are locked. */
export async function giveHoldsToOrder(
  trx: Trx,
  holds: readonly SeatHoldTable[],
  { orderId, expiresAt }: { readonly orderId: string; readonly expiresAt: Date },
): Promise<void> {
  if (holds.length === 0) return;
  await lockDepartures(
    trx,
    holds.map((hold) => hold.departure_id),
  );
  const ids = holds.map((hold) => hold.hold_id);
  await sql`update seat_hold set order_id = ${orderId}, expires_at = ${expiresAt}::timestamptz
    where hold_id = any(${ids}::text[])`.execute(trx);
  await sql`update seat_leg set expires_at = ${expiresAt}::timestamptz where hold_id = any(${ids}::text[])`.execute(
    trx,
  );
}

/** A hold that becomes a reservation of an order. */
export interface OrderRide {
  readonly hold: SeatHoldTable;
  readonly ride: Journey;
  readonly orderId: string;
  readonly seats: readonly Omit<ReservationSeatTable, 'reservation_id'>[];
}

/** Turns holds into reservations of their order, with the ids of the holds. Returns false where a leg is missing: the caller must roll back. */
export async function reserveForOrder(trx: Trx, rides: readonly OrderRide[], now: number): Promise<boolean> {
  await lockDepartures(
    trx,
    rides.map(({ hold }) => hold.departure_id),
  );
  const at = new Date(now);
  for (const { hold, ride, orderId, seats } of rides) {
    await sql`
      insert into reservation (reservation_id, order_id, departure_id, trip_id, service_date, from_station, to_station,
        first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
      select hold_id, ${orderId}, departure_id, ${ride.trip.tripId}, ${ride.serviceDate}, from_station, to_station,
        first_leg, end_leg, ${new Date(ride.departAt)}::timestamptz, ${new Date(ride.arriveAt)}::timestamptz, 1, ${at}::timestamptz
      from seat_hold where hold_id = ${hold.hold_id} and partner_id = ${hold.partner_id} and expires_at > ${at}::timestamptz`.execute(
      trx,
    );
    const { numAffectedRows } = await sql`
      update seat_leg set reservation_id = hold_id, hold_id = null, expires_at = null
      where hold_id = ${hold.hold_id} and exists (select from reservation where reservation_id = ${hold.hold_id})`.execute(
      trx,
    );
    if (Number(numAffectedRows ?? 0n) !== seats.length * (hold.end_leg - hold.first_leg)) return false;
    await trx
      .insertInto('reservation_seat')
      .values(seats.map((seat) => ({ ...seat, reservation_id: hold.hold_id })))
      .execute();
    await trx.deleteFrom('seat_hold').where('hold_id', '=', hold.hold_id).execute();
  }
  return true;
}

// The events of seats of partners' tickets. Tickets that no partner sold have none.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/pipeline/statement.ts';

/** What happened to a seat. `lost`: its train does not run, or the seat is not there any more. `restored`: it is there again. */
export type SeatChange = 'reserved' | 'changed' | 'retimed' | 'cancelled' | 'lost' | 'restored';

const NO_SEAT = sql`not exists (
  select from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)`;

/** Which seats of a reservation a change concerns. */
type Concerned = 'all' | 'withoutLegs';

const write = (
  { reservationIds, kind, at }: Record<'reservationIds' | 'kind' | 'at', RawBuilder<unknown>>,
  concerned: Concerned = 'all',
) => sql`
  insert into partner_event (partner_id, mode, order_id, ticket_id, subject, kind, data, at)
  select o.partner_id, o.mode, o.order_id, rs.ticket_id, rs.ticket_id, ${kind}::text,
    jsonb_build_object('departureId', r.departure_id, 'from', r.from_station, 'to', r.to_station, 'seat', rs.seat,
      'carClass', rs.car_class), ${at}::timestamptz
  from reservation r join reservation_seat rs using (reservation_id) join partner_passenger p using (ticket_id)
    join partner_order o on o.order_id = p.order_id
  where r.reservation_id = any(${reservationIds}::text[]) ${concerned === 'all' ? sql`` : sql`and ${NO_SEAT}`}
  order by r.reservation_id, rs.seat`;

/** The statement that writes that the seats of a new reservation are reserved, for a pipeline. */
export const seatsReserved = statement<
  unknown,
  { readonly reservationIds: readonly string[]; readonly at: Date }
>((place) =>
  write({ reservationIds: place('reservationIds'), kind: sql.lit('seat.reserved'), at: place('at') }),
);

/**
 * Writes what happened to the seats of reservations, in the transaction of the act, which has locked the reservations.
 * @param now epoch milliseconds
 */
export async function addSeatEvents(
  trx: Trx,
  reservationIds: readonly string[],
  change: SeatChange,
  now: number,
  concerned: Concerned = 'all',
): Promise<void> {
  if (reservationIds.length === 0) return;
  const values = {
    reservationIds: sql`${[...reservationIds]}`,
    kind: sql`${`seat.${change}`}`,
    at: sql`${new Date(now)}`,
  };
  await write(values, concerned).execute(trx);
}

// The SQL of seats that are refunded because their train was very late.
import { theRules } from '@kippu/domain/rules';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TicketStatus } from '../../platform/db/tables/tables.ts';

/** A condition on seats `rs`: the seat is not refunded, so it counts among the ticket's reservations. */
export const isNotRefunded = sql<boolean>`not exists (
  select from seat_refund f where f.reservation_id = rs.reservation_id and f.seat = rs.seat)`;

/**
 * Refunds the seats of trains that have arrived so late that the railway's rule says so, each once. A seat that the traveller lost, or gave up
 * before, is none of them. `departureIds`: trains whose arrivals are recorded for good.
 */
export async function refundLateSeats(trx: Trx, departureIds: readonly string[], now: number): Promise<void> {
  const rule = Object.entries(theRules().lateSeatRefund ?? {});
  if (rule.length === 0 || departureIds.length === 0) return;
  const classes = rule.map(([carClass]) => carClass);
  const seconds = rule.map(([, minutes]) => minutes * 60);
  await sql`
    insert into seat_refund (reservation_id, seat, late, found_at)
    select r.reservation_id, rs.seat, arrival.late, ${new Date(now)}::timestamptz
    from reservation r join reservation_seat rs on rs.reservation_id = r.reservation_id
      join unnest(${classes}::text[], ${seconds}::int[]) as rule(car_class, from_seconds)
        on rule.car_class = rs.car_class
      join late_run l on l.departure_id = r.departure_id
      cross join lateral (
        select (a ->> 'late')::int as late from jsonb_array_elements(l.arrivals) as a
        where a ->> 'stationId' = r.to_station
        order by abs((a ->> 'plannedAt')::float8 - extract(epoch from r.arrive_at) * 1000) limit 1) as arrival
    where r.departure_id = any(${[...departureIds]}::text[]) and r.state = 1
      and arrival.late >= rule.from_seconds
      and not exists (select from disruption d where d.reservation_id = r.reservation_id
        and d.settled_at is null and d.kind in ('cancelled', 'seatGone'))
    order by r.reservation_id, rs.seat
    on conflict do nothing`.execute(trx);
}

export interface SeatRefundRow {
  readonly refund_id: string;
  readonly ticket_no: string;
  readonly status: TicketStatus;
  readonly departure_id: string;
  readonly train_no: string;
  readonly from_station: string;
  readonly to_station: string;
  readonly depart_at: Date;
  readonly seat: string;
  readonly car_class: string;
  readonly late: number;
  readonly found_at: Date;
}

/** Lists at most `limit` refunded seats that were found before the one named by `before`, the newest first. */
export async function listSeatRefunds(
  db: Db,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<SeatRefundRow[]> {
  const older = before === null ? sql`true` : sql`f.refund_id < ${before}::bigint`;
  const { rows } = await sql<SeatRefundRow>`
    select f.refund_id::text as refund_id, t.ticket_no, t.status, r.departure_id, coalesce(l.train_no, '') as train_no,
      r.from_station, r.to_station, r.depart_at, f.seat, rs.car_class, f.late, f.found_at
    from seat_refund f join reservation r on r.reservation_id = f.reservation_id
      join reservation_seat rs on rs.reservation_id = f.reservation_id and rs.seat = f.seat
      join ticket t on t.ticket_id = rs.ticket_id
      left join late_run l on l.departure_id = r.departure_id
    where ${older} order by f.refund_id desc limit ${limit}::int`.execute(db);
  return rows;
}

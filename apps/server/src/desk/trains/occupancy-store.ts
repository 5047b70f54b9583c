// The SQL of occupied seats: counted by car and leg, and seat by seat.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface CarLegLoad {
  readonly departure_id: string;
  readonly car: number;
  readonly leg: number;
  readonly reserved: number;
  readonly held: number;
}

/** Counts the taken seats of the departures at `now` (epoch milliseconds) in one query. A leg is either reserved or held. */
export async function countLoads(
  db: Db,
  departureIds: readonly string[],
  now: number,
): Promise<readonly CarLegLoad[]> {
  const ids = sql`any(${[...departureIds]}::text[])`;
  const { rows } = await sql<CarLegLoad>`
    select departure_id, car, leg, sum(reserved)::int as reserved, sum(held)::int as held from (
      select departure_id, car, leg, bit_count(seats) as reserved, 0 as held
      from seats_sold where departure_id = ${ids}
      union all
      select l.departure_id, split_part(l.seat, '-', 1)::int, l.leg, 0, 1
      from seat_hold h join seat_leg l on l.hold_id = h.hold_id
      where h.departure_id = ${ids} and h.expires_at > ${new Date(now)}::timestamptz
    ) as loads group by 1, 2, 3`.execute(db);
  return rows;
}

export interface SeatUseRow {
  readonly seat: string;
  readonly first_leg: number;
  readonly end_leg: number;
  /** Null for a held seat. */
  readonly ticket_no: string | null;
}

/** Lists the taken seats of a departure at `now` with their tickets, in no particular order. */
export async function listSeatUses(db: Db, departureId: string, now: number): Promise<readonly SeatUseRow[]> {
  const { rows } = await sql<SeatUseRow>`
    select l.seat, min(l.leg) as first_leg, max(l.leg) + 1 as end_leg, t.ticket_no
    from seat_leg l
      left join reservation_seat rs on rs.reservation_id = l.reservation_id and rs.seat = l.seat
      left join ticket t on t.ticket_id = rs.ticket_id
    where l.departure_id = ${departureId}
      and (l.reservation_id is not null or l.expires_at > ${new Date(now)}::timestamptz)
    group by l.seat, l.reservation_id, l.hold_id, t.ticket_no`.execute(db);
  return rows;
}

// The SQL of the reserved seats of one departure.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface ReservedUse {
  readonly seat: string;
  readonly first_leg: number;
  readonly end_leg: number;
  readonly ticket_id: string;
}

/** Lists the reserved seats of a departure with their tickets, in no particular order. Held seats are not reserved yet. */
export async function listReservedSeats(db: Db, departureId: string): Promise<readonly ReservedUse[]> {
  const { rows } = await sql<ReservedUse>`
    select l.seat, min(l.leg) as first_leg, max(l.leg) + 1 as end_leg, rs.ticket_id
    from seat_leg l join reservation_seat rs on rs.reservation_id = l.reservation_id and rs.seat = l.seat
    where l.departure_id = ${departureId}
    group by l.seat, l.reservation_id, rs.ticket_id`.execute(db);
  return rows;
}

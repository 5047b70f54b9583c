// The SQL of taken seats: seat by seat, counted by car, or as one traveller sees them.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Mine, Stretch } from './seat-store.ts';

/** A condition on legs `l`: taken at `now`, by a reservation or hold that is not in `mine`. */
function takenBy(now: number, mine: Mine): RawBuilder<boolean> {
  return sql<boolean>`(l.reservation_id is distinct from ${mine.change ?? null}::text and l.reservation_id is not null
    or l.expires_at > ${new Date(now)}::timestamptz and l.hold_id not in (
      select hold_id from seat_hold where account_id = ${mine.accountId}
        and ticket_ids && ${[...mine.ticketIds]}::text[]))`;
}

/** Returns the seats that others hold or have reserved on any leg of the stretch, at `now` (epoch milliseconds). */
export async function takenSeats(
  db: Db,
  stretch: Stretch,
  mine: Mine,
  now: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ seat: string }>`
    select distinct l.seat from seat_leg l
    where l.departure_id = ${stretch.departureId} and l.leg >= ${stretch.firstLeg} and l.leg < ${stretch.endLeg}
      and ${takenBy(now, mine)}`.execute(db);
  return new Set(rows.map((row) => row.seat));
}

/**
 * As takenSeats, counted by car for many stretches in one query. Returns the taken seats by car number, one map for each
 * stretch, in order. Sold seats are counted by the bits of seats_sold; held seats, which lapse, are counted one by one.
 */
export async function countTakenSeats(
  db: Db,
  stretches: readonly Stretch[],
  mine: Mine,
  now: number,
): Promise<readonly ReadonlyMap<number, number>[]> {
  const taken = stretches.map(() => new Map<number, number>());
  if (stretches.length === 0) return taken;
  const { rows } = await (mine.change === undefined ? countByBits : countBySeats)(
    wanted(stretches),
    mine,
    now,
  ).execute(db);
  for (const row of rows) taken[row.at - 1]?.set(row.car, row.taken);
  return taken;
}

/** The stretches, numbered from 1 by `at`. */
const wanted = (stretches: readonly Stretch[]) => sql`
  unnest(${stretches.map((s) => s.departureId)}::text[], ${stretches.map((s) => s.firstLeg)}::int[],
    ${stretches.map((s) => s.endLeg)}::int[]) with ordinality as w(departure_id, first_leg, end_leg, at)`;

interface TakenInCar {
  at: number;
  car: number;
  taken: number;
}

/** A seat held by others counts unless it is sold on another leg of the stretch and already counted. */
const countByBits = (stretches: RawBuilder<unknown>, mine: Mine, now: number) => sql<TakenInCar>`
  with sold as materialized (
    select w.at, s.car, bit_or(s.seats) as seats
    from ${stretches} join seats_sold s on s.departure_id = w.departure_id and s.leg >= w.first_leg and s.leg < w.end_leg
    group by 1, 2
  ), held as (
    select distinct w.at, split_part(l.seat, '-', 1)::int as car,
      (substring(l.seat from '-([0-9]+)')::int + 33 * ((ascii(right(l.seat, 1)) - 65) / 8)) * 8
        + (ascii(right(l.seat, 1)) - 65) % 8 as place
    from ${stretches} join seat_hold h on h.departure_id = w.departure_id
      and h.first_leg < w.end_leg and h.end_leg > w.first_leg
      join seat_leg l on l.hold_id = h.hold_id and l.leg >= w.first_leg and l.leg < w.end_leg
    where h.expires_at > ${new Date(now)}::timestamptz
      and not (h.account_id = ${mine.accountId} and h.ticket_ids && ${[...mine.ticketIds]}::text[])
  )
  select at::int as at, car, sum(seats)::int as taken from (
    select at, car, bit_count(seats) as seats from sold
    union all
    select at, car, 1 from held left join sold using (at, car)
    where sold.seats is null or get_bit(sold.seats, held.place) = 0) as counted
  group by 1, 2`;

/** Counts seat by seat, since the seats of the reservation to be changed count as free. */
const countBySeats = (stretches: RawBuilder<unknown>, mine: Mine, now: number) => sql<TakenInCar>`
  select at::int as at, split_part(seat, '-', 1)::int as car, count(*)::int as taken
  from (
    select distinct w.at, l.seat
    from ${stretches} join seat_leg l on l.departure_id = w.departure_id and l.leg >= w.first_leg and l.leg < w.end_leg
    where ${takenBy(now, mine)}) as seats
  group by 1, 2`;

/**
 * Returns the state of each occupied seat of the stretch for the account: in its own reservation `change`, in its own
 * hold, or taken. A hold of tickets other than `ticketIds` is not replaced by a new hold, so its seats are taken.
 */
export async function seatOccupancy(
  db: Db,
  stretch: Stretch,
  viewer: {
    readonly accountId: string;
    readonly change: string | undefined;
    readonly ticketIds: readonly string[] | undefined;
  },
  now: number,
): Promise<ReadonlyMap<string, 'taken' | 'mine' | 'held'>> {
  const { rows } = await sql<{ seat: string; state: 'taken' | 'mine' | 'held' }>`
    select l.seat, case
        when bool_or(coalesce(l.reservation_id <> ${viewer.change ?? null}::text, l.reservation_id is not null)
          or l.hold_id is not null and (h.account_id is distinct from ${viewer.accountId}::text
            or not coalesce(h.ticket_ids && ${viewer.ticketIds ? [...viewer.ticketIds] : null}::text[], true)))
          then 'taken'
        when bool_or(l.hold_id is not null) then 'held' else 'mine' end as state
    from seat_leg l left join seat_hold h on h.hold_id = l.hold_id
    where l.departure_id = ${stretch.departureId} and l.leg >= ${stretch.firstLeg} and l.leg < ${stretch.endLeg}
      and (l.reservation_id is not null or l.expires_at > ${new Date(now)}::timestamptz)
    group by l.seat`.execute(db);
  return new Map(rows.map((row) => [row.seat, row.state]));
}

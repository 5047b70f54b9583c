// The SQL of seats on trains: holds, and the seat legs whose primary key forbids a double sale.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { SeatHoldTable } from '../db/tables.ts';

/** Legs of one departure from `firstLeg` up to, not including, `endLeg`. */
export interface Stretch {
  readonly departureId: string;
  readonly firstLeg: number;
  readonly endLeg: number;
}

/** Whose seats do not count as taken: the account's older holds of these tickets, and the reservation to be changed. */
export interface Mine {
  readonly accountId: string;
  readonly ticketIds: readonly string[];
  readonly change: string | undefined;
}

export interface NewHold extends Stretch, Mine {
  readonly holdId: string;
  readonly fromStation: string;
  readonly toStation: string;
  readonly seats: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * Locks, in this order: the account's seats, its tickets, its reservation, the departures. Everybody who takes or frees
 * seats follows it, so nobody waits in a ring. The key of seat_leg, not these locks, is what forbids a double sale.
 */
export const accountLock = (accountId: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended(${accountId}, 11))`;
export const departureLock = (departureId: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${departureId}, 12))`;

/** Lets one request at a time take or free seats for an account, until the transaction ends. */
export async function lockAccountSeats(trx: Trx, accountId: string): Promise<void> {
  await sql`select ${accountLock(accountId)}`.execute(trx);
}

/** Locks departures whose seats are about to change hands; more than one in the order of their keys. */
export async function lockDepartures(trx: Trx, departureIds: readonly string[]): Promise<void> {
  await sql`select ${departureLock(sql`d.id`)}
    from (select distinct id from unnest(${[...departureIds]}::text[]) as id order by id) as d`.execute(trx);
}

/** The account's holds; a new hold of `mine` at `now` replaces the old ones: those of the same tickets, and lapsed ones. */
const holdsOf = ({ accountId, ticketIds }: Mine, now: number) => sql`
  select hold_id, departure_id, cardinality(seats) as seats,
    ticket_ids && ${[...ticketIds]}::text[] or expires_at <= ${new Date(now)}::timestamptz as old
  from seat_hold where account_id = ${accountId}`;
const holdLocks = (departureId: string) => sql`
  select ${departureLock(sql`d.id`)}
  from (select departure_id as id from mine where old union select ${departureId} order by id) as d`;

/** Locks the departures that a new hold touches before it is made, so that what is read as free stays free. */
export async function lockForHold(trx: Trx, departureId: string, mine: Mine, now: number): Promise<void> {
  await sql`with mine as materialized (${holdsOf(mine, now)}) ${holdLocks(departureId)}`.execute(trx);
}

/** Seats of which somebody else has a leg, and how many seats the account holds besides. */
export interface Taken {
  readonly lost: readonly string[];
  readonly heldElsewhere: number;
}

/**
 * Takes seats for a hold in one statement, departures locked first, and drops the holds it replaces. Rows of a lapsed or
 * replaced hold are taken over in place; those of a living hold or of a reservation are not; those of the reservation to be
 * changed count as won. When what `takenOf` makes of its row will not do, the caller must roll back.
 */
export function taking(hold: NewHold): RawBuilder<{ lost: string[]; held: number }> {
  const now = new Date(hold.now);
  const expires = new Date(hold.expiresAt);
  const seats = sql`${[...hold.seats]}::text[]`;
  const change = hold.change ?? null;
  return sql<{ lost: string[]; held: number }>`
    with mine as materialized (${holdsOf(hold, hold.now)}
    ), locked as materialized (${holdLocks(hold.departureId)}
    ), hold as (
      insert into seat_hold (hold_id, account_id, departure_id, from_station, to_station, first_leg, end_leg,
        ticket_ids, seats, change_of, created_at, expires_at)
      select ${hold.holdId}, ${hold.accountId}, ${hold.departureId}, ${hold.fromStation}, ${hold.toStation},
        ${hold.firstLeg}::int, ${hold.endLeg}::int, ${[...hold.ticketIds]}::text[], ${seats}, ${change},
        ${now}::timestamptz, ${expires}::timestamptz
      from (select count(*) from locked) as after_locks
      returning hold_id
    ), own as (
      select seat, leg from seat_leg
      where departure_id = ${hold.departureId} and seat = any(${seats}) and reservation_id = ${change}
        and leg >= ${hold.firstLeg} and leg < ${hold.endLeg}
    ), won as (
      insert into seat_leg (departure_id, seat, leg, hold_id, expires_at)
      select ${hold.departureId}, s.seat, l.leg, hold.hold_id, ${expires}::timestamptz
      from hold, unnest(${seats}) as s(seat),
        generate_series(${hold.firstLeg}::int, ${hold.endLeg - 1}::int) as l(leg)
      where (s.seat, l.leg) not in (select seat, leg from own)
      order by s.seat, l.leg
      on conflict (departure_id, seat, leg) do update
        set hold_id = excluded.hold_id, expires_at = excluded.expires_at
        where seat_leg.reservation_id is null and (seat_leg.expires_at <= ${now}::timestamptz
          or seat_leg.hold_id in (select hold_id from mine where old))
      returning seat
    ), gone as (
      delete from seat_hold where hold_id in (select hold_id from mine where old)
    )
    select (select coalesce(sum(seats), 0) from mine where not old)::int as held, array(
      select s.seat from unnest(${seats}) as s(seat)
      where (select count(*) from won where won.seat = s.seat) + (select count(*) from own where own.seat = s.seat)
        < ${hold.endLeg - hold.firstLeg}::int) as lost`;
}

/** What came of taking seats, from the row of its statement. */
export const takenOf = (hold: NewHold, [row]: readonly { lost: string[]; held: number }[]): Taken => ({
  lost: row?.lost ?? hold.seats,
  heldElsewhere: row?.held ?? 0,
});

/** Runs `taking` by itself. */
export const takeSeats = async (trx: Trx, hold: NewHold): Promise<Taken> =>
  takenOf(hold, (await taking(hold).execute(trx)).rows);

/** The account's hold, living or lapsed. */
export async function findHold(
  db: Db,
  accountId: string,
  holdId: string,
): Promise<SeatHoldTable | undefined> {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .where('hold_id', '=', holdId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Frees an account's hold; a hold that is gone, or somebody else's, is left alone. Locks the account's seats first. */
export async function releaseHold(trx: Trx, accountId: string, holdId: string): Promise<void> {
  await lockAccountSeats(trx, accountId);
  const hold = await findHold(trx, accountId, holdId);
  if (!hold) return;
  await lockDepartures(trx, [hold.departure_id]);
  await trx.deleteFrom('seat_hold').where('hold_id', '=', holdId).execute();
}

/** A leg that counts as taken at `now`: reserved or held, but not by `mine`. */
function takenBy(now: number, mine: Mine): RawBuilder<boolean> {
  return sql<boolean>`(l.reservation_id is distinct from ${mine.change ?? null}::text and l.reservation_id is not null
    or l.expires_at > ${new Date(now)}::timestamptz and l.hold_id not in (
      select hold_id from seat_hold where account_id = ${mine.accountId}
        and ticket_ids && ${[...mine.ticketIds]}::text[]))`;
}

/** Seats of a departure that somebody else holds or has reserved on any leg of the stretch, at `now` (epoch milliseconds). */
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
 * As takenSeats, counted by car for many stretches in one query: for each of them, in their order, car number and seats
 * taken. Sold seats are counted by the bits of seats_sold, not one by one; held ones, which lapse by time, are few.
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

/** A seat held by others counts unless it is sold on another leg of the stretch, and so counted already. */
const countByBits = (stretches: RawBuilder<unknown>, mine: Mine, now: number) => sql<TakenInCar>`
  with sold as materialized (
    select w.at, s.car, bit_or(s.seats) as seats
    from ${stretches} join seats_sold s on s.departure_id = w.departure_id and s.leg >= w.first_leg and s.leg < w.end_leg
    group by 1, 2
  ), held as (
    select distinct w.at, split_part(l.seat, '-', 1)::int as car,
      substring(l.seat from '-([0-9]+)')::int * 8 + ascii(right(l.seat, 1)) - 65 as place
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

/** Seat by seat, as the seats of the reservation to be changed count as free. */
const countBySeats = (stretches: RawBuilder<unknown>, mine: Mine, now: number) => sql<TakenInCar>`
  select at::int as at, split_part(seat, '-', 1)::int as car, count(*)::int as taken
  from (
    select distinct w.at, l.seat
    from ${stretches} join seat_leg l on l.departure_id = w.departure_id and l.leg >= w.first_leg and l.leg < w.end_leg
    where ${takenBy(now, mine)}) as seats
  group by 1, 2`;

/** How each occupied seat of the stretch looks to the account: its own reservation `change`, its own hold, or taken. */
export async function seatOccupancy(
  db: Db,
  stretch: Stretch,
  viewer: { readonly accountId: string; readonly change: string | undefined },
  now: number,
): Promise<ReadonlyMap<string, 'taken' | 'mine' | 'held'>> {
  const { rows } = await sql<{ seat: string; state: 'taken' | 'mine' | 'held' }>`
    select l.seat, case
        when bool_or(coalesce(l.reservation_id <> ${viewer.change ?? null}::text, l.reservation_id is not null)
          or l.hold_id is not null and h.account_id is distinct from ${viewer.accountId}::text) then 'taken'
        when bool_or(l.hold_id is not null) then 'held' else 'mine' end as state
    from seat_leg l left join seat_hold h on h.hold_id = l.hold_id
    where l.departure_id = ${stretch.departureId} and l.leg >= ${stretch.firstLeg} and l.leg < ${stretch.endLeg}
      and (l.reservation_id is not null or l.expires_at > ${new Date(now)}::timestamptz)
    group by l.seat`.execute(db);
  return new Map(rows.map((row) => [row.seat, row.state]));
}

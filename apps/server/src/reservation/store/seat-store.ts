// The SQL of seats on trains: holds, and the seat legs whose primary key forbids a double sale.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { together, withCommit } from '../db/flight.ts';
import { statement } from '../db/statement.ts';
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
const accountLock = (accountId: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${accountId}, 11))`;
export const departureLock = (departureId: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${departureId}, 12))`;

/** The statement of lockAccountSeats, for a flight. */
export const accountSeatsLock = statement<unknown, { readonly accountId: string }>(
  (place) => sql`select ${accountLock(place('accountId'))}`,
);

/** Lets one request at a time take or free seats for an account, until the transaction ends. */
export async function lockAccountSeats(trx: Trx, accountId: string): Promise<void> {
  await together(trx, [accountSeatsLock({ accountId })]);
}

/** Locks departures whose seats are about to change hands; more than one in the order of their keys. */
export async function lockDepartures(trx: Trx, departureIds: readonly string[]): Promise<void> {
  await sql`select ${departureLock(sql`d.id`)}
    from (select distinct id from unnest(${[...departureIds]}::text[]) as id order by id) as d`.execute(trx);
}

/** A hold as the database takes it. */
interface HoldValues extends Omit<NewHold, 'now' | 'expiresAt'> {
  readonly now: Date;
  readonly expiresAt: Date;
}
const valuesOf = (hold: NewHold): HoldValues => ({
  ...hold,
  now: new Date(hold.now),
  expiresAt: new Date(hold.expiresAt),
});

interface OlderHold {
  /** Null in the row of the new hold's own departure. */
  hold_id: string | null;
  seats: number;
  old: boolean;
}

/**
 * Locks the departures of the account's holds and of a new one, in the order of their keys, and gives those holds. They stay
 * while the account's seats are locked; the new hold replaces the `old` ones: those of the same tickets, and lapsed ones.
 */
const lockOlderHolds = statement<
  OlderHold,
  Pick<HoldValues, 'accountId' | 'ticketIds' | 'departureId' | 'now'>
>(
  (place) => sql`
  select ${departureLock(sql`d.departure_id`)}, d.hold_id, d.seats, d.old
  from (
    select departure_id, hold_id, cardinality(seats) as seats,
      ticket_ids && ${place('ticketIds')}::text[] or expires_at <= ${place('now')}::timestamptz as old
    from seat_hold where account_id = ${place('accountId')}
    union all select ${place('departureId')}, null, 0, false
    order by 1) as d`,
);

const insertHold = statement<unknown, HoldValues>(
  (place) => sql`
  insert into seat_hold (hold_id, account_id, departure_id, from_station, to_station, first_leg, end_leg, ticket_ids,
    seats, change_of, created_at, expires_at)
  values (${place('holdId')}, ${place('accountId')}, ${place('departureId')}, ${place('fromStation')},
    ${place('toStation')}, ${place('firstLeg')}, ${place('endLeg')}, ${place('ticketIds')}, ${place('seats')},
    ${place('change')}, ${place('now')}, ${place('expiresAt')})`,
);

/** Takes what legs it can: free ones, and those of a lapsed or replaced hold in place; not those of a reservation. */
const takeLegs = statement<{ seat: string }, HoldValues>(
  (place) => sql`
  insert into seat_leg (departure_id, seat, leg, hold_id, expires_at)
  select ${place('departureId')}, s.seat, l.leg, ${place('holdId')}, ${place('expiresAt')}::timestamptz
  from unnest(${place('seats')}::text[]) as s(seat),
    generate_series(${place('firstLeg')}::int, ${place('endLeg')}::int - 1) as l(leg)
  order by s.seat, l.leg
  on conflict (departure_id, seat, leg) do update
    set hold_id = excluded.hold_id, expires_at = excluded.expires_at
    where seat_leg.reservation_id is null and (seat_leg.expires_at <= ${place('now')}::timestamptz
      or seat_leg.hold_id = any(array(select hold_id from seat_hold
        where account_id = ${place('accountId')} and ticket_ids && ${place('ticketIds')}::text[])))
  returning seat`,
);

/** The legs wanted that the reservation to be changed has already. */
const ownLegs = statement<{ seat: string }, HoldValues>(
  (place) => sql`
  select seat from seat_leg
  where departure_id = ${place('departureId')} and seat = any(${place('seats')}::text[])
    and leg >= ${place('firstLeg')} and leg < ${place('endLeg')} and reservation_id = ${place('change')}`,
);

const dropHolds = statement<unknown, { readonly accountId: string; readonly holdIds: readonly string[] }>(
  (place) => sql`
  delete from seat_hold where account_id = ${place('accountId')} and hold_id = any(${place('holdIds')}::text[])`,
);

/** Locks the departures that a new hold touches before it is made, so that what is read as free stays free. */
export async function lockForHold(trx: Trx, departureId: string, mine: Mine, now: number): Promise<void> {
  await together(trx, [lockOlderHolds({ ...mine, departureId, now: new Date(now) })]);
}

/** Seats of which somebody else has a leg, and how many seats the account holds besides. */
export interface Taken {
  readonly lost: readonly string[];
  readonly heldElsewhere: number;
}

/**
 * The statements that take seats for a hold, departures locked first. The account's seats must be locked. What they could
 * not take is known by `takenOf` alone: when that will not do, the caller must roll back.
 */
export function taking(hold: NewHold) {
  const values = valuesOf(hold);
  const own = hold.change === undefined ? [] : [ownLegs(values)];
  return [lockOlderHolds(values), insertHold(values), takeLegs(values), ...own] as const;
}

type TakenRows = readonly [readonly OlderHold[], readonly unknown[], ...(readonly { seat: string }[])[]];

/** What came of taking seats, from the rows of its statements; the holds that the new one replaces go with the commit. */
export async function takenOf(trx: Trx, hold: NewHold, [older, , ...legs]: TakenRows): Promise<Taken> {
  const replaced = older.flatMap(({ hold_id: holdId, old }) => (old && holdId !== null ? [holdId] : []));
  if (replaced.length > 0) await withCommit(trx, dropHolds({ accountId: hold.accountId, holdIds: replaced }));
  const got = legs.flat();
  return {
    lost: hold.seats.filter(
      (seat) => got.filter((leg) => leg.seat === seat).length < hold.endLeg - hold.firstLeg,
    ),
    heldElsewhere: older.reduce((sum, { seats, old }) => sum + (old ? 0 : seats), 0),
  };
}

/** Takes seats for a hold, those of the reservation to be changed counted as won; as `taking`, by itself. */
export async function takeSeats(trx: Trx, hold: NewHold): Promise<Taken> {
  const [, ...rows] = await together(trx, [accountSeatsLock(hold), ...taking(hold)]);
  return takenOf(trx, hold, rows);
}

/** The account's hold, living or lapsed. */
async function findHold(db: Db, accountId: string, holdId: string): Promise<SeatHoldTable | undefined> {
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

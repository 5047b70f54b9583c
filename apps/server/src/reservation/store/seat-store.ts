// The SQL of seats on trains: holds, and the seat legs whose primary key forbids a double sale.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { advisoryLock, lockAccountSeats, lockDepartures } from '../../platform/db/locks.ts';
import { batch, withCommit } from '../../platform/db/pipeline/pipeline.ts';
import { statement } from '../../platform/db/pipeline/statement.ts';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';

/** Legs of one departure from `firstLeg` to `endLeg`, exclusive. */
export interface Stretch {
  readonly departureId: string;
  readonly firstLeg: number;
  readonly endLeg: number;
}

/** Seats that do not count as taken: the account's older holds of these tickets, and the reservation to be changed. */
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
  /** The ride's times, epoch milliseconds. */
  readonly departAt: number;
  readonly arriveAt: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly expiresAt: number;
}

/** An SQL expression that locks a departure; see platform/db/locks.ts. */
export const departureLock = (departureId: RawBuilder<unknown>) => advisoryLock('departure', departureId);

/** A statement that locks the account's seats, to be sent with others. */
export const accountSeatsLock = statement<unknown, { readonly accountId: string }>(
  (place) => sql`select ${advisoryLock('accountSeats', place('accountId'))}`,
);

/** A hold as query parameters. */
interface HoldValues extends Omit<NewHold, 'now' | 'expiresAt' | 'departAt' | 'arriveAt'> {
  readonly now: Date;
  readonly expiresAt: Date;
  readonly departAt: Date;
  readonly arriveAt: Date;
}
const valuesOf = (hold: NewHold): HoldValues => ({
  ...hold,
  now: new Date(hold.now),
  expiresAt: new Date(hold.expiresAt),
  departAt: new Date(hold.departAt),
  arriveAt: new Date(hold.arriveAt),
});

interface OlderHold {
  /** Null in the row of the new hold's own departure. */
  hold_id: string | null;
  seats: number;
  old: boolean;
}

/**
 * Locks the departures of the account's holds and of the new hold, in the order of their keys, and returns those holds.
 * They cannot change while the account's seats are locked. The new hold replaces the `old` ones: those of the same
 * tickets, and lapsed ones.
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
    seats, change_of, created_at, expires_at, depart_at, arrive_at)
  values (${place('holdId')}, ${place('accountId')}, ${place('departureId')}, ${place('fromStation')},
    ${place('toStation')}, ${place('firstLeg')}, ${place('endLeg')}, ${place('ticketIds')}, ${place('seats')},
    ${place('change')}, ${place('now')}, ${place('expiresAt')}, ${place('departAt')}, ${place('arriveAt')})`,
);

/** Takes the legs that it can: free ones, and in place those of a lapsed or replaced hold; not those of a reservation. */
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

/** The requested legs that the reservation to be changed already has. */
const ownLegs = statement<{ seat: string }, HoldValues>(
  (place) => sql`
  select seat from seat_leg
  where departure_id = ${place('departureId')} and seat = any(${place('seats')}::text[])
    and leg >= ${place('firstLeg')} and leg < ${place('endLeg')} and reservation_id = ${place('change')}`,
);

/** Null names no hold. */
const dropHolds = statement<
  unknown,
  { readonly accountId: string; readonly holdIds: readonly (string | null)[] }
>(
  (place) => sql`
  delete from seat_hold where account_id = ${place('accountId')} and hold_id = any(${place('holdIds')}::text[])`,
);

/** Locks the departures of a new hold before it is made, so that seats read as free stay free. */
export async function lockForHold(trx: Trx, departureId: string, mine: Mine, now: number): Promise<void> {
  await batch(trx, [lockOlderHolds({ ...mine, departureId, now: new Date(now) })]);
}

/** Seats of which another traveller has a leg, and how many other seats the account holds. */
export interface Taken {
  readonly lost: readonly string[];
  readonly heldElsewhere: number;
}

/**
 * Returns the statements that take seats for a hold; they lock the departures first. The account's seats must be locked.
 * `takeResult` reports the seats that could not be taken. When any is missing, the caller must roll back.
 */
export function takeStatements(hold: NewHold) {
  const values = valuesOf(hold);
  const own = hold.change === undefined ? [] : [ownLegs(values)];
  return [lockOlderHolds(values), insertHold(values), takeLegs(values), ...own] as const;
}

type TakenRows = readonly [readonly OlderHold[], readonly unknown[], ...(readonly { seat: string }[])[]];

/** Reads the result of `takeStatements` from its rows. The holds that the new one replaces are deleted at commit. */
export async function takeResult(trx: Trx, hold: NewHold, [older, , ...legs]: TakenRows): Promise<Taken> {
  const replaced = older.filter(({ old }) => old).map(({ hold_id: holdId }) => holdId);
  if (replaced.length > 0) await withCommit(trx, dropHolds({ accountId: hold.accountId, holdIds: replaced }));
  const got = legs.flat();
  return {
    lost: hold.seats.filter(
      (seat) => got.filter((leg) => leg.seat === seat).length < hold.endLeg - hold.firstLeg,
    ),
    heldElsewhere: older.reduce((sum, { seats, old }) => sum + (old ? 0 : seats), 0),
  };
}

/** Runs `takeStatements` and returns its result. Seats of the reservation to be changed count as taken by the hold. */
export async function takeSeats(trx: Trx, hold: NewHold): Promise<Taken> {
  const [, ...rows] = await batch(trx, [accountSeatsLock(hold), ...takeStatements(hold)]);
  return takeResult(trx, hold, rows);
}

/** The account's hold, active or lapsed. */
async function findHold(db: Db, accountId: string, holdId: string): Promise<SeatHoldTable | undefined> {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .where('hold_id', '=', holdId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Releases the account's hold. Does nothing when there is none. Locks the account's seats first. */
export async function releaseHold(trx: Trx, accountId: string, holdId: string): Promise<void> {
  await lockAccountSeats(trx, accountId);
  const hold = await findHold(trx, accountId, holdId);
  if (!hold) return;
  await lockDepartures(trx, [hold.departure_id]);
  await trx.deleteFrom('seat_hold').where('hold_id', '=', holdId).execute();
}

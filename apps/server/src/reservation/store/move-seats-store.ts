// The SQL that moves a ticket's seats to another reservation or account, and deletes the holds that depend on them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { hasNotLeft, mayStillLeave, type Moment } from '../../platform/live/late-trains.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import { noteLeftBehind } from './left-behind-store.ts';

export interface Transfer {
  readonly ticketIds: readonly string[];
  /** The account of the seats; null for those of an order whose tickets nobody has added yet. */
  readonly from: string | null;
  /** Null only where `from` is. */
  readonly to: string | null;
  readonly moment: Moment;
  /** Only trains that have not left as far as is known; without it also those that may still leave. */
  readonly onlyUpcoming?: boolean;
}

type SeatsOf = Pick<Transfer, 'from' | 'moment' | 'onlyUpcoming'> & { readonly ticketIds: readonly string[] };

/** A condition on reservations `r`: their seats follow their tickets, since the train may still leave or they may still be changed. */
const followsTicket = ({
  moment,
  onlyUpcoming = false,
}: Pick<Transfer, 'moment' | 'onlyUpcoming'>) => sql<boolean>`(
  ${onlyUpcoming ? hasNotLeft(moment) : mayStillLeave(moment)} or exists (
  select 1 from disruption d where d.reservation_id = r.reservation_id and d.settled_at is null
    and d.free_until >= ${new Date(moment.now)}::timestamptz))`;

/** A condition on reservations `r`: they are the account's; for null, an order's. */
const isOwnedBy = (accountId: string | null) =>
  accountId === null ? sql<boolean>`r.account_id is null` : sql<boolean>`r.account_id = ${accountId}`;

/** Lists the reservations of the account, or of the ticket's order, whose seats follow the ticket, by id. */
export async function listFollowing(
  db: Db,
  { ticketId, from, ...when }: Omit<Transfer, 'to' | 'ticketIds'> & { readonly ticketId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.reservation_id as id from reservation r join reservation_seat rs using (reservation_id)
    where rs.ticket_id = ${ticketId} and ${isOwnedBy(from)} and r.state = 1 and ${followsTicket(when)}
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the sender's reservations whose seats follow the tickets; `seats` counts all their seats, `theirs` names the tickets' own. */
async function lockLivingReservations(trx: Trx, { ticketIds, from, ...when }: SeatsOf) {
  const { rows } = await sql<{
    reservation_id: string;
    departure_id: string;
    ticket_id: string;
    seats: number;
  }>`
    select r.reservation_id, r.departure_id, rs.ticket_id,
      (select count(*)::int from reservation_seat other where other.reservation_id = r.reservation_id) as seats
    from reservation r join reservation_seat rs using (reservation_id)
    where rs.ticket_id = any(${[...ticketIds]}::text[]) and ${isOwnedBy(from)} and r.state = 1
      and ${followsTicket(when)}
    order by r.reservation_id, rs.ticket_id for update of r`.execute(trx);
  const locked = new Map<string, { departure_id: string; seats: number; theirs: string[] }>();
  for (const { reservation_id, departure_id, ticket_id, seats } of rows) {
    const known = locked.get(reservation_id);
    if (known) known.theirs.push(ticket_id);
    else locked.set(reservation_id, { departure_id, seats, theirs: [ticket_id] });
  }
  return [...locked].map(([reservation_id, row]) => ({ reservation_id, ...row }));
}

/** Copies the open disruption of a reservation to the part that was split off, so that its owner is mailed too. */
async function copyDisruption(trx: Trx, reservationId: string, newId: string): Promise<void> {
  await sql`
    insert into disruption (disruption_id, reservation_id, kind, booked_depart_at, booked_arrive_at, free_until, found_at)
    select ${newId}, ${newId}, kind, booked_depart_at, booked_arrive_at, free_until, found_at
    from disruption where reservation_id = ${reservationId} and settled_at is null`.execute(trx);
}

/** Marks the open disruption as unmailed, so that the reservation's new owner is mailed. */
async function markUnmailed(trx: Trx, reservationId: string): Promise<void> {
  await trx
    .updateTable('disruption')
    .set({ mailed_at: null, mail_tried_at: null })
    .where('reservation_id', '=', reservationId)
    .where('settled_at', 'is', null)
    .execute();
}

/** When a reservation has all its seats again: closes its lost-seat disruption, or turns it into 'retimed' where the times differ. */
export async function resolveFoundSeats(trx: Trx, reservationId: string, now: number): Promise<void> {
  await sql`update disruption d
    set kind = case when d.booked_depart_at = r.depart_at and d.booked_arrive_at = r.arrive_at then d.kind else 'retimed' end,
      free_until = d.booked_depart_at,
      settled_at = case when d.booked_depart_at = r.depart_at and d.booked_arrive_at = r.arrive_at
        then ${new Date(now)}::timestamptz end
    from reservation r
    where r.reservation_id = ${reservationId} and d.reservation_id = r.reservation_id and d.settled_at is null
      and d.kind = 'seatGone' and not exists (
        select 1 from reservation_seat rs where rs.reservation_id = r.reservation_id and not exists (
          select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat))`.execute(
    trx,
  );
}

interface Split {
  readonly ticketIds: readonly string[];
  /** The account that gets the new reservation; null to leave it with the order. */
  readonly to: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Moves the seats of some of a reservation's tickets into a new reservation. The legs are updated in place and never free.
 * The caller holds the locks of the reservation and of its departure.
 */
export async function splitReservation(
  trx: Trx,
  { ticketIds, to, now }: Split,
  reservationId: string,
  newId: string,
): Promise<void> {
  await sql`
    insert into reservation (reservation_id, account_id, order_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at)
    select ${newId}, ${to}, ${to === null ? sql`order_id` : null}, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at, changed_at
    from reservation where reservation_id = ${reservationId}`.execute(trx);
  await copyDisruption(trx, reservationId, newId);
  const { rows } = await sql<{ legs: number; moved: number; disrupted: boolean }>`
    with seated as (
      update reservation_seat set reservation_id = ${newId}
      where reservation_id = ${reservationId} and ticket_id = any(${[...ticketIds]}::text[]) returning seat
    ), moved as (
      update seat_leg set reservation_id = ${newId} from seated
      where seat_leg.reservation_id = ${reservationId} and seat_leg.seat = seated.seat returning 1
    )
    select (select count(*)::int from moved) as moved, end_leg - first_leg as legs,
      exists (select 1 from disruption d where d.reservation_id = ${newId}) as disrupted
    from reservation where reservation_id = ${newId}`.execute(trx);
  const [row] = rows;
  const whole = row && row.moved === row.legs * ticketIds.length;
  // A disrupted reservation may have lost some seats.
  if (!whole && !(row?.disrupted && row.moved % row.legs === 0))
    throw new Error(`reservation ${reservationId} did not split evenly`);
  for (const id of [reservationId, newId]) await resolveFoundSeats(trx, id, now);
}

/** A condition on holds: the sender's for one of the tickets, or for a change of one of the reservations. */
const holdsOf = ({ ticketIds, from }: SeatsOf, reservationIds: readonly string[]) =>
  sql<boolean>`account_id = ${from}
    and (ticket_ids && ${[...ticketIds]}::text[] or change_of = any(${[...reservationIds]}::text[]))`;

/**
 * Locks the sender's reservations and holds with seats of the tickets, and their departures. A transaction that moves the seats of several tickets
 * calls this first, since departures are locked in the order of their ids.
 */
export async function lockSeatsOfTickets(trx: Trx, seatsOf: SeatsOf) {
  const reservations = await lockLivingReservations(trx, seatsOf);
  const ofTickets = holdsOf(
    seatsOf,
    reservations.map((reservation) => reservation.reservation_id),
  );
  const holds = await trx.selectFrom('seat_hold').select('departure_id').where(ofTickets).execute();
  await lockDepartures(
    trx,
    [...reservations, ...holds].map((row) => row.departure_id),
  );
  return { reservations, ofTickets };
}

/**
 * Moves the tickets' seats to the receiver and deletes the sender's holds for the tickets or for a change of what moved.
 * A reservation of these tickets alone changes its owner, so a party stays together; from one that has other tickets too, their seats move to
 * one new reservation with an id of `newId`. What stays behind on a train that has arrived by all that is known is noted. The caller holds the
 * locks of the sender's seats and of the tickets.
 * @returns the reservations that now hold only seats of the tickets
 */
export async function moveSeats(trx: Trx, transfer: Transfer, newId: () => string): Promise<string[]> {
  const { to, moment } = transfer;
  await noteLeftBehind(trx, transfer);
  const { reservations, ofTickets } = await lockSeatsOfTickets(trx, transfer);
  await trx.deleteFrom('seat_hold').where(ofTickets).execute();
  const moved: string[] = [];
  for (const { reservation_id: id, seats, theirs } of reservations) {
    if (seats > theirs.length) {
      const own = newId();
      await splitReservation(trx, { ticketIds: theirs, to, now: moment.now }, id, own);
      moved.push(own);
      continue;
    }
    moved.push(id);
    await giveReservation(trx, id, to);
  }
  return moved;
}

/** Gives a whole reservation to an account; null leaves it with its order. */
async function giveReservation(trx: Trx, reservationId: string, to: string | null): Promise<void> {
  if (to === null) return;
  await trx
    .updateTable('reservation')
    .set({ account_id: to, order_id: null })
    .where('reservation_id', '=', reservationId)
    .execute();
  await markUnmailed(trx, reservationId);
}

/**
 * Gives an order's seats of tickets to the account that added them, those of departed trains too: they count as used. Tickets that were added together
 * stay together. The caller holds the locks of the order's and of the account's seats, and of the tickets.
 * @returns the account's new reservations
 */
export async function giveOrderSeats(
  trx: Trx,
  { ticketIds, to }: { readonly ticketIds: readonly string[]; readonly to: string },
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; departure: string; tickets: string[]; seats: number }>`
    select r.reservation_id as id, r.departure_id as departure,
      array(select rs.ticket_id from reservation_seat rs
        where rs.reservation_id = r.reservation_id and rs.ticket_id = any(${[...ticketIds]}::text[])) as tickets,
      (select count(*)::int from reservation_seat rs where rs.reservation_id = r.reservation_id) as seats
    from reservation r
    where r.account_id is null and r.state = 1 and r.reservation_id in (
      select reservation_id from reservation_seat where ticket_id = any(${[...ticketIds]}::text[]))
    order by r.reservation_id for update of r`.execute(trx);
  await lockDepartures(
    trx,
    rows.map(({ departure }) => departure),
  );
  const given: string[] = [];
  for (const { id, tickets, seats } of rows) {
    const own = tickets.length === seats ? id : randomUUID();
    if (own === id) await giveReservation(trx, id, to);
    else await splitReservation(trx, { ticketIds: tickets, to, now }, id, own);
    given.push(own);
  }
  return given;
}

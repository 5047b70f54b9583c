// Moves reservations to a newer timetable or to how trains really run, and records what that disrupts.
import { disruptionOf, type Disruption, type KnownRide } from '@kippu/domain/reservation/disruption';
import type { Trx } from '../../platform/db/database.ts';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { findJourney, type Journey } from '../timetable/departure.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { seatsOwnerOf } from '../../platform/db/locks.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';
import { isAsHeld } from '../checks/is-as-held.ts';
import { leftOn, reservedForTrip } from '../checks/seat-ticket.ts';
import * as store from '../store/disruption-store.ts';
import { lockTicketsOfAccounts, type SeatTicketRow } from '../store/seat-ticket-store.ts';
import { readReservations, type ReservationRow } from '../store/reservation-store.ts';

/** Whether the train has the seat, in the class in which it was booked. */
export const hasSeat = (ride: Journey, seat: string, carClass: string) =>
  carOfSeat(ride.formation, seat)?.class === carClass;

type RideState = Omit<store.RideGroup, 'reservation_ids'>;

const isMoved = (ride: Journey, group: RideState): boolean =>
  ride.trip.tripId !== group.trip_id ||
  ride.departAt !== group.depart_at.getTime() ||
  ride.arriveAt !== group.arrive_at.getTime() ||
  ride.firstLeg !== group.first_leg ||
  ride.endLeg !== group.end_leg;

/** Whether something may have changed for these reservations. A lost seat is looked for again while the train runs. */
export function mayDiffer(operator: OperatorData, group: RideState): boolean {
  const ride = findJourney(operator, group.departure_id, group.from_station, group.to_station);
  if (!ride) return group.kind !== 'cancelled';
  if (!ride.runs) return group.kind !== 'cancelled' || isMoved(ride, group);
  return (
    group.kind === 'cancelled' ||
    group.kind === 'seatGone' ||
    isMoved(ride, group) ||
    group.seats.some((text) => {
      const [seat = '', carClass = ''] = text.split(' ');
      return !hasSeat(ride, seat, carClass);
    })
  );
}

const stateOf = (row: ReservationRow): RideState => ({
  ...row,
  kind: row.disruption?.kind ?? null,
  seats: row.seats.map(({ seat, car_class }) => `${seat} ${car_class}`),
});

/** The ride as the traveller of the reservation knows it. */
export function knownRideOf({ depart_at, arrive_at, disruption: open }: ReservationRow): KnownRide {
  const notified = { departAt: depart_at.getTime(), arriveAt: arrive_at.getTime() };
  const booked = open ? { departAt: open.bookedDepartAt, arriveAt: open.bookedArriveAt } : notified;
  return { booked, notified, kind: open?.kind ?? null, seatsGone: open?.seatsGone ?? [] };
}

/** Whether a hold has lapsed, or is of a train that runs otherwise in the timetable. */
function isOutdated(operator: OperatorData, hold: SeatHoldTable, now: number): boolean {
  if (hold.expires_at.getTime() <= now) return true;
  const ride = findJourney(operator, hold.departure_id, hold.from_station, hold.to_station);
  return !ride || !isAsHeld(hold, ride);
}

export interface Moved {
  /** How many reservations were disrupted. */
  readonly disrupted: number;
  /** False if reservations came to these departures meanwhile: the same call moves them too. */
  readonly complete: boolean;
}

export interface MoveAt {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the trains changed on their day: also those under way, and those that may have been late, are moved. */
  readonly isLive?: boolean;
}

/**
 * Moves the departures' reservations whose train has not left: frees their old legs, reserves those of the timetable in the order of booking, and
 * records a disruption for each reservation that changed. On a train that does not run on its day, or leaves out the traveller's stop, they keep
 * their legs: nobody else gets the seats, and they are there when it runs again.
 * A reservation whose train runs again gets no seat again if its tickets have other seats instead by now, and its traveller is notified. Locks the tickets of
 * those, then reservations, then departures. Running it again changes nothing.
 */
export async function moveReservations(
  trx: Trx,
  operator: OperatorData,
  departureIds: readonly string[],
  { now, isLive = false }: MoveAt,
): Promise<Moved> {
  await store.planAnew(trx);
  const ahead = { moment: momentOf(operator, now), isLive };
  const listed = await store.listAheadOn(trx, departureIds, ahead);
  const affected = (await readReservations(trx, listed)).filter((row) => mayDiffer(operator, stateOf(row)));
  if (affected.length === 0) return { disrupted: 0, complete: true };
  const departures = [...new Set(affected.map((row) => row.departure_id))];
  const ids = affected.map((row) => row.reservation_id);
  const returning = affected.filter((row) => runsAgain(operator, row));
  const tickets = await lockTicketsOfAccounts(
    trx,
    returning.map(seatsOwnerOf),
    returning.flatMap(ticketIdsOf),
  );
  await store.lockRides(trx, departures, ids);
  // Read after the locks, since another process or the traveller may have changed them.
  const rows = (await readReservations(trx, ids)).filter(
    (row) => row.state === 1 && departures.includes(row.departure_id),
  );
  const listedNow = await store.listAheadOn(trx, departures, ahead);
  const known = new Set(listed);
  const holds = await store.listHoldsOn(trx, departures);
  await store.dropHolds(
    trx,
    holds.filter((hold) => isOutdated(operator, hold, now)).map(({ hold_id }) => hold_id),
  );
  const legs = await store.listLegsOn(trx, departures);
  const spent = withoutReservationLeft(operator, rows, tickets);
  const kept = keepersOf(operator, rows, legs, spent);
  const freed = new Set(rows.map((row) => row.reservation_id).filter((id) => !kept.has(id)));
  await store.freeLegs(trx, [...freed]);
  const others = legs.filter((leg) => leg.reservation_id === null || !freed.has(leg.reservation_id));
  const { rides, disruptions } = reseat(operator, inOrder(rows, legs), { kept, spent, others });
  await store.placeRides(trx, rides);
  await store.recordDisruptions(trx, disruptions, now);
  await store.noteGivenUp(
    trx,
    [...spent].filter(([, isWhole]) => isWhole).map(([id]) => id),
  );
  return { disrupted: disruptions.length, complete: listedNow.every((id) => known.has(id)) };
}

function countLegs(legs: readonly store.Leg[]): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  for (const { reservation_id: id } of legs) if (id !== null) own.set(id, (own.get(id) ?? 0) + 1);
  return own;
}

const hasAllLegs = (row: ReservationRow, own: ReadonlyMap<string, number>) =>
  own.get(row.reservation_id) === row.seats.length * (row.end_leg - row.first_leg);

/** A reservation that still had its seat keeps it, before one that had lost it, whichever was booked first. */
function inOrder(rows: readonly ReservationRow[], legs: readonly store.Leg[]): ReservationRow[] {
  const own = countLegs(legs);
  const hadSeat = (row: ReservationRow) => hasAllLegs(row, own);
  return rows.toSorted(
    (a, b) => Number(hadSeat(b)) - Number(hadSeat(a)) || a.reserved_at.getTime() - b.reserved_at.getTime(),
  );
}

const byBooking = (rows: readonly ReservationRow[]): ReservationRow[] =>
  rows.toSorted((a, b) => a.reserved_at.getTime() - b.reserved_at.getTime());

const ticketIdsOf = ({ seats }: ReservationRow) => seats.map((seat) => seat.ticket_id);

const runsAgain = (operator: OperatorData, row: ReservationRow) =>
  row.disruption?.kind === 'cancelled' &&
  findJourney(operator, row.departure_id, row.from_station, row.to_station) !== undefined;

/**
 * Returns the ids of the reservations whose train runs again and whose tickets have no reservation left for it: their travellers
 * chose other trains meanwhile. The value is whether none of its tickets has one left. `ticketRows` are the tickets of all whose train runs again.
 */
function withoutReservationLeft(
  operator: OperatorData,
  rows: readonly ReservationRow[],
  ticketRows: readonly SeatTicketRow[],
): ReadonlyMap<string, boolean> {
  const bookings = new Map(
    ticketRows.map((row) => [row.ticket_id, row.bookings.filter(({ lost }) => !lost)]),
  );
  const byId = new Map(ticketRows.map((row) => [row.ticket_id, row]));
  const spent = new Map<string, boolean>();
  for (const row of byBooking(rows)) {
    const ride = runsAgain(operator, row)
      ? findJourney(operator, row.departure_id, row.from_station, row.to_station)
      : undefined;
    if (!ride) continue;
    const fits = (ticketId: string) => {
      const ticket = byId.get(ticketId);
      if (!ticket) return false;
      const product = operator.products.get(ticket.product_id);
      const seen = { ticketId, row: ticket, product, bookings: bookings.get(ticketId) ?? [], lost: [] };
      return leftOn(seen) > 0 && !reservedForTrip(operator, seen, ride);
    };
    const fitting = ticketIdsOf(row).filter(fits);
    if (fitting.length < row.seats.length) {
      spent.set(row.reservation_id, fitting.length === 0);
      continue;
    }
    const { departureId, departAt, arriveAt } = ride;
    const booking = {
      reservationId: row.reservation_id,
      departureId,
      tripId: ride.trip.tripId,
      departAt,
      arriveAt,
    };
    for (const ticketId of ticketIdsOf(row)) bookings.get(ticketId)?.push({ ...booking, lost: false });
  }
  return spent;
}

const legKey = (departureId: string, seat: string, leg: number) => `${departureId} ${seat} ${leg}`;

/**
 * The ids of the reservations whose train has the same legs and all their seats as before: most changes are of times only. Those of `spent` lose
 * theirs.
 */
function keepersOf(
  operator: OperatorData,
  rows: readonly ReservationRow[],
  legs: readonly store.Leg[],
  spent: ReadonlyMap<string, boolean>,
) {
  const own = countLegs(legs);
  const isKept = (row: ReservationRow) => {
    if (spent.has(row.reservation_id)) return false;
    const ride = findJourney(operator, row.departure_id, row.from_station, row.to_station);
    return (
      ride?.firstLeg === row.first_leg &&
      ride.endLeg === row.end_leg &&
      hasAllLegs(row, own) &&
      row.seats.every(({ seat, car_class }) => hasSeat(ride, seat, car_class))
    );
  };
  return new Set(rows.filter(isKept).map((row) => row.reservation_id));
}

interface Reseating {
  /** The ids of the reservations that keep their legs. */
  readonly kept: ReadonlySet<string>;
  /** Those that get no seat again, by id. */
  readonly spent: ReadonlyMap<string, boolean>;
  /** The legs of all others. */
  readonly others: readonly store.Leg[];
}

/**
 * Gives the reservations, except those that keep their legs, as many of their seats as the timetable has free besides `others`, in the given order.
 */
function reseat(operator: OperatorData, rows: readonly ReservationRow[], { kept, spent, others }: Reseating) {
  const taken = new Set(others.map((leg) => legKey(leg.departure_id, leg.seat, leg.leg)));
  const rides: store.MovedRide[] = [];
  const disruptions: { reservationId: string; disruption: Disruption }[] = [];
  const report = (row: ReservationRow, disruption: Disruption | null) => {
    if (disruption) disruptions.push({ reservationId: row.reservation_id, disruption });
  };
  for (const row of rows) {
    const ride = spent.has(row.reservation_id)
      ? undefined
      : findJourney(operator, row.departure_id, row.from_station, row.to_station);
    if (!ride) {
      report(row, disruptionOf(knownRideOf(row), { runs: false }));
      continue;
    }
    const { departAt, arriveAt, firstLeg, endLeg, departureId } = ride;
    const legsOf = (seat: string) =>
      Array.from({ length: endLeg - firstLeg }, (_, i) => legKey(departureId, seat, firstLeg + i));
    const isKept = kept.has(row.reservation_id);
    const seats = row.seats
      .filter(({ seat, car_class }) => hasSeat(ride, seat, car_class))
      .map(({ seat }) => seat)
      .filter((seat) => isKept || legsOf(seat).every((leg) => !taken.has(leg)));
    for (const leg of seats.flatMap(legsOf)) taken.add(leg);
    const tripId = ride.trip.tripId;
    rides.push({
      reservationId: row.reservation_id,
      departureId,
      tripId,
      firstLeg,
      endLeg,
      departAt,
      arriveAt,
      seats: isKept ? [] : seats,
    });
    const seatsGone = row.seats.map(({ seat }) => seat).filter((seat) => !seats.includes(seat));
    const running = { runs: true, times: { departAt, arriveAt }, seatsGone } as const;
    report(row, disruptionOf(knownRideOf(row), ride.runs ? running : { runs: false }));
  }
  return { rides, disruptions };
}

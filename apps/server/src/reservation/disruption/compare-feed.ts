// Compares reservations with the current timetable, and records the disruptions.
import { disruptionOf, type KnownRide, type TimetableRide } from '@kippu/domain/reservation/disruption';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { rememberFeed } from '../timetable/remember-feed.ts';
import { findJourney, type Journey } from '../timetable/departure.ts';
import * as store from '../store/disruption-store.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';
import { readReservations, type ReservationRow } from '../store/reservation-store.ts';

/**
 * Stores the timetable and records what it changes for reservations whose train has not left at `now` (epoch
 * milliseconds). The same timetable records nothing twice. Each departure is a transaction of its own, so the next start
 * completes an interrupted one.
 * @returns the operator's data with the trains and stations of older timetables, and the number of disrupted reservations
 */
export async function compareWithFeed(
  db: Db,
  operatorAsRead: OperatorData,
  now: number,
): Promise<{ operator: OperatorData; disrupted: number }> {
  const operator = await inTransaction(db, async (trx) => {
    const { operator: known, changedTrips } = await rememberFeed(trx, operatorAsRead);
    await store.dropHoldsOnTrips(trx, changedTrips);
    return known;
  });
  const byDeparture = new Map<string, string[]>();
  for (const group of await store.groupFutureRides(db, now))
    if (mayDiffer(operator, group))
      byDeparture.set(group.departure_id, [
        ...(byDeparture.get(group.departure_id) ?? []),
        ...group.reservation_ids,
      ]);
  let disrupted = 0;
  for (const [departureId, reservationIds] of byDeparture)
    disrupted += await inTransaction(db, (trx) =>
      reseatDeparture(trx, operator, { departureId, reservationIds }, now),
    );
  return { operator, disrupted };
}

/** Whether the train has the seat, in the class in which it was booked. */
export const hasSeat = (ride: Journey, seat: string, carClass: string) =>
  carOfSeat(ride.formation, seat)?.class === carClass;

/** Whether the locked rows must be checked. A lost seat is looked for at each start. */
export function mayDiffer(operator: OperatorData, group: store.RideGroup): boolean {
  const ride = findJourney(operator, group.departure_id, group.from_station, group.to_station);
  if (!ride) return group.kind !== 'cancelled';
  return (
    group.kind === 'cancelled' ||
    group.kind === 'seatGone' ||
    ride.departAt !== group.depart_at.getTime() ||
    ride.arriveAt !== group.arrive_at.getTime() ||
    ride.firstLeg !== group.first_leg ||
    ride.endLeg !== group.end_leg ||
    group.seats.some((text) => {
      const [seat = '', carClass = ''] = text.split(' ');
      return !hasSeat(ride, seat, carClass);
    })
  );
}

/**
 * Frees the old legs of a departure's reservations and reserves those of the new timetable, in the order of booking.
 * Records a disruption for each reservation that changed.
 * @returns the number of disrupted reservations
 */
async function reseatDeparture(
  trx: Trx,
  operator: OperatorData,
  { departureId, reservationIds }: { departureId: string; reservationIds: readonly string[] },
  now: number,
): Promise<number> {
  await store.lockRides(trx, departureId, reservationIds);
  // Read after the lock, since another process or the traveller may have changed them.
  const rows = (await readReservations(trx, reservationIds)).filter(
    (row) => row.state === 1 && row.departure_id === departureId,
  );
  await store.freeLegs(
    trx,
    rows.map((row) => row.reservation_id),
  );
  // A reservation that still had its seat keeps it, before one that had lost it, whichever was booked first.
  const hadSeat = ({ disruption }: ReservationRow) =>
    disruption?.kind !== 'cancelled' && disruption?.kind !== 'seatGone';
  const inOrder = rows.toSorted(
    (a, b) => Number(hadSeat(b)) - Number(hadSeat(a)) || a.reserved_at.getTime() - b.reserved_at.getTime(),
  );
  let disrupted = 0;
  for (const row of inOrder) {
    const found = await reseat(trx, operator, row);
    const news = disruptionOf(knownRideOf(row), found);
    if (!news) continue;
    await store.recordDisruption(trx, row.reservation_id, news, now);
    disrupted += 1;
  }
  return disrupted;
}

/** The ride as the traveller of the reservation knows it. */
export function knownRideOf({ depart_at, arrive_at, disruption: open }: ReservationRow): KnownRide {
  const notified = { departAt: depart_at.getTime(), arriveAt: arrive_at.getTime() };
  const booked = open ? { departAt: open.bookedDepartAt, arriveAt: open.bookedArriveAt } : notified;
  return { booked, notified, kind: open?.kind ?? null, seatsGone: open?.seatsGone ?? [] };
}

/** Reserves as many of a reservation's seats as the new timetable has. */
async function reseat(trx: Trx, operator: OperatorData, row: ReservationRow): Promise<TimetableRide> {
  const ride = findJourney(operator, row.departure_id, row.from_station, row.to_station);
  if (!ride) return { runs: false };
  const { departAt, arriveAt, firstLeg, endLeg, departureId } = ride;
  const there = row.seats.filter(({ seat, car_class }) => hasSeat(ride, seat, car_class));
  const seats = there.map(({ seat }) => seat);
  const seating = { reservationId: row.reservation_id, departureId, firstLeg, endLeg, seats };
  const seated = await store.seatOnLegs(trx, seating);
  await store.placeRide(trx, row.reservation_id, { firstLeg, endLeg, departAt, arriveAt });
  const seatsGone = row.seats.map(({ seat }) => seat).filter((seat) => !seated.includes(seat));
  return { runs: true, times: { departAt, arriveAt }, seatsGone };
}

// Compares what travellers reserved with the timetable as it is now, and records what it did to them.
import { disruptionOf, type Found, type Standing } from '@kippu/domain/disruption';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { rememberFeed } from '../operator/remember-feed.ts';
import { findJourney, type Journey } from './departure.ts';
import * as store from './disruption-store.ts';
import { carOfSeat } from './formation-seats.ts';
import { readReservations, type ReservationRow } from './reservation-store.ts';

/**
 * Reads the timetable into the database's memory and tells what it did to reserved seats whose train is still to leave at
 * `now` (epoch milliseconds); gives the operator's data with what older timetables had, and how many reservations were
 * touched. The same timetable tells nothing twice; each departure is a transaction of its own, so a start that was cut
 * off is made up for by the next.
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

/** Whether the train has the seat, in the class it was booked in. */
export const hasSeat = (ride: Journey, seat: string, carClass: string) =>
  carOfSeat(ride.formation, seat)?.class === carClass;

/** Whether a look at the locked rows is needed; a seat that was lost is looked for at each start. */
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
 * Takes the reservations of a departure off their old legs and puts them on those of the new timetable, first come first
 * served; then records what each traveller has to be told. Gives how many have.
 */
async function reseatDeparture(
  trx: Trx,
  operator: OperatorData,
  { departureId, reservationIds }: { departureId: string; reservationIds: readonly string[] },
  now: number,
): Promise<number> {
  await store.lockRides(trx, departureId, reservationIds);
  // Read after the lock: another process, or the traveller, may have been quicker.
  const rows = (await readReservations(trx, reservationIds)).filter(
    (row) => row.state === 1 && row.departure_id === departureId,
  );
  await store.freeLegs(
    trx,
    rows.map((row) => row.reservation_id),
  );
  // Who still had a seat keeps it before one who had lost it, whoever came first.
  const hadSeat = ({ disruption }: ReservationRow) =>
    disruption?.kind !== 'cancelled' && disruption?.kind !== 'seatGone';
  const inOrder = rows.toSorted(
    (a, b) => Number(hadSeat(b)) - Number(hadSeat(a)) || a.reserved_at.getTime() - b.reserved_at.getTime(),
  );
  let disrupted = 0;
  for (const row of inOrder) {
    const found = await reseat(trx, operator, row);
    const news = disruptionOf(standingOf(row), found);
    if (!news) continue;
    await store.recordDisruption(trx, row.reservation_id, news, now);
    disrupted += 1;
  }
  return disrupted;
}

/** What the traveller of a reservation knows of it. */
export function standingOf({ depart_at, arrive_at, disruption: open }: ReservationRow): Standing {
  const told = { departAt: depart_at.getTime(), arriveAt: arrive_at.getTime() };
  const booked = open ? { departAt: open.bookedDepartAt, arriveAt: open.bookedArriveAt } : told;
  return { booked, told, kind: open?.kind ?? null, seatsGone: open?.seatsGone ?? [] };
}

/** Seats one reservation by the new timetable, as far as its ride and its seats are there. */
async function reseat(trx: Trx, operator: OperatorData, row: ReservationRow): Promise<Found> {
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

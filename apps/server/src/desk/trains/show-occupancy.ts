// Shows how full the trains of a day are, and which ticket has which seat of a train.
import type { DataOf } from '@kippu/contract/call';
import type {
  DepartureLoad,
  SeatLoad,
  deskDeparture,
  deskOccupancy,
} from '@kippu/contract/calls/desk/occupancy';
import type { LiveLayers } from '@kippu/domain/live/live-train';
import { parseSeat } from '@kippu/domain/reservation/seat-name';
import { isDate } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { departuresOn, wholeRide, stopsOf, type Departure } from '../../reservation/timetable/departure.ts';
import {
  lettersAcross,
  nonReservedCars,
  reservedCars,
  seatCount,
} from '../../reservation/timetable/formation-seats.ts';
import { listExtraTrains } from '../../live/extra/extra-store.ts';
import { extraStops } from '../../reservation/trains/extra-trains.ts';
import { trainNames } from '../../reservation/booked/reservation-answer.ts';
import { findSeenLayers, listLayersOn } from '../../platform/live/live-store.ts';
import { requireDeparture } from './change-train.ts';
import { formationCars, runAnswer, withLayers } from './train-run.ts';
import * as store from './occupancy-store.ts';

const carsOf = ({ formation }: Departure) => reservedCars(formation);
const taken = ({ reserved, held }: SeatLoad) => reserved + held;

interface Known {
  readonly loads: readonly store.CarLegLoad[];
  /** What the sources say of it. */
  readonly layers: LiveLayers | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

function loadAnswer(
  operator: OperatorData,
  departure: Departure,
  { loads, layers, now }: Known,
): DepartureLoad {
  const { departureId, trip, formation } = departure;
  const legs = Array.from({ length: trip.stops.length - 1 }, (_, leg) => leg);
  const known = new Map(loads.map((load) => [`${load.car} ${load.leg}`, load]));
  const cars = carsOf(departure).map((car) => ({
    car: car.car,
    carClass: car.class,
    seats: seatCount([car]),
    legs: legs.map((leg) => {
      const { reserved = 0, held = 0 } = known.get(`${car.car} ${leg}`) ?? {};
      return { reserved, held };
    }),
  }));
  const sums = legs.map((leg) => ({
    reserved: cars.reduce((sum, car) => sum + (car.legs[leg]?.reserved ?? 0), 0),
    held: cars.reduce((sum, car) => sum + (car.legs[leg]?.held ?? 0), 0),
  }));
  return {
    departureId,
    trainNo: trip.trainNo,
    ...trainNames(operator.routes.get(trip.routeId)?.trainName),
    direction: trip.direction,
    stops: stopsOf(operator, wholeRide(departure)),
    run: runAnswer(departure, layers, now),
    seats: seatCount(carsOf(departure)),
    legs: sums,
    busiestLeg: sums.reduce((best, load, leg) => (taken(load) > taken(sums[best] ?? load) ? leg : best), 0),
    cars,
    nonReservedCars: nonReservedCars(formation),
    ...(trip.addedAs === undefined ? {} : { addedAs: trip.addedAs }),
  };
}

/** Lists the departures of a service date with their load at `now`, the earliest first. Throws AppError REQ-0001 for an invalid date. */
export async function showOccupancy(
  db: Db,
  operator: OperatorData,
  date: string,
  now: number,
): Promise<DataOf<typeof deskOccupancy>> {
  if (!isDate(date)) throw new AppError('REQ-0001', { values: { field: 'date' } });
  const rows = await listLayersOn(db, date);
  const said = new Map<string, LiveLayers>(rows.map((row) => [row.departure_id, row]));
  const departures = departuresOn(withLayers(operator, [...said], now), date, { unsold: true });
  const ids = departures.map(({ departureId }) => departureId);
  const loads = new Map(ids.map((id): [string, store.CarLegLoad[]] => [id, []]));
  for (const load of await store.countLoads(db, ids, now)) loads.get(load.departure_id)?.push(load);
  const trains = departures.map((departure) =>
    loadAnswer(operator, departure, {
      loads: loads.get(departure.departureId) ?? [],
      layers: said.get(departure.departureId),
      now,
    }),
  );
  const extra = (await listExtraTrains(db, operator, now))
    .filter(({ serviceDate }) => serviceDate === date)
    .toSorted((a, b) => (a.stops[0]?.departAt ?? 0) - (b.stops[0]?.departAt ?? 0))
    .map(({ tripId, trainNo, routeId, stops }) => ({
      tripId,
      trainNo,
      ...trainNames(operator.routes.get(routeId ?? '')?.trainName),
      stops: extraStops(operator, stops),
    }));
  const { from, to } = operator;
  return { date, from, to, trains, extra, formations: formationCars(operator) };
}

/** The sort key in train order: car, row, letter, leg. */
const orderOf = ({ seat, first_leg }: store.SeatUseRow) => {
  const place = parseSeat(seat);
  return place
    ? ((place.car * 100 + place.row) * 100 + place.letter.charCodeAt(0)) * 100 + first_leg
    : first_leg;
};

/** Loads a departure with its taken seats at `now`. Throws AppError SEAT-0013 when no such train runs that day. */
export async function showDeparture(
  db: Db,
  operator: OperatorData,
  askedId: string,
  now: number,
): Promise<DataOf<typeof deskDeparture>> {
  const { departureId } = requireDeparture(operator, askedId);
  const layers = await findSeenLayers(db, departureId);
  const departure = requireDeparture(withLayers(operator, [[departureId, layers]], now), departureId);
  const loads = await store.countLoads(db, [departureId], now);
  const uses = await store.listSeatUses(db, departureId, now);
  return {
    ...loadAnswer(operator, departure, { loads, layers, now }),
    serviceDate: departure.serviceDate,
    plans: carsOf(departure).map((car) => ({
      car: car.car,
      rows: car.rows,
      ...(car.firstRow === undefined ? {} : { firstRow: car.firstRow }),
      letters: lettersAcross(car),
    })),
    uses: uses
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .map(({ seat, first_leg, end_leg, ticket_no }) => ({
        seat,
        firstLeg: first_leg,
        endLeg: end_leg,
        ...(ticket_no === null ? {} : { ticketNo: ticket_no }),
      })),
  };
}

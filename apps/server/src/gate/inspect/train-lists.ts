// What an inspector takes along: the trains of a day, and the reserved seats of one of them, as it runs today.
import { createHash } from 'node:crypto';
import type { DataOf } from '@kippu/contract/call';
import type {
  InspectorSeat,
  InspectorTrain,
  inspectorSeats,
  inspectorTrains,
} from '@kippu/contract/calls/gate/inspect';
import { ownLanguage } from '@kippu/contract/languages';
import { namesOf, nameIn, textsOf, wireNames } from '@kippu/contract/names';
import { SEAT_TAG_BYTES, seatTagText } from '@kippu/ticket-code/certificate/seat-tag';
import { runSummary } from '@kippu/domain/live/run-summary';
import { parseSeat } from '@kippu/domain/reservation/seat-name';
import { addDays, dateAt, gtfsToEpoch, isDate, wallToEpoch } from '@kippu/domain/time/service-day';
import { listExtraTrains } from '../../live/extra/extra-store.ts';
import type { ExtraTrain } from '../../live/extra/read-extra.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { trainNames } from '../../reservation/booked/reservation-answer.ts';
import {
  departuresOn,
  findDeparture,
  stationOf,
  stopsOf,
  wholeRide,
  type Departure,
} from '../../reservation/timetable/departure.ts';
import { lettersAcross, nonReservedCars, reservedCars } from '../../reservation/timetable/formation-seats.ts';
import * as store from './reserved-seats-store.ts';

/** A late train's inspector still needs its list, and so does one who writes a report. */
const AFTER_ARRIVAL_MS = 3 * 3_600_000;
const EXTRA = 'extra:';

type SeatList = DataOf<typeof inspectorSeats>;

/** Lists end with the service day, for a train that runs past midnight some hours after it arrived. Epoch milliseconds. */
const endOf = (serviceDate: string, arrivesAt: number): number =>
  Math.max(wallToEpoch(`${addDays(serviceDate, 1)} 00:00:00`), arrivesAt + AFTER_ARRIVAL_MS);

/** Whether lists of the service date are given out: yesterday's trains may still run, tomorrow's are prepared. */
const isNear = (serviceDate: string, now: number): boolean => {
  const today = dateAt(now);
  return serviceDate >= addDays(today, -1) && serviceDate <= addDays(today, 1);
};

const extraId = ({ tripId, serviceDate }: ExtraTrain): string => `${EXTRA}${tripId}@${serviceDate}`;
const stationNames = (operator: OperatorData, stationId: string, prefix: 'fromName' | 'toName') =>
  wireNames(prefix, textsOf(stationOf(operator, stationId), 'stationName'));
const timesOf = ({ trip, live, serviceDate }: Departure) => {
  const { runs, first, last, stops } = runSummary(trip.stops, live);
  return {
    runs,
    from: trip.stops[stops.indexOf(first)]?.stationId ?? '',
    to: trip.stops[stops.indexOf(last)]?.stationId ?? '',
    departAt: gtfsToEpoch(serviceDate, first.depart),
    arriveAt: gtfsToEpoch(serviceDate, last.arrive),
  };
};

/** Lists the trains of a date at `now` (epoch milliseconds). Throws AppError REQ-0001 for a date that is not near. */
export async function listInspectorTrains(
  db: Db,
  operator: OperatorData,
  date: string,
  now: number,
): Promise<DataOf<typeof inspectorTrains>> {
  if (!isDate(date) || !isNear(date, now)) throw new AppError('REQ-0001', { values: { field: 'date' } });
  const planned = departuresOn(operator, date, { unsold: true }).map((departure) => {
    const { trip, departureId } = departure;
    const names = trainNames(operator.routes.get(trip.routeId)?.trainName);
    return {
      departureId,
      trainNo: trip.trainNo,
      names,
      extra: trip.addedAs !== undefined,
      ...timesOf(departure),
    };
  });
  const added = (await listExtraTrains(db, operator, now)).flatMap((train) => {
    const [first, last] = [train.stops[0], train.stops.at(-1)];
    if (train.serviceDate !== date || !first || !last) return [];
    return {
      departureId: extraId(train),
      trainNo: train.trainNo,
      names: trainNames(operator.routes.get(train.routeId ?? '')?.trainName),
      extra: true,
      runs: true,
      from: first.stationId,
      to: last.stationId,
      departAt: first.departAt,
      arriveAt: last.arriveAt,
    };
  });
  const trains = [...planned, ...added]
    .filter(({ arriveAt }) => endOf(date, arriveAt) > now)
    .toSorted((a, b) => a.departAt - b.departAt)
    .map(({ departureId, trainNo, names, extra, runs, from, to, departAt, arriveAt }): InspectorTrain => ({
      departureId,
      trainNo,
      ...names,
      ...stationNames(operator, from, 'fromName'),
      ...stationNames(operator, to, 'toName'),
      departAt: wireTime(departAt),
      arriveAt: wireTime(arriveAt),
      runs,
      ...(extra ? { extra: true as const } : {}),
    }));
  return { date, trains };
}

/** Returns the tag that stands for a ticket in the list of a departure. */
const tagOf = (departureId: string, ticketId: string): string =>
  createHash('sha256')
    .update(seatTagText(departureId, ticketId))
    .digest()
    .subarray(0, SEAT_TAG_BYTES)
    .toString('base64url');

/** A sort key in the order of the train: car, row, letter, leg. */
function placeOf({ seat, firstLeg }: InspectorSeat): number {
  const place = parseSeat(seat);
  return place
    ? ((place.car * 100 + place.row) * 100 + place.letter.charCodeAt(0)) * 100 + firstLeg
    : firstLeg;
}

async function plannedList(
  db: Db,
  operator: OperatorData,
  departure: Departure,
  now: number,
): Promise<SeatList> {
  const { departureId, trip, serviceDate, formation, live } = departure;
  const { runs, arriveAt } = timesOf(departure);
  const names = trainNames(operator.routes.get(trip.routeId)?.trainName);
  const reserved = await store.listReservedSeats(db, departureId);
  return {
    departureId,
    serviceDate,
    trainNo: trip.trainNo,
    ...names,
    onTicket: `${nameIn(names, 'trainName', ownLanguage())} ${trip.trainNo}`,
    runs,
    madeAt: wireTime(now),
    endsAt: wireTime(endOf(serviceDate, arriveAt)),
    stops: stopsOf(operator, wholeRide(departure)),
    cars: reservedCars(formation).map((car) => ({
      car: car.car,
      carClass: car.class,
      rows: car.rows,
      ...(car.firstRow === undefined ? {} : { firstRow: car.firstRow }),
      letters: lettersAcross(car),
    })),
    lostCars: [...(live?.lostCars ?? [])],
    nonReservedCars: nonReservedCars(formation),
    seats: reserved
      .map(({ seat, first_leg, end_leg, ticket_id }) => ({
        seat,
        firstLeg: first_leg,
        endLeg: end_leg,
        tag: tagOf(departureId, ticket_id),
      }))
      .toSorted((a, b) => placeOf(a) - placeOf(b)),
  };
}

/** The list of a train that a feed added: it has no seats, but its stops and times are known. */
function extraList(operator: OperatorData, train: ExtraTrain, now: number): SeatList {
  const { trainNo, serviceDate, stops } = train;
  const names = trainNames(operator.routes.get(train.routeId ?? '')?.trainName);
  const end = stops.length - 1;
  return {
    departureId: extraId(train),
    serviceDate,
    trainNo,
    ...names,
    onTicket: `${nameIn(names, 'trainName', ownLanguage())} ${trainNo}`,
    runs: true,
    madeAt: wireTime(now),
    endsAt: wireTime(endOf(serviceDate, stops[end]?.arriveAt ?? now)),
    stops: stops.map(({ stationId, arriveAt, departAt }, at) => ({
      stationId,
      ...namesOf(stationOf(operator, stationId), 'stationName'),
      ...(at > 0 ? { arriveAt: wireTime(arriveAt) } : {}),
      ...(at < end ? { departAt: wireTime(departAt) } : {}),
    })),
    cars: [],
    lostCars: [],
    nonReservedCars: [],
    seats: [],
  };
}

/**
 * Makes the list of a departure at `now` (epoch milliseconds): which seats are reserved on which legs. It has no names and no numbers of tickets. Throws
 * AppError SEAT-0013 when no such train runs on a day whose lists are given out, or when its list has ended.
 */
export async function makeSeatList(
  db: Db,
  operator: OperatorData,
  departureId: string,
  now: number,
): Promise<SeatList> {
  const found = departureId.startsWith(EXTRA)
    ? (await listExtraTrains(db, operator, now))
        .filter((train) => extraId(train) === departureId)
        .map((train) => extraList(operator, train, now))[0]
    : await (async () => {
        const departure = findDeparture(operator, departureId, { unsold: true });
        return departure && isNear(departure.serviceDate, now)
          ? plannedList(db, operator, departure, now)
          : undefined;
      })();
  if (!found || !isNear(found.serviceDate, now) || wallToEpoch(found.endsAt) <= now)
    throw new AppError('SEAT-0013');
  return found;
}

// The next departures of a station, for a screen that hangs there.
import {
  MAX_BOARD_ALERT,
  MAX_BOARD_ALERTS,
  MAX_BOARD_TRAINS,
  NEXT_BOARD_TRAINS,
  type Board,
  type BoardAlert,
  type BoardCar,
  type BoardLive,
  type BoardStation,
  type BoardTrain,
} from '@kippu/contract/board/departure-board';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { offeredLanguages } from '@kippu/contract/languages';
import { textIn, textsOf, type ByLanguage } from '@kippu/contract/names';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { listExtraTrains } from '../live/extra/extra-store.ts';
import type { FreshAlerts } from '../live/feed/alert-store.ts';
import type { ExtraTrain } from '../live/extra/read-extra.ts';
import { concerns, isActive, type ServiceAlert } from '../live/feed/read-alerts.ts';
import type { Db } from '../platform/db/database.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { countTakenSeats } from '../reservation/store/taken-seats-store.ts';
import { departuresOn, ridesFrom, stationOf, type Journey } from '../reservation/timetable/departure.ts';
import { seatCount } from '../reservation/timetable/formation-seats.ts';

const DAY_MS = 86_400_000;
/** Nobody's seats: all that are held or reserved count as taken. */
const NOBODY = { accountId: '', ticketIds: [], change: undefined };

/** Completes a text for each language that the operator offers. */
const offered = (texts: ByLanguage, longest = Number.POSITIVE_INFINITY): ByLanguage =>
  Object.fromEntries(
    offeredLanguages().map((language) => {
      const text = textIn(texts, language);
      return [language, text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text];
    }),
  );

/** Returns a station as boards name it. */
const boardStation = (station: Station): BoardStation => ({
  stationId: station.stationId,
  code: station.code,
  name: offered(textsOf(station, 'stationName')),
});

/** Returns the stations from which a train of the timetable departs. */
export function boardStations({ stations, trips }: OperatorData): BoardStation[] {
  const left = [...trips.values()].flatMap(({ stops }) =>
    stops.slice(0, -1).flatMap(({ stationId, noBoarding }) => (noBoarding ? [] : [stationId])),
  );
  return [...new Set(left)].flatMap((stationId) => {
    const station = stations.get(stationId);
    return station ? [boardStation(station)] : [];
  });
}

/** Finds a station by its id in the timetable, else by its printed code; undefined for none. */
export const findBoardStation = ({ stations }: OperatorData, named: string): Station | undefined =>
  stations.get(named) ??
  [...stations.values()].find(({ stationId, code }) =>
    [stationId, code].some((name) => name !== '' && name.toLowerCase() === named.toLowerCase()),
  );

/** Returns the rides from the station that have not left, the earliest by the timetable first. */
function nextRides(operator: OperatorData, stationId: string, now: number): Journey[] {
  const today = dateAt(now);
  return [-2, -1, 0, 1]
    .flatMap((days) => departuresOn(operator, addDays(today, days), { unsold: true }))
    .flatMap((departure) => ridesFrom(departure, stationId))
    .filter(({ hasLeft, leavesAt, departAt }) => !hasLeft && leavesAt > now && departAt < now + DAY_MS)
    .toSorted((a, b) => a.departAt - b.departAt)
    .slice(0, MAX_BOARD_TRAINS);
}

/** Returns the last stop where the train calls after this station: where it ends today. */
function endOf({ trip, firstLeg, to, expected }: Journey): string {
  const last = trip.stops.findLastIndex((_stop, at) => at > firstLeg && expected?.[at]?.isSkipped !== true);
  return trip.stops[last]?.stationId ?? to.stationId;
}

function liveOf(ride: Journey): BoardLive | undefined {
  const { live, expected, firstLeg, from, platform } = ride;
  if (!live) return undefined;
  const here = expected?.[firstLeg];
  const later = expected?.slice(firstLeg + 1) ?? [];
  const isOut = here?.isSkipped === true || later.every(({ isSkipped }) => isSkipped);
  return {
    asOf: live.feedAsOf,
    ...(live.runs === false ? { cut: 'train' } : isOut ? { cut: 'stop' } : {}),
    ...(here?.isKnown === true && !isOut ? { expectedAt: ride.expectedDepartAt } : {}),
    ...(platform !== undefined && platform !== from.platform ? { platform } : {}),
    ...(live.words ? { words: offered(live.words) } : {}),
  };
}

function carsOf({ formation }: Journey, taken: ReadonlyMap<number, number> | undefined): BoardCar[] {
  return formation.cars
    .toSorted((a, b) => a.car - b.car)
    .map((car) => {
      const seats = car.reserved ? seatCount([car]) : 0;
      return { car: car.car, seats, free: Math.max(0, seats - (taken?.get(car.car) ?? 0)) };
    });
}

/** Returns what an alert says in few words: its header, else the beginning of its text. */
const alertText = ({ header, description }: ServiceAlert): ByLanguage =>
  offered(Object.keys(header).length > 0 ? header : description, MAX_BOARD_ALERT);

function alertsOf(
  alerts: readonly ServiceAlert[],
  stationId: string,
  next: readonly Journey[],
): BoardAlert[] {
  const subjects = [
    { stationIds: [stationId] },
    ...next.map(({ departureId, trip: { routeId, direction } }) => ({
      departureId,
      routeId,
      direction,
      stationIds: [stationId],
    })),
  ];
  return alerts
    .filter((alert) => subjects.some((subject) => concerns(alert, subject)))
    .slice(0, MAX_BOARD_ALERTS)
    .map((alert) => ({ id: alert.alertId, text: alertText(alert) }));
}

/** Returns the departures from the station of trains that a feed added. */
function extraRows(trains: readonly ExtraTrain[], stationId: string, now: number): BoardTrain[] {
  return trains.flatMap(({ tripId, serviceDate, routeId, trainNo, stops }) =>
    stops.slice(0, -1).flatMap((stop, at): BoardTrain[] => {
      if (stop.stationId !== stationId || stop.departAt <= now || stop.departAt >= now + DAY_MS) return [];
      return [
        {
          key: `extra ${tripId}@${serviceDate} ${at}`,
          departAt: stop.departAt,
          name: routeId === null ? null : `route ${routeId}`,
          no: trainNo,
          to: `station ${stops.at(-1)?.stationId ?? stationId}`,
          platform: stop.platform ?? null,
          isExtra: true,
        },
      ];
    }),
  );
}

export interface BoardSources {
  readonly db: Db;
  readonly alerts: FreshAlerts;
}

/**
 * Returns a station's board. It says nothing of when it was made, so that it stays the same while nothing changes.
 * @param now epoch milliseconds
 */
export async function boardOf(
  { db, alerts }: BoardSources,
  operator: OperatorData,
  station: Station,
  now: number,
): Promise<Board> {
  const { stationId } = station;
  const rides = nextRides(operator, stationId, now);
  const next = rides.slice(0, NEXT_BOARD_TRAINS);
  const taken = await countTakenSeats(db, next, NOBODY, now);
  const active = (await alerts.at(now)).filter((alert) => isActive(alert, now));
  const planned = rides.map((ride, at): BoardTrain => {
    const { trip, firstLeg, departureId, departAt, from } = ride;
    const trainName = operator.routes.get(trip.routeId)?.trainName ?? {};
    const live = liveOf(ride);
    const cars = at < next.length ? carsOf(ride, taken[at]) : [];
    return {
      key: `${departureId} ${firstLeg}`,
      departAt,
      name: Object.keys(trainName).length === 0 ? null : `route ${trip.routeId}`,
      no: trip.trainNo,
      to: `station ${endOf(ride)}`,
      platform: from.platform ?? null,
      ...(live ? { live } : {}),
      ...(cars.some(({ seats }) => seats > 0) && live?.cut === undefined ? { cars } : {}),
    };
  });
  const extra = extraRows(await listExtraTrains(db, operator, now), stationId, now);
  const trains = [...planned, ...extra]
    .toSorted((a, b) => a.departAt - b.departAt)
    .slice(0, MAX_BOARD_TRAINS);
  const names: Record<string, ByLanguage> = {};
  for (const { name, to } of trains) {
    names[to] ??= offered(textsOf(stationOf(operator, to.slice('station '.length)), 'stationName'));
    if (name !== null)
      names[name] ??= offered(operator.routes.get(name.slice('route '.length))?.trainName ?? {});
  }
  return { station: boardStation(station), names, trains, alerts: alertsOf(active, stationId, next) };
}

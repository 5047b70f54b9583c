// A departure (one trip of the feed on one service date), and a journey on it.
import type { TrainStop } from '@kippu/contract/calls/traveller/seat';
import type { Direction } from '@kippu/contract/values';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { namesOf, wireNames } from '@kippu/contract/names';
import { expectedStops, leavingAt, type ExpectedStop, type LiveTrain } from '@kippu/domain/live/live-train';
import { addDays, dateAt, gtfsToEpoch, isDate, serviceDateOf } from '@kippu/domain/time/service-day';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { formationIdOn } from '../../platform/operator/assignments.ts';
import type { OperatorData, Trip, TripStop } from '../../platform/operator/operator-data.ts';
import type { Formation } from '../../platform/operator/files/operator-schemas.ts';

export interface Departure {
  /** '<trip id>@<service date>', such as 'ic-13@2026-04-01'. A replacement of a booked train keeps that train's id. */
  readonly departureId: string;
  readonly trip: Trip;
  /** The date of the GTFS service day. A 24:10 train leaves on the next calendar day. */
  readonly serviceDate: string;
  /** The formation that runs. */
  readonly formation: Formation;
  /** How it really runs; undefined where nothing is known. */
  readonly live: LiveTrain | undefined;
}

/** A ride on a departure. Leg n is the hop from stop n to stop n + 1. */
export interface Journey extends Departure {
  readonly from: TripStop;
  readonly to: TripStop;
  readonly firstLeg: number;
  /** The first leg after the ride. */
  readonly endLeg: number;
  /** By the timetable, epoch milliseconds. */
  readonly departAt: number;
  readonly arriveAt: number;
  /** When it leaves `from`, for the rules of closing and change, epoch milliseconds. */
  readonly leavesAt: number;
  /** As expected now, epoch milliseconds; by the timetable where nothing is known. */
  readonly expectedDepartAt: number;
  readonly expectedArriveAt: number;
  /** How it is expected at each stop of the trip; undefined where nothing is known. */
  readonly expected: readonly ExpectedStop[] | undefined;
  /** Whether the train runs and calls at both stops. */
  readonly runs: boolean;
  /** Whether the train has left `from`. */
  readonly hasLeft: boolean;
  /** At `from`, as known now. */
  readonly platform: string | undefined;
}

export const departureIdOf = (tripId: string, serviceDate: string): string => `${tripId}@${serviceDate}`;

/** The trip that the id names; '' when the id has another form. */
export const tripIdOf = (departureId: string): string =>
  departureId.slice(0, Math.max(0, departureId.lastIndexOf('@')));

/** Which departures are wanted: with `unsold`, also those of trains without a formation, which have no seats. */
interface Wanted {
  readonly unsold?: boolean;
}

/**
 * Finds a departure by an untrusted id: its own, or the id of the train that it replaces. Undefined when no such train runs that day.
 */
export function findDeparture(
  operator: OperatorData,
  departureId: string,
  { unsold = false }: Wanted = {},
): Departure | undefined {
  const serviceDate = serviceDateOf(departureId);
  const trip = operator.trips.get(operator.former.replacements.get(departureId) ?? tripIdOf(departureId));
  if (!trip || !isDate(serviceDate) || !operator.servicesOn(serviceDate).has(trip.serviceId))
    return undefined;
  return (
    departureOf(operator, trip, serviceDate) ??
    (unsold ? unsoldDeparture(operator, trip, serviceDate) : undefined)
  );
}

/** Returns a trip's departure on a date, without asking whether it runs then; undefined when its train has no known formation. */
function departureOf(operator: OperatorData, trip: Trip, serviceDate: string): Departure | undefined {
  const ownId = departureIdOf(trip.tripId, serviceDate);
  const departureId = operator.replacedIds.get(ownId) ?? ownId;
  const live = operator.live.get(departureId);
  const planned = formationIdOn(trip.formations, serviceDate) ?? '';
  const formation = operator.formations.get(live?.formation ?? planned) ?? operator.formations.get(planned);
  return formation && { departureId, trip, serviceDate, formation: withoutLost(formation, live), live };
}

/** Leaves out the cars that are missing today. */
function withoutLost(formation: Formation, live: LiveTrain | undefined): Formation {
  const lost = live?.lostCars;
  if (!lost || lost.length === 0) return formation;
  return { ...formation, cars: formation.cars.filter(({ car }) => !lost.includes(car)) };
}

/** The formation of a train to which none is assigned. */
const NO_SEATS: Formation = {
  id: '',
  series: '',
  carOneEnd: '',
  rowOneEnd: '',
  seatsTurn: true,
  noPassageBetween: [],
  assumed: '',
  cars: [],
};

/** Returns a departure without seats, to be listed only. */
function unsoldDeparture({ live }: OperatorData, trip: Trip, serviceDate: string): Departure {
  const departureId = departureIdOf(trip.tripId, serviceDate);
  return { departureId, trip, serviceDate, formation: NO_SEATS, live: live.get(departureId) };
}

/** The departures of a service date, the earliest first. Throws RangeError when it is not a date. */
export const departuresOn = (
  operator: OperatorData,
  serviceDate: string,
  { unsold = false }: Wanted = {},
): Departure[] =>
  operator
    .tripsOn(serviceDate)
    .flatMap(
      (trip) =>
        departureOf(operator, trip, serviceDate) ??
        (unsold ? unsoldDeparture(operator, trip, serviceDate) : []),
    );

/** The ride from a departure's first stop to its last. */
export function wholeRide(departure: Departure): Journey {
  const ride = rideOf(departure, 0, departure.trip.stops.length - 1);
  if (!ride) throw new Error(`${departure.departureId} stops nowhere`);
  return ride;
}

/** Returns the ride between two stops of a departure, by their positions; undefined if it has no such stops. */
function rideOf(departure: Departure, firstLeg: number, endLeg: number): Journey | undefined {
  const { trip, serviceDate, live } = departure;
  const [from, to] = [trip.stops[firstLeg], trip.stops[endLeg]];
  if (!from || !to) return undefined;
  const at = (seconds: number) => gtfsToEpoch(serviceDate, seconds);
  const [departAt, arriveAt] = [at(from.depart), at(to.arrive)];
  const expected = live && expectedStops(trip.stops, live);
  const [leaving, reaching] = [expected?.[firstLeg], expected?.[endLeg]];
  const expectedDepartAt = leaving ? at(leaving.depart) : departAt;
  return {
    ...departure,
    from,
    to,
    firstLeg,
    endLeg,
    departAt,
    arriveAt,
    expected,
    expectedDepartAt,
    leavesAt:
      live && leaving ? leavingAt({ ...leaving, departAt, expectedDepartAt, asOf: live.asOf }) : departAt,
    expectedArriveAt: reaching ? at(reaching.arrive) : arriveAt,
    runs: !leaving?.isSkipped && !reaching?.isSkipped,
    hasLeft: leaving?.hasLeft ?? false,
    platform: leaving?.platform ?? from.platform,
  };
}

/**
 * Returns the stops where a ride between two stations begins and ends, or -1 for both: passengers must be allowed to board
 * and to leave there. Of a train that calls at a station twice, the shortest ride.
 */
function rideOn(stops: readonly TripStop[], from: string, to: string): readonly [number, number] {
  let ride: readonly [number, number] = [-1, -1];
  let board = -1;
  stops.forEach(({ stationId, noBoarding, noAlighting }, at) => {
    const isShorter = ride[0] < 0 || at - board < ride[1] - ride[0];
    if (stationId === to && !noAlighting && board >= 0 && isShorter) ride = [board, at];
    if (stationId === from && !noBoarding) board = at;
  });
  return ride;
}

/** The ride between two stations; undefined when the train does not run from one to the other. */
export function journeyOn(departure: Departure, from: string, to: string): Journey | undefined {
  const [firstLeg, endLeg] = rideOn(departure.trip.stops, from, to);
  return rideOf(departure, firstLeg, endLeg);
}

/** Returns the rides from a station to the end of the train: one for each time that it calls there and passengers may board. */
export const ridesFrom = (departure: Departure, from: string): Journey[] => {
  const end = departure.trip.stops.length - 1;
  return departure.trip.stops.flatMap(({ stationId, noBoarding }, at) =>
    stationId === from && !noBoarding && at < end ? (rideOf(departure, at, end) ?? []) : [],
  );
};

/** Combines findDeparture and journeyOn. */
export function findJourney(
  operator: OperatorData,
  departureId: string,
  from: string,
  to: string,
): Journey | undefined {
  const departure = findDeparture(operator, departureId);
  return departure && journeyOn(departure, from, to);
}

/**
 * Lists the rides that leave `from` on a calendar date, the earliest first. Trains after midnight belong to
 * the previous service day. With `unsold`, trains without a formation are listed too, without seats. Throws RangeError when it is
 * not a date.
 */
export function journeysOn(
  operator: OperatorData,
  date: string,
  from: string,
  to: string,
  { unsold = false }: Wanted = {},
): Journey[] {
  return [addDays(date, -1), date]
    .flatMap((day) =>
      operator.tripsOn(day).flatMap((trip) => {
        const departure =
          departureOf(operator, trip, day) ?? (unsold ? unsoldDeparture(operator, trip, day) : undefined);
        return (departure && journeyOn(departure, from, to)) ?? [];
      }),
    )
    .filter((journey) => dateAt(journey.departAt) === date)
    .toSorted((a, b) => a.departAt - b.departAt);
}

/**
 * Returns the station of a stored id, for showing: of the current feed, else of an older feed, else one without a place whose names are the id.
 */
export const stationOf = (operator: OperatorData, stationId: string): Station =>
  operator.stations.get(stationId) ?? operator.former.stations.get(stationId) ?? unknownStation(stationId);

const unknownStation = (stationId: string): Station => ({
  stationId,
  code: '',
  lat: 0,
  lon: 0,
  region: '',
  gate: 'none',
  haruka: false,
  ...wireNames('stationName', { und: stationId }),
});

/** The stops of the ride with the arrival and departure times that concern its passengers, by the timetable and as expected. */
export function stopsOf(operator: OperatorData, ride: Journey): TrainStop[] {
  const stops = ride.trip.stops.slice(ride.firstLeg, ride.endLeg + 1);
  const time = (seconds: number) => wireTime(gtfsToEpoch(ride.serviceDate, seconds));
  return stops.map(({ stationId, arrive, depart }, at) => {
    const live = ride.expected?.[ride.firstLeg + at];
    const known = live?.isKnown === true && !live.isSkipped ? live : undefined;
    const [arrives, departs] = [at > 0, at < stops.length - 1];
    return {
      stationId,
      ...namesOf(stationOf(operator, stationId), 'stationName'),
      ...(arrives ? { arriveAt: time(arrive) } : {}),
      ...(departs ? { departAt: time(depart) } : {}),
      ...(arrives && known ? { expectedArriveAt: time(known.arrive) } : {}),
      ...(departs && known ? { expectedDepartAt: time(known.depart) } : {}),
      ...(live?.isSkipped === true ? { skipped: true as const } : {}),
    };
  });
}

/** The direction of a ride between two stations, from the first trip that runs it; undefined when none does. */
export function directionBetween(operator: OperatorData, from: string, to: string): Direction | undefined {
  for (const { stops, direction } of operator.trips.values()) {
    if (rideOn(stops, from, to)[0] >= 0) return direction;
  }
  return undefined;
}

// Reads the trains that a feed adds to the timetable: new ones with all their times, and copies of trains of the timetable at another time.
import { gtfsSeconds, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { toMillis } from '../../platform/gtfs-realtime/codec.ts';
import {
  TripUpdate_StopTimeUpdate_ScheduleRelationship as StopIs,
  type TripUpdate,
  type TripUpdate_StopTimeEvent,
  type TripUpdate_StopTimeUpdate,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData, StopPlace } from '../../platform/operator/operator-data.ts';
import type { KnownTrain } from '../feed/match-train.ts';

const MAX_ID = 64;
const MAX_STOPS = 100;
const DAY_MS = 86_400_000;
/** Trains are added up to so long ahead; other times are faults. */
const AHEAD_MS = 8 * DAY_MS;

/** Times in epoch milliseconds. */
export interface ExtraStop {
  readonly stationId: string;
  readonly arriveAt: number;
  readonly departAt: number;
  readonly platform?: string;
  /** `stop_sequence`, by which the feed may name the stop. */
  readonly sequence?: number;
}

/** A train that the timetable does not have. It is shown; its seats are sold once the desk has given it cars. */
export interface ExtraTrain {
  readonly tripId: string;
  /** 'YYYY-MM-DD'. */
  readonly serviceDate: string;
  /** Null for a route that the timetable does not have. */
  readonly routeId: string | null;
  /** '' for a new train: a feed names it for machines only. */
  readonly trainNo: string;
  /** Two or more, in the order of their times. */
  readonly stops: readonly ExtraStop[];
}

export interface ExtraNames {
  readonly tripId: string;
  readonly serviceDate: string;
  /** 'HH:MM:SS' since the start of the service day; '' where the feed does not say. */
  readonly startTime: string;
}

/** The train of the timetable of which an added one is a copy. */
export interface Original {
  readonly train: KnownTrain;
  /** Returns the position of the stop that an update is about; -1 for none. */
  readonly positionOf: (update: TripUpdate_StopTimeUpdate) => number;
}

const at = (event: TripUpdate_StopTimeEvent | undefined): number | undefined => toMillis(event?.time);

/** Returns a stop with what is known of its platform and its number. */
const placed = (
  { stationId, platform, sequence }: StopPlace & { readonly sequence?: number | undefined },
  arriveAt: number,
  departAt: number,
): ExtraStop => ({
  stationId,
  arriveAt,
  departAt,
  ...(platform === undefined ? {} : { platform }),
  ...(sequence === undefined ? {} : { sequence }),
});

/** Reads the stops of a new train, each of which has its times in the feed. Stops of other railways are left out. */
function newStops({ stopTimeUpdate }: TripUpdate, places: OperatorData['stopPlaces']): ExtraStop[] {
  return stopTimeUpdate.slice(0, MAX_STOPS).flatMap((stop) => {
    if (stop.scheduleRelationship === StopIs.SKIPPED) return [];
    const assigned = stop.stopTimeProperties?.assignedStopId;
    const place = places.get(assigned ?? '') ?? places.get(stop.stopId ?? '');
    const arriveAt = at(stop.arrival) ?? at(stop.departure);
    const departAt = at(stop.departure) ?? at(stop.arrival);
    return place && arriveAt !== undefined && departAt !== undefined
      ? [placed({ ...place, sequence: stop.stopSequence }, arriveAt, departAt)]
      : [];
  });
}

/** Returns the stops of a train of the timetable, moved to another start, with the times and skipped stops that the feed says. */
function copiedStops(
  { stopTimeUpdate }: TripUpdate,
  { train: { trip }, positionOf }: Original,
  { serviceDate: date, startTime }: ExtraNames,
): ExtraStop[] {
  const planned = trip.stops[0]?.depart ?? 0;
  const start = /^\d{1,3}:[0-5]\d:[0-5]\d$/.test(startTime) ? gtfsSeconds(startTime) : planned;
  const said = new Map(stopTimeUpdate.slice(0, MAX_STOPS).map((stop) => [positionOf(stop), stop] as const));
  let late = 0;
  return trip.stops.flatMap(({ stationId, arrive, depart, platform, sequence }, index) => {
    const stop = said.get(index);
    if (stop?.scheduleRelationship === StopIs.SKIPPED) return [];
    const [arrives, departs] = [arrive, depart].map((seconds) =>
      gtfsToEpoch(date, seconds - planned + start),
    );
    const delay = stop?.departure?.delay ?? stop?.arrival?.delay;
    if (delay !== undefined) late = delay * 1000;
    const departAt = at(stop?.departure) ?? (departs ?? 0) + late;
    const arriveAt = at(stop?.arrival) ?? Math.min(departAt, (arrives ?? 0) + late);
    return [placed({ stationId, platform, sequence }, arriveAt, departAt)];
  });
}

const areInOrder = (stops: readonly ExtraStop[]): boolean =>
  stops.every(({ arriveAt, departAt }, index) => {
    const before = stops[index - 1];
    return arriveAt <= departAt && (!before || before.departAt <= arriveAt);
  });

/**
 * Reads an added train. Undefined if it has fewer than two stops of this railway with times, or times that cannot be.
 * @param original the train of the timetable of which it is a copy; undefined for a new train
 * @param now epoch milliseconds
 */
export function readExtra(
  update: TripUpdate,
  names: ExtraNames,
  original: Original | undefined,
  operator: OperatorData,
  now: number,
): ExtraTrain | undefined {
  const { tripId, serviceDate } = names;
  const stops = original ? copiedStops(update, original, names) : newStops(update, operator.stopPlaces);
  const [first, last] = [stops[0], stops.at(-1)];
  if (tripId === '' || tripId.length > MAX_ID || stops.length < 2 || !first || !last) return undefined;
  if (!areInOrder(stops) || first.departAt > now + AHEAD_MS || last.arriveAt < now - DAY_MS) return undefined;
  const routeId = original?.train.trip.routeId ?? update.trip?.routeId ?? '';
  return {
    tripId,
    serviceDate,
    routeId: operator.routes.has(routeId) ? routeId : null,
    trainNo: original?.train.trip.trainNo ?? '',
    stops,
  };
}

// The trip updates that Kippu gives to other apps: how its trains really run, as all sources together say.
import type { ExpectedStop } from '@kippu/domain/live/live-train';
import { toSeconds, type FeedInit } from '../../platform/gtfs-realtime/codec.ts';
import {
  TripDescriptor_ScheduleRelationship as TripIs,
  TripUpdate_StopTimeUpdate_ScheduleRelationship as StopIs,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData, TripStop } from '../../platform/operator/operator-data.ts';
import { descriptorOf, liveDepartures, type LiveDeparture } from './live-departures.ts';

export type Entity = NonNullable<FeedInit['entity']>[number];
type StopUpdate = NonNullable<NonNullable<Entity['tripUpdate']>['stopTimeUpdate']>[number];

/** The timetable's ids of platforms, by station and name. */
type PlatformIds = ReadonlyMap<string, string>;
const platformKey = (stationId: string, platform: string) => `${stationId}\n${platform}`;

function platformIds({ stopPlaces }: OperatorData): PlatformIds {
  const ids = new Map<string, string>();
  for (const [stopId, { stationId, platform }] of stopPlaces)
    if (platform !== undefined) ids.set(platformKey(stationId, platform), stopId);
  return ids;
}

function platformOf(stationId: string, { platform }: ExpectedStop, ids: PlatformIds) {
  const assignedStopId = platform === undefined ? undefined : ids.get(platformKey(stationId, platform));
  return assignedStopId === undefined ? {} : { stopTimeProperties: { assignedStopId } };
}

/**
 * Returns what is known of a train's stops. All stops of which a time is expected have it, so that no reader computes it from earlier ones.
 * Where nothing more is known, NO_DATA ends what was said before.
 */
function stopUpdates({ trip, dayStart, live, stops }: LiveDeparture, ids: PlatformIds): StopUpdate[] {
  const updates: StopUpdate[] = [];
  let wasKnown = live.runs === true;
  const event = (expected: number, scheduled: number) => ({
    delay: expected - scheduled,
    time: toSeconds(dayStart + expected * 1000),
  });
  stops.forEach((expected, at) => {
    const stop: TripStop | undefined = trip.stops[at];
    if (!stop) return;
    const named = { stopSequence: stop.sequence ?? at + 1, stopId: stop.stopId ?? stop.stationId };
    if (expected.isSkipped) {
      updates.push({ ...named, scheduleRelationship: StopIs.SKIPPED });
      return;
    }
    const platform = platformOf(stop.stationId, expected, ids);
    if (expected.isKnown)
      updates.push({
        ...named,
        scheduleRelationship: StopIs.SCHEDULED,
        arrival: event(expected.arrive, stop.arrive),
        departure: event(expected.depart, stop.depart),
        ...platform,
      });
    else if (wasKnown || 'stopTimeProperties' in platform)
      updates.push({ ...named, scheduleRelationship: StopIs.NO_DATA, ...platform });
    wasKnown = expected.isKnown;
  });
  return updates;
}

/**
 * Makes the trip updates of all trains that do not run as the timetable says.
 * @param now epoch milliseconds
 * @param saidAt the feed's own timestamp, epoch milliseconds
 */
export function tripUpdates(operator: OperatorData, now: number, saidAt: number): Entity[] {
  const ids = platformIds(operator);
  return liveDepartures(operator, now).flatMap((departure): Entity[] => {
    const { ownId, trip, serviceDate, live } = departure;
    const isCancelled = live.runs === false;
    const stopTimeUpdate = isCancelled ? [] : stopUpdates(departure, ids);
    if (!isCancelled && stopTimeUpdate.length === 0) return [];
    const scheduleRelationship = isCancelled ? TripIs.CANCELED : TripIs.SCHEDULED;
    return [
      {
        id: ownId,
        tripUpdate: {
          trip: { ...descriptorOf(trip, serviceDate), scheduleRelationship },
          timestamp: toSeconds(Math.min(live.asOf, saidAt)),
          stopTimeUpdate,
        },
      },
    ];
  });
}

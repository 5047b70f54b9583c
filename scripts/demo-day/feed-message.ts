// Writes a played day as GTFS-Realtime 2.0, with MobilityData's encoder: the server reads it with another one.
import bindings from 'gtfs-realtime-bindings';
import { epochToWall } from '@kippu/domain/time/service-day';
import type { AddedTrain, DayState, TrainState } from './day.ts';
import { startOf, type Train, type TrainStop } from './timetable.ts';

const { transit_realtime: standard } = bindings;
const TripIs = standard.TripDescriptor.ScheduleRelationship;
const StopIs = standard.TripUpdate.StopTimeUpdate.ScheduleRelationship;
const VehicleIs = standard.VehiclePosition.VehicleStopStatus;

type Entity = bindings.transit_realtime.IFeedEntity;
type StopTimeUpdate = bindings.transit_realtime.TripUpdate.IStopTimeUpdate;

const seconds = (ms: number) => Math.floor(ms / 1000);
const dateOf = ({ serviceDate }: Train) => serviceDate.replaceAll('-', '');
const tripOf = (train: Train, scheduleRelationship = TripIs.SCHEDULED) => ({
  tripId: train.tripId,
  routeId: train.routeId,
  startDate: dateOf(train),
  scheduleRelationship,
});
const eventOf = (expected: number, planned: number) => ({
  time: seconds(expected),
  delay: seconds(expected) - seconds(planned),
});

function stopOf(
  { train, skipped, platforms, expected }: TrainState,
  stop: TrainStop,
  at: number,
): StopTimeUpdate {
  const named = { stopSequence: stop.sequence, stopId: stop.stopId };
  if (skipped.has(at)) return { ...named, scheduleRelationship: StopIs.SKIPPED };
  const { arrive, depart } = expected[at] ?? stop;
  const platform = platforms.get(at);
  return {
    ...named,
    scheduleRelationship: StopIs.SCHEDULED,
    ...(at > 0 ? { arrival: eventOf(arrive, stop.arrive) } : {}),
    ...(at < train.stops.length - 1 ? { departure: eventOf(depart, stop.depart) } : {}),
    ...(platform === undefined ? {} : { stopTimeProperties: { assignedStopId: platform } }),
  };
}

/** What is said of a train of the timetable: the stops that it has not left, and where it is. */
function entitiesOf(state: TrainState, now: number): Entity[] {
  const { train, isCancelled, expected, left } = state;
  const id = `${train.tripId}-${dateOf(train)}`;
  const timestamp = seconds(now);
  if (isCancelled)
    return [{ id, tripUpdate: { trip: tripOf(train, TripIs.CANCELED), timestamp, stopTimeUpdate: [] } }];
  const stopTimeUpdate = train.stops.flatMap((stop, at) => (at > left ? [stopOf(state, stop, at)] : []));
  const update: Entity = { id, tripUpdate: { trip: tripOf(train), timestamp, stopTimeUpdate } };
  const next = train.stops[left + 1];
  if (left < 0 || !next) return [update];
  const isThere = (expected[left + 1]?.arrive ?? now) <= now;
  const vehicle = {
    trip: tripOf(train),
    timestamp,
    currentStopSequence: next.sequence,
    stopId: next.stopId,
    currentStatus: isThere ? VehicleIs.STOPPED_AT : VehicleIs.IN_TRANSIT_TO,
  };
  return [update, { id: `${id}-vehicle`, vehicle }];
}

function addedOf({ tripId, train, laterMs }: AddedTrain, now: number): Entity {
  const stopTimeUpdate = train.stops.map(({ stopId, sequence, arrive, depart }) => ({
    stopId,
    stopSequence: sequence,
    arrival: { time: seconds(arrive + laterMs) },
    departure: { time: seconds(depart + laterMs) },
  }));
  const trip = {
    ...tripOf(train, TripIs.NEW),
    tripId,
    startTime: epochToWall(startOf(train) + laterMs).slice(11, 19),
  };
  return { id: tripId, tripUpdate: { trip, timestamp: seconds(now), stopTimeUpdate } };
}

const textOf = (texts: Readonly<Record<string, string>> | undefined) =>
  texts && { translation: Object.entries(texts).map(([language, text]) => ({ language, text })) };

const { Cause, Effect } = standard.Alert;
const isCause = (name: string): name is keyof typeof Cause => Object.hasOwn(Cause, name);
const isEffect = (name: string): name is keyof typeof Effect => Object.hasOwn(Effect, name);

/**
 * Encodes a day as it is at a moment.
 * @param trains the scenario's trains by name, for alerts about them
 * @param now epoch milliseconds
 */
export function messageOf(
  { trains, added, alerts }: Pick<DayState, 'trains' | 'added' | 'alerts'>,
  about: { readonly agencyId: string; readonly trains: ReadonlyMap<string, Train> },
  now: number,
): Uint8Array {
  const alertEntities = alerts.map(({ alert, since }): Entity => {
    const { cause = '', effect = '' } = alert;
    const train = about.trains.get(alert.about ?? '');
    return {
      id: `alert-${alert.id}`,
      alert: {
        activePeriod: [{ start: seconds(since) }],
        informedEntity: [train ? { trip: tripOf(train) } : { agencyId: about.agencyId }],
        cause: isCause(cause) ? Cause[cause] : Cause.UNKNOWN_CAUSE,
        effect: isEffect(effect) ? Effect[effect] : Effect.UNKNOWN_EFFECT,
        headerText: textOf(alert.header) ?? null,
        descriptionText: textOf(alert.description) ?? null,
      },
    };
  });
  return standard.FeedMessage.encode({
    header: {
      gtfsRealtimeVersion: '2.0',
      incrementality: standard.FeedHeader.Incrementality.FULL_DATASET,
      timestamp: seconds(now),
    },
    entity: [
      ...trains.flatMap((state) => entitiesOf(state, now)),
      ...added.map((train) => addedOf(train, now)),
      ...alertEntities,
    ],
  }).finish();
}

// A railway of a few made-up trains, and live feeds about them, for tests of live feeds.
import { resolve } from 'node:path';
import { dateAt, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { decodeFeed, encodeFeed, toSeconds, type FeedInit } from '../../src/platform/gtfs-realtime/codec.ts';
import { loadOperator } from '../../src/platform/operator/read-input.ts';
import {
  operatorOf,
  type OperatorData,
  type StopPlace,
  type Trip,
} from '../../src/platform/operator/operator-data.ts';

export const NOW = Date.parse('2026-04-01T09:00:00+09:00');
const TODAY = dateAt(NOW);
export const FADES_MS = 20 * 60_000;

type Entity = NonNullable<FeedInit['entity']>[number];
type TripUpdate = NonNullable<Entity['tripUpdate']>;
type Event = { readonly time?: bigint; readonly delay?: number };

/** A train as a feed names it. Relationships may be numbers that the standard does not have. */
export interface Named {
  readonly tripId?: string;
  readonly startDate?: string;
  readonly startTime?: string;
  readonly routeId?: string;
  readonly directionId?: number;
  readonly scheduleRelationship?: number;
}
interface StopUpdate {
  readonly stopSequence?: number;
  readonly stopId?: string;
  readonly arrival?: Event;
  readonly departure?: Event;
  readonly scheduleRelationship?: number;
  readonly stopTimeProperties?: { readonly assignedStopId?: string };
}
const tripInit = (trip: Named) => trip as NonNullable<TripUpdate['trip']>;

const STATIONS = ['north', 'mid', 'south'];

function tripOf(base: Trip, tripId: string, start: number, stationIds: readonly string[]): Trip {
  return {
    ...base,
    tripId,
    trainNo: tripId,
    routeId: 'main',
    serviceId: tripId === 'weekend' ? 'weekend' : 'daily',
    direction: 'outbound',
    formations: [],
    stops: stationIds.map((stationId, at) => ({
      stationId,
      arrive: start + at * 1800,
      depart: start + at * 1800 + 60,
      platform: '1',
      stopId: `${stationId}-1`,
      sequence: (at + 1) * 10,
    })),
  };
}

/**
 * Loads the railway: 'a1' leaves 'north' at 08:30 and calls at 'mid' and 'south'; 'ring' calls at 'mid' twice; 'night' leaves at 24:30;
 * 'weekend' runs on Saturdays and Sundays; 'b0' to 'b15' are like 'a1', later; 'every~08:05' is one of 'every'.
 */
export async function smallRailway(former: Partial<OperatorData['former']> = {}): Promise<OperatorData> {
  const base = await loadOperator(resolve('operators/kansai'), NOW);
  const [trip] = base.trips.values();
  if (!trip) throw new Error('no train');
  const at = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;
  const trips = [
    tripOf(trip, 'a1', at(8, 30), STATIONS),
    tripOf(trip, 'ring', at(9, 10), ['mid', 'north', 'mid', 'south']),
    tripOf(trip, 'night', at(24, 30), STATIONS),
    tripOf(trip, 'weekend', at(10), STATIONS),
    tripOf(trip, 'every~08:05', at(8, 5), STATIONS),
    ...Array.from({ length: 16 }, (_, n) => tripOf(trip, `b${n}`, at(10, n), STATIONS)),
  ];
  const [route] = base.routes.values();
  if (!route) throw new Error('no route');
  const days = (are: readonly boolean[]) => ({
    days: are,
    from: '2026-03-01',
    to: '2026-12-31',
    added: new Set<string>(),
    removed: new Set<string>(),
  });
  const places = STATIONS.flatMap((stationId): [string, StopPlace][] => [
    [stationId, { stationId, platform: undefined }],
    [`${stationId}-1`, { stationId, platform: '1' }],
    [`${stationId}-2`, { stationId, platform: '2' }],
  ]);
  return operatorOf(
    {
      ...base,
      trips: new Map(trips.map((each) => [each.tripId, each])),
      routes: new Map([['main', { ...route, routeId: 'main' }]]),
      services: new Map([
        ['daily', days(Array.from({ length: 7 }, () => true))],
        ['weekend', days([false, false, false, false, false, true, true])],
      ]),
      stopPlaces: new Map(places),
    },
    { ...base.former, ...former },
  );
}

/** Names a train of today. */
export const today = (tripId: string, more: Named = {}): Named => ({
  tripId,
  startDate: TODAY.replaceAll('-', ''),
  ...more,
});

let ids = 0;
export const update = (trip: Named, stops: readonly StopUpdate[] = [], more: object = {}): Entity => ({
  id: `e${(ids += 1)}`,
  tripUpdate: {
    trip: tripInit(trip),
    stopTimeUpdate: [...stops] as NonNullable<TripUpdate['stopTimeUpdate']>,
    ...more,
  },
});
export const position = (trip: Named, more: object): Entity => ({
  id: `e${(ids += 1)}`,
  vehicle: { trip: tripInit(trip), ...more },
});

export const feedBytes = (entity: Entity[], saidAt = NOW): Uint8Array =>
  encodeFeed({ header: { timestamp: toSeconds(saidAt) }, entity });
export const feedOf = (entity: Entity[], saidAt = NOW, number = 1) => ({
  number,
  message: decodeFeed(feedBytes(entity, saidAt)),
});

/** Returns a time of today's service day in the standard's seconds. */
export const timeOf = (clock: string): bigint => toSeconds(gtfsToEpoch(TODAY, clock));

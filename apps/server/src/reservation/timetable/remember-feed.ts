// Stores the trains and stations of each feed, for those that a newer feed no longer has.
import { sql } from 'kysely';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { Trx } from '../../platform/db/database.ts';
import type { FormerTrip, OperatorData } from '../../platform/operator/operator-data.ts';

interface Remembered {
  /** The operator's data, with the trains and stations of older feeds as `former`. */
  readonly operator: OperatorData;
  /** The trips that are new or gone, or whose times, stops or cars changed since the previous feed. */
  readonly changedTrips: readonly string[];
}

function tripsOf(operator: OperatorData): FormerTrip[] {
  return [...operator.trips.values()].flatMap(
    ({ tripId, trainNo, routeId, direction, formationId, stops }) => {
      const route = operator.routes.get(routeId);
      return route ? [{ tripId, trainNo, direction, formationId, stops, trainName: route.trainName }] : [];
    },
  );
}

/** Inserts or updates what is new or changed. Returns the ids of that. */
async function remember(
  trx: Trx,
  kind: 'trip' | 'station',
  things: readonly { readonly id: string; readonly data: object }[],
): Promise<string[]> {
  const ids = things.map(({ id }) => id);
  const data = things.map((thing) => JSON.stringify(thing.data));
  const { rows } = await sql<{ id: string }>`
    insert into feed_memory (kind, id, data)
    select ${kind}, new.id, new.data::jsonb from unnest(${ids}::text[], ${data}::text[]) as new(id, data)
    on conflict (kind, id) do update set data = excluded.data where feed_memory.data <> excluded.data
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns the stored records that are not in the current feed. */
async function formerOf<T>(
  trx: Trx,
  kind: 'trip' | 'station',
  present: Iterable<string>,
): Promise<Map<string, T>> {
  const { rows } = await sql<{ id: string; data: T }>`
    select id, data from feed_memory where kind = ${kind} and id <> all(${[...present]}::text[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Stores the current feed. Returns the operator's data with what only older feeds had. */
export async function rememberFeed(trx: Trx, operator: OperatorData): Promise<Remembered> {
  const trips = tripsOf(operator).map((trip) => ({ id: trip.tripId, data: trip }));
  const changed = await remember(trx, 'trip', trips);
  const stations = [...operator.stations.values()].map((station) => ({
    id: station.stationId,
    data: station,
  }));
  await remember(trx, 'station', stations);
  const former = {
    trips: await formerOf<FormerTrip>(trx, 'trip', operator.trips.keys()),
    stations: await formerOf<Station>(trx, 'station', operator.stations.keys()),
  };
  return { operator: { ...operator, former }, changedTrips: [...changed, ...former.trips.keys()] };
}

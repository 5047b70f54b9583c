// The SQL of the trips and stations of all timetables so far, for those that a newer timetable no longer has.
import { sql } from 'kysely';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { FormerData, FormerTrip, OperatorParts } from './operator-data.ts';

type Kind = 'trip' | 'station';

function tripsOf({ trips, routes }: OperatorParts): FormerTrip[] {
  return [...trips.values()].map(({ tripId, trainNo, routeId, direction, stops }) => {
    const route = routes.get(routeId);
    return { tripId, trainNo, direction, stops, trainName: route?.trainName ?? {} };
  });
}

/** Rows of one statement, so that a large timetable does not run into the time limit of statements. */
const CHUNK = 1_000;

async function remember(
  trx: Trx,
  kind: Kind,
  things: readonly { readonly id: string; readonly data: object }[],
): Promise<void> {
  for (let at = 0; at < things.length; at += CHUNK) {
    const some = things.slice(at, at + CHUNK);
    const ids = some.map(({ id }) => id);
    const data = some.map((thing) => jsonText(thing.data));
    await sql`
    insert into feed_memory (kind, id, data)
    select ${kind}, new.id, new.data::jsonb from unnest(${ids}::text[], ${data}::text[]) as new(id, data)
    on conflict (kind, id) do update set data = excluded.data where feed_memory.data <> excluded.data`.execute(
      trx,
    );
  }
}

/** Stores the trips and stations of a timetable that comes into effect. */
export async function rememberTimetable(trx: Trx, parts: OperatorParts): Promise<void> {
  await remember(
    trx,
    'trip',
    tripsOf(parts).map((trip) => ({ id: trip.tripId, data: trip })),
  );
  await remember(
    trx,
    'station',
    [...parts.stations.values()].map((station) => ({ id: station.stationId, data: station })),
  );
}

/** Reads the trips of these ids as the newest timetable so far had them. */
export async function findRememberedTrips(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FormerTrip>> {
  const { rows } = await sql<{ id: string; data: FormerTrip }>`
    select id, data from feed_memory where kind = 'trip' and id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Returns the stored records that are not in the timetable. */
async function formerOf<T>(db: Db, kind: Kind, present: Iterable<string>): Promise<Map<string, T>> {
  const { rows } = await sql<{ id: string; data: T }>`
    select id, data from feed_memory where kind = ${kind}
      and not exists (select from unnest(${[...present]}::text[]) as one(id) where one.id = feed_memory.id)`.execute(
    db,
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Reads the trips and stations that only older timetables had. */
export async function readFormer(
  db: Db,
  { trips, stations }: OperatorParts,
): Promise<Pick<FormerData, 'trips' | 'stations'>> {
  return {
    trips: await formerOf<FormerTrip>(db, 'trip', trips.keys()),
    stations: await formerOf<Station>(db, 'station', stations.keys()),
  };
}

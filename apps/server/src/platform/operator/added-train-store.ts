// The SQL of trains that live feeds add and to which the desk gave cars. They belong to the timetable, each on its own date.
import { createHash } from 'node:crypto';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { OperatorParts, Trip } from './operator-data.ts';

/** How long the timetable has an added train after its date: late trains and refunds still ask for it. */
const KEPT_DAYS = 3;
const RUNS_NEVER = Array.from({ length: 7 }, () => false);

/** Returns the id that an added train has in the timetable. A feed may use its own id on several days, and any characters in it. */
export const addedTripId = (feedId: string, serviceDate: string): string =>
  `added-${createHash('sha256').update(`${serviceDate} ${feedId}`).digest('hex').slice(0, 16)}`;

/** An added train as it is in the timetable. */
export interface AddedTrain extends Pick<
  Trip,
  'trainNo' | 'routeId' | 'direction' | 'headsign' | 'formations' | 'stops'
> {
  readonly serviceDate: string;
  /** The feed's id of it. */
  readonly addedAs: string;
}

/** Returns a timetable without its added trains. */
function withoutAdded(parts: OperatorParts): OperatorParts {
  const added = [...parts.trips.values()].filter(({ addedAs }) => addedAs !== undefined);
  if (added.length === 0) return parts;
  const [trips, services] = [new Map(parts.trips), new Map(parts.services)];
  for (const { tripId, serviceId } of added) {
    trips.delete(tripId);
    services.delete(serviceId);
  }
  return { ...parts, trips, services };
}

/** Returns a timetable with these added trains instead of those that it has. */
export function withTrains(
  parts: OperatorParts,
  added: Iterable<readonly [tripId: string, train: AddedTrain]>,
): OperatorParts {
  const timetable = withoutAdded(parts);
  const [trips, services] = [new Map(timetable.trips), new Map(timetable.services)];
  for (const [tripId, { serviceDate, ...train }] of added) {
    // An operator's own trip or service of this name stays.
    if (timetable.trips.has(tripId) || timetable.services.has(tripId)) continue;
    trips.set(tripId, { ...train, tripId, serviceId: tripId });
    services.set(tripId, {
      days: RUNS_NEVER,
      from: serviceDate,
      to: serviceDate,
      added: new Set([serviceDate]),
      removed: new Set(),
    });
  }
  return trips.size === timetable.trips.size ? timetable : { ...timetable, trips, services };
}

/** Reads the added trains of a timetable that takes effect at `at`, by their trip ids. */
export async function readAddedTrains(db: Db, at: Date): Promise<Map<string, AddedTrain>> {
  const { rows } = await sql<{ trip_id: string; train: AddedTrain }>`
    select trip_id, train from added_train
    where removed_at is null and service_date >= ${addDays(dateAt(at.getTime()), -KEPT_DAYS)}::date
    order by trip_id`.execute(db);
  return new Map(rows.map(({ trip_id, train }) => [trip_id, train]));
}

/** Returns a timetable with the added trains that it has at `at`. */
export const withAddedTrains = async (db: Db, parts: OperatorParts, at: Date): Promise<OperatorParts> =>
  withTrains(parts, await readAddedTrains(db, at));

/** Adds a train. One that was removed before is there again, as it is now. */
export async function saveAddedTrain(
  trx: Trx,
  tripId: string,
  train: AddedTrain,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into added_train (trip_id, feed_id, service_date, train, added_by, added_at)
    values (${tripId}, ${train.addedAs}, ${train.serviceDate}::date, ${jsonText(train)}::jsonb, ${by}, ${at}::timestamptz)
    on conflict (trip_id) do update set train = excluded.train, added_by = excluded.added_by, added_at = excluded.added_at,
      removed_by = null, removed_at = null`.execute(trx);
  // What was reserved on older ones is named by the stored trips of former timetables.
  await sql`delete from added_train where service_date < ${addDays(train.serviceDate, -30)}::date`.execute(
    trx,
  );
}

/** Removes an added train from the timetables that take effect from now on. */
export async function removeAddedTrain(
  trx: Trx,
  tripId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('added_train')
    .set({ removed_by: by, removed_at: at })
    .where('trip_id', '=', tripId)
    .execute();
}

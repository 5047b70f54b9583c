// The SQL of trains that live feeds add to the timetable.
import { theRules } from '@kippu/domain/rules';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { addedTripId } from '../../platform/operator/added-train-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { ExtraTrain } from './read-extra.ts';

/** Replaces the extra trains of a feed. */
export async function replaceExtraTrains(
  trx: Trx,
  number: number,
  trains: readonly ExtraTrain[],
): Promise<void> {
  await trx.deleteFrom('extra_train').where('number', '=', number).execute();
  if (trains.length === 0) return;
  await trx
    .insertInto('extra_train')
    .values(
      trains.map(({ tripId, serviceDate, routeId, trainNo, stops }) => ({
        number,
        trip_id: tripId,
        service_date: serviceDate,
        route_id: routeId,
        train_no: trainNo,
        stops: JSON.stringify(stops),
      })),
    )
    .execute();
}

/**
 * Reads the extra trains of all feeds that are not silent, without those to which the desk gave cars: they are in the timetable.
 * `now` in epoch milliseconds.
 */
export async function listExtraTrains(
  db: Db,
  { trips }: Pick<OperatorData, 'trips'>,
  now: number,
): Promise<ExtraTrain[]> {
  const { rows } = await sql<ExtraTrain>`
    select distinct on (e.trip_id, e.service_date) e.trip_id as "tripId", e.service_date::text as "serviceDate",
      e.route_id as "routeId", e.train_no as "trainNo", e.stops
    from extra_train e join live_feed f using (number)
    where f.good_at >= ${new Date(now - theRules().liveFadesMinutes * 60_000)}::timestamptz
    order by e.trip_id, e.service_date, e.number`.execute(db);
  return rows.filter(({ tripId, serviceDate }) => !trips.has(addedTripId(tripId, serviceDate)));
}

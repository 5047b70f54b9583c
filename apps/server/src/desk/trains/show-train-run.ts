// Shows how a train of a day runs, and what was said of it.
import type { DataOf } from '@kippu/contract/call';
import type { deskTrainHistory, deskTrainRun } from '@kippu/contract/calls/desk/live';
import { LIVE_FIELDS } from '@kippu/contract/values';
import { stopKeys, type LiveLayer } from '@kippu/domain/live/live-train';
import type { Db } from '../../platform/db/database.ts';
import { findSeenLayers, listHistory, type LiveChange } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { trainNames } from '../../reservation/booked/reservation-answer.ts';
import { stopsOf, wholeRide } from '../../reservation/timetable/departure.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { requireDeparture } from './change-train.ts';
import { expectedAnswer, formationCars, runAnswer, saidAnswer, withLayers } from './train-run.ts';

const MAX_LISTED = 100;
/** Read to know what the oldest listed change of each source changed. */
const MAX_READ = 2 * MAX_LISTED;

/** Loads how a departure runs at `now` (epoch milliseconds). Throws AppError SEAT-0013 when no such train runs that day. */
export async function showTrainRun(
  db: Db,
  operator: OperatorData,
  askedId: string,
  now: number,
): Promise<DataOf<typeof deskTrainRun>> {
  const { departureId, trip, serviceDate } = requireDeparture(operator, askedId);
  const layers = await findSeenLayers(db, departureId);
  const departure = requireDeparture(withLayers(operator, [[departureId, layers]], now), departureId);
  const keys = stopKeys(trip.stops);
  return {
    departureId,
    serviceDate,
    trainNo: trip.trainNo,
    ...trainNames(operator.routes.get(trip.routeId)?.trainName),
    version: layers.deskVersion,
    run: runAnswer(departure, layers, now),
    stops: stopsOf(operator, wholeRide(departure)),
    expected: expectedAnswer(departure),
    ...(layers.desk ? { desk: saidAnswer(layers.desk, keys) } : {}),
    ...(layers.feed ? { feed: saidAnswer(layers.feed, keys) } : {}),
    formations: formationCars(operator),
  };
}

/** The fields of a layer that differ from the one before, and those that are gone. */
function changesOf(said: LiveLayer | null, before: LiveLayer | null) {
  const isSame = (field: (typeof LIVE_FIELDS)[number]) =>
    JSON.stringify(said?.[field]) === JSON.stringify(before?.[field]);
  const differing = LIVE_FIELDS.filter((field) => !isSame(field));
  return {
    fields: Object.fromEntries(
      differing.flatMap((field) => (said?.[field] === undefined ? [] : [[field, said[field]]])),
    ) as Partial<LiveLayer>,
    undone: differing.filter((field) => said?.[field] === undefined),
  };
}

const FEED = /^feed:(.*)$/;

/** Lists what was said of a departure, the newest first. Throws AppError SEAT-0013 when no such train runs that day. */
export async function showTrainHistory(
  db: Db,
  operator: OperatorData,
  askedId: string,
): Promise<DataOf<typeof deskTrainHistory>> {
  const { departureId, trip } = requireDeparture(operator, askedId);
  const changes = await listHistory(db, departureId, MAX_READ);
  const nameOf = await readNamesAt(
    db,
    changes.map(({ changed_by, changed_at }) => ({ actor: changed_by, at: changed_at })),
  );
  const keys = stopKeys(trip.stops);
  const byOf = ({ changed_by, changed_at }: LiveChange) =>
    FEED.exec(changed_by)?.[1] ?? nameOf(changed_by, changed_at) ?? '';
  const items = changes.flatMap((change, at) => {
    const { source, said, changed_at } = change;
    const before = changes.slice(at + 1).find((earlier) => earlier.source === source)?.said ?? null;
    const { fields, undone } = changesOf(said, before);
    // What a feed repeats is no change.
    if (Object.keys(fields).length === 0 && undone.length === 0) return [];
    return [{ at: wireTime(changed_at), source, by: byOf(change), said: saidAnswer(fields, keys), undone }];
  });
  return { items: items.slice(0, MAX_LISTED) };
}

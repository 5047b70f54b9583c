// The desk gives cars to a train that a live feed adds, so that its seats are sold, or takes them away.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { ChangeEffects, deskChangeAddedTrain } from '@kippu/contract/calls/desk/live';
import { textsOf } from '@kippu/contract/names';
import { deskLayerAfter } from '@kippu/domain/live/desk-change';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { isSeen, seenLine } from '@kippu/domain/text/seen-text';
import { gtfsToEpoch, isDate } from '@kippu/domain/time/service-day';
import { listExtraTrains } from '../../live/extra/extra-store.ts';
import type { ExtraTrain } from '../../live/extra/read-extra.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockPublishing } from '../../platform/db/locks.ts';
import { findSeenLayers, lockLive, saveLive, type SeenLayers } from '../../platform/live/live-store.ts';
import {
  addedTripId,
  readAddedTrains,
  removeAddedTrain,
  saveAddedTrain,
  withTrains,
  type AddedTrain,
} from '../../platform/operator/added-train-store.ts';
import { describeNewest } from '../../platform/operator/generation-store.ts';
import { operatorOf, type OperatorData } from '../../platform/operator/operator-data.ts';
import { TimetableChangedError, type Edition } from '../../platform/operator/timetable.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import {
  departureIdOf,
  directionBetween,
  findDeparture,
  stationOf,
} from '../../reservation/timetable/departure.ts';
import { publishAddedTrains, replacementsOf } from '../../reservation/timetable/publish-timetable.ts';
import { changeEffects } from './change-effects.ts';
import { isPast, withLayers } from './train-run.ts';

type Input = BodyOf<typeof deskChangeAddedTrain>;
type Cars = NonNullable<Input['cars']>;

const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });

/** Returns an added train as one of the timetable. */
function trainOf(operator: OperatorData, extra: ExtraTrain, { trainNo, formation }: Cars): AddedTrain {
  const { tripId, serviceDate, routeId, stops } = extra;
  const [first = '', last = ''] = [stops[0]?.stationId, stops.at(-1)?.stationId];
  const dayStart = gtfsToEpoch(serviceDate, 0);
  const seconds = (at: number) => Math.round((at - dayStart) / 1000);
  return {
    serviceDate,
    addedAs: tripId,
    trainNo,
    routeId: routeId ?? '',
    direction: directionBetween(operator, first, last) ?? 'outbound',
    headsign: textsOf(stationOf(operator, last), 'stationName'),
    formations: [{ formationId: formation }],
    stops: stops.map(({ stationId, arriveAt, departAt, platform, sequence }) => ({
      stationId,
      arrive: seconds(arriveAt),
      depart: seconds(departAt),
      platform,
      ...(sequence === undefined ? {} : { sequence }),
    })),
  };
}

/** Throws AppError REQ-0001, DESK-0010 or DESK-0011 as the contract says. */
function checkedCars(operator: OperatorData, serviceDate: string, { trainNo, ...cars }: Cars): Cars {
  const shown = seenLine(trainNo);
  const isTaken = operator.tripsOn(serviceDate).some((trip) => trip.trainNo === shown);
  if (!isSeen(shown) || isTaken) throw wrong('trainNo');
  const formation = operator.formations.get(cars.formation);
  if (!formation) throw new AppError('DESK-0010');
  if (!cars.lostCars.every((lost) => formation.cars.some(({ car }) => car === lost)))
    throw new AppError('DESK-0011');
  return { ...cars, trainNo: shown };
}

interface After {
  readonly tripId: string;
  readonly departureId: string;
  /** Undefined: it has no cars any more. */
  readonly train: AddedTrain | undefined;
  readonly seen: SeenLayers;
  /** What the desk says of it then. */
  readonly desk: LiveLayer | null;
}

/** Returns the train after a change. Throws AppError as the contract says. */
async function trainAfter(db: Db, operator: OperatorData, input: Input, now: number): Promise<After> {
  const { tripId: feedId, serviceDate } = input;
  if (!isDate(serviceDate)) throw wrong('serviceDate');
  const tripId = addedTripId(feedId, serviceDate);
  const own = departureIdOf(tripId, serviceDate);
  const known = operator.trips.has(tripId) ? findDeparture(operator, own, { unsold: true }) : undefined;
  if ((known !== undefined) === (input.cars !== null)) throw new AppError('DESK-0001');
  const departureId = operator.replacedIds.get(own) ?? own;
  const seen = await findSeenLayers(db, departureId);
  if (input.cars === null) {
    if (known && isPast(known, now)) throw new AppError('DESK-0008');
    return { tripId, departureId, train: undefined, seen, desk: seen.desk };
  }
  const extra = (await listExtraTrains(db, operator, now)).find(
    (train) => train.tripId === feedId && train.serviceDate === serviceDate,
  );
  if (!extra) throw new AppError('SEAT-0013');
  if ((extra.stops.at(-1)?.arriveAt ?? 0) <= now) throw new AppError('DESK-0008');
  const cars = checkedCars(operator, serviceDate, input.cars);
  const lostCars = cars.lostCars.length > 0 ? cars.lostCars : null;
  const desk = deskLayerAfter(seen.desk, { formation: null, lostCars }, now);
  return { tripId, departureId, train: trainOf(operator, extra, cars), seen, desk };
}

/** Says whom a change would touch if it were made now. Throws as changeAddedTrain does. Changes nothing. */
export async function tryAddedTrain(
  db: Trx,
  operator: OperatorData,
  input: Input,
  now: number,
): Promise<ChangeEffects> {
  const { tripId, departureId, train, seen, desk } = await trainAfter(db, operator, input, now);
  const added = await readAddedTrains(db, new Date(now));
  if (train) added.set(tripId, train);
  else added.delete(tripId);
  const parts = withTrains(operator, added);
  const before = Object.fromEntries(operator.former.replacements);
  const after = await replacementsOf(db, parts, before, now);
  const former = { ...operator.former, replacements: new Map(Object.entries(after)) };
  const next = withLayers(
    operatorOf(parts, former, operator.live),
    [[departureId, { feed: seen.feed, desk }]],
    now,
  );
  const replaced = Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id]);
  return changeEffects(db, { old: operator, next }, [...new Set([departureId, ...replaced])], now);
}

/**
 * Gives cars to an added train, or takes them away, and publishes the timetable with that. Throws AppError as the contract says, and
 * TimetableChangedError if a newer timetable than `edition` is in effect.
 */
export async function changeAddedTrain(
  trx: Trx,
  { operator, generation }: Pick<Edition, 'operator' | 'generation'>,
  input: Input,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<DataOf<typeof deskChangeAddedTrain>> {
  await lockPublishing(trx);
  if ((await describeNewest(trx))?.generation !== generation) throw new TimetableChangedError();
  const { tripId, departureId, train, seen, desk } = await trainAfter(trx, operator, input, now);
  const by = { by: actor, at: new Date(now) };
  if (train) await saveAddedTrain(trx, tripId, train, by);
  else await removeAddedTrain(trx, tripId, by);
  await publishAddedTrains(trx, operator, now);
  await lockLive(trx);
  if (desk !== seen.desk && (desk !== null || seen.desk !== null))
    await saveLive(trx, [{ departureId, layer: desk }], { source: 'desk', ...by });
  return { departureId };
}

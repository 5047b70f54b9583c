// Keeps how late each train was where it arrived: its live state fades when a feed falls silent, and is deleted after a month.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { textsOf, type ByLanguage } from '@kippu/contract/names';
import {
  arrivalsUntil,
  CHECK_CODE_CHARACTERS,
  CHECK_CODE_LENGTH,
  latestOf,
} from '@kippu/domain/live/late-run';
import { expectedStops, mergeLayers, type LiveTrain } from '@kippu/domain/live/live-train';
import { addDays, dateAt, gtfsToEpoch, serviceDateOf } from '@kippu/domain/time/service-day';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import {
  closeRuns,
  listOpenRuns,
  saveLateRuns,
  type OpenRun,
  type RunToSave,
} from '../../platform/live/late-run-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Timetable } from '../../platform/operator/timetable.ts';
import { findDeparture, stationOf, type Departure } from '../../reservation/timetable/departure.ts';

const EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
/** A process that was away for so long still records what it missed. */
const PAST_DAYS = 7;
/** A train that no timetable has is given up after so many days: a withdrawn timetable may come back. */
const GONE_DAYS = 2;
/** Smaller delays are not kept, in seconds. */
const LEAST_LATE = 60;
/** Trains of one transaction. */
const BATCH = 500;

/** Nothing fades: what was said last of a train that has arrived stays true. */
const arrivedAs = ({ feed, desk }: OpenRun, now: number): LiveTrain | undefined =>
  mergeLayers({ feed, desk }, now, Number.POSITIVE_INFINITY);

const newCode = (): string =>
  [...randomBytes(CHECK_CODE_LENGTH)].map((byte) => CHECK_CODE_CHARACTERS[byte % 32]).join('');

/** What is to be recorded of a train now, undefined for nothing, and whether that is for good. */
interface Recording {
  readonly departureId: string;
  readonly version: number;
  readonly run: RunToSave | undefined;
  readonly isOver: boolean;
}

/** What of a train is to be saved; undefined if nothing differs from what is recorded. */
function lateRunOf(
  operator: OperatorData,
  { departureId, trip, serviceDate }: Departure,
  row: OpenRun,
  now: number,
): RunToSave | undefined {
  const source = row.desk?.delays ? 'desk' : 'feed';
  const until = (now - gtfsToEpoch(serviceDate, 0)) / 1000;
  const arrivals = arrivalsUntil(
    trip.stops,
    { live: arrivedAs(row, now), source, until },
    row.arrivals ?? undefined,
  );
  const most = latestOf(arrivals);
  const [first, last] = [trip.stops[0], trip.stops.at(-1)];
  if (!first || !last || (!row.arrivals && (most?.late ?? 0) < LEAST_LATE)) return undefined;
  const nameOf = (stationId: string): ByLanguage => textsOf(stationOf(operator, stationId), 'stationName');
  const recorded = arrivals.map((arrival) => ({
    ...arrival,
    station: nameOf(arrival.stationId),
    plannedAt: gtfsToEpoch(serviceDate, arrival.planned),
  }));
  if (isDeepStrictEqual(recorded, row.arrivals)) return undefined;
  const saidBy = most?.source ?? source;
  return {
    departureId,
    serviceDate,
    version: row.version,
    newCode: newCode(),
    trainNo: trip.trainNo,
    trainName: operator.routes.get(trip.routeId)?.trainName ?? {},
    firstStop: nameOf(first.stationId),
    lastStop: nameOf(last.stationId),
    departAt: gtfsToEpoch(serviceDate, first.depart),
    arrivals: recorded,
    mostLate: most?.late ?? 0,
    source: saidBy,
    saidAt: row[saidBy]?.asOf ?? now,
  };
}

/** Whether the train arrived so long ago that neither the desk nor its feed is expected to say anything else. */
function isOver({ trip, serviceDate }: Departure, row: OpenRun, now: number): boolean {
  const expected = expectedStops(trip.stops, arrivedAs(row, now)).at(-1)?.arrive ?? 0;
  const arrives = Math.max(expected, trip.stops.at(-1)?.arrive ?? 0);
  return gtfsToEpoch(serviceDate, arrives) + HOUR_MS < now;
}

function recordingOf(operator: OperatorData, row: OpenRun, now: number): Recording {
  const { departure_id: departureId, version } = row;
  const departure = findDeparture(operator, departureId, { unsold: true });
  if (!departure) {
    const isGone = serviceDateOf(departureId) < addDays(dateAt(now), -GONE_DAYS);
    return { departureId, version, run: undefined, isOver: isGone };
  }
  return {
    departureId,
    version,
    run: lateRunOf(operator, { ...departure, departureId }, row, now),
    isOver: isOver(departure, row, now),
  };
}

export interface RecordDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timetable: Pick<Timetable, 'current'>;
  /** What follows when the arrivals of trains are recorded for good; `now` in epoch milliseconds. */
  readonly onArrived: (trx: Trx, departureIds: readonly string[], now: number) => Promise<void>;
}

/** Records where the trains of today and of the past days have arrived, and how late. What is recorded already is not written again. */
export async function recordArrivals({ db, clock, timetable, onArrived }: RecordDeps): Promise<void> {
  const now = clock();
  const today = dateAt(now);
  const rows = await listOpenRuns(db, addDays(today, -PAST_DAYS), today);
  for (let at = 0; at < rows.length; at += BATCH) {
    const { operator } = timetable.current;
    const found = rows.slice(at, at + BATCH).map((row) => recordingOf(operator, row, now));
    const runs = found.flatMap(({ run }) => run ?? []);
    const over = found.filter((each) => each.isOver);
    if (runs.length + over.length === 0) continue;
    await inTransaction(db, async (trx) => {
      await saveLateRuns(trx, runs, now);
      await closeRuns(trx, over);
      await onArrived(
        trx,
        over.map(({ departureId }) => departureId),
        now,
      );
    });
  }
}

/** Records arrivals every ten seconds, if it is not paused then; errors go to `failed`, once until it works again. Returns a function that stops it. */
export function keepRecording(
  deps: RecordDeps & { readonly isPaused: () => boolean },
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<void> | undefined;
  let isFailing = false;
  const begin = () => {
    if (deps.isPaused()) return;
    round ??= recordArrivals(deps)
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        if (!isFailing) failed(error);
        isFailing = true;
      })
      .finally(() => {
        round = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

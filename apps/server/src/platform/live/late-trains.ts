// The moment at which a call works, with the trains that have not left although their time is over, or have left before it.
import { expectedStops, leavingAt, type LiveTrain } from '@kippu/domain/live/live-train';
import { gtfsToEpoch, isDate, serviceDateOf } from '@kippu/domain/time/service-day';
import { sql, type RawBuilder } from 'kysely';
import type { OperatorData, Trip } from '../operator/operator-data.ts';

/** Trains at stops, by the position of the stop: two lists of the same length, for SQL. */
interface TrainStops {
  readonly departureIds: readonly string[];
  readonly stops: readonly number[];
}

export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Trains that have not left a stop although the timetable says so. */
  readonly late: TrainStops;
  /** Trains that have left a stop before the timetable's time. */
  readonly gone: TrainStops;
  /** Trains that have not arrived at a stop although the timetable says so. */
  readonly arriving: TrainStops;
  /** Trains of which a source says that they have left a stop. */
  readonly reported: TrainStops;
}

const NONE: TrainStops = { departureIds: [], stops: [] };

/** The moment of a day on which nothing is known of any train. */
export const byTimetable = (now: number): Moment => ({
  now,
  late: NONE,
  gone: NONE,
  arriving: NONE,
  reported: NONE,
});

/** A train at a stop, by the timetable and as expected; epoch milliseconds. */
interface Call {
  readonly departureId: string;
  readonly stop: number;
  readonly departAt: number;
  readonly leavesAt: number;
  readonly arriveAt: number;
  readonly arrivesAt: number;
  /** Whether a source says that the train has left the stop. */
  readonly hasLeft: boolean;
}

function tripOf({ former, trips }: OperatorData, departureId: string): Trip | undefined {
  const own = departureId.slice(0, Math.max(0, departureId.lastIndexOf('@')));
  return trips.get(former.replacements.get(departureId) ?? own);
}

function callsOf(operator: OperatorData, departureId: string, live: LiveTrain): Call[] {
  const trip = tripOf(operator, departureId);
  const date = serviceDateOf(departureId);
  if (!trip || !isDate(date)) return [];
  return expectedStops(trip.stops, live).flatMap((expected, stop) => {
    const departAt = gtfsToEpoch(date, trip.stops[stop]?.depart ?? 0);
    const expectedDepartAt = gtfsToEpoch(date, expected.depart);
    const leavesAt = leavingAt({ ...expected, departAt, expectedDepartAt, asOf: live.asOf });
    const arriveAt = gtfsToEpoch(date, trip.stops[stop]?.arrive ?? 0);
    const arrivesAt = gtfsToEpoch(date, expected.arrive);
    const { hasLeft } = expected;
    const isAsPlanned = leavesAt === departAt && arrivesAt === arriveAt && !hasLeft;
    return isAsPlanned ? [] : [{ departureId, stop, departAt, leavesAt, arriveAt, arrivesAt, hasLeft }];
  });
}

/** The stops at which trains call at another time than planned, or that they have left, for each edition of the operator's data. */
const calls = new WeakMap<OperatorData, readonly Call[]>();

/** Returns the moment `now` (epoch milliseconds) with the trains that are late or early then. */
export function momentOf(operator: OperatorData, now: number): Moment {
  const known =
    calls.get(operator) ??
    [...operator.live].flatMap(([departureId, live]) => callsOf(operator, departureId, live));
  calls.set(operator, known);
  const at = (found: readonly Call[]): TrainStops => ({
    departureIds: found.map(({ departureId }) => departureId),
    stops: found.map(({ stop }) => stop),
  });
  return {
    now,
    late: at(known.filter(({ departAt, leavesAt }) => departAt <= now && now < leavesAt)),
    gone: at(known.filter(({ departAt, leavesAt }) => leavesAt <= now && now < departAt)),
    arriving: at(known.filter(({ arriveAt, arrivesAt }) => arriveAt <= now && now < arrivesAt)),
    reported: at(known.filter(({ hasLeft }) => hasLeft)),
  };
}

const isAt = (stop: RawBuilder<unknown>, { departureIds, stops }: TrainStops) => sql<boolean>`
  (r.departure_id, ${stop}) in (
    select * from unnest(${[...departureIds]}::text[], ${[...stops]}::int[]))`;
const boards = (trains: TrainStops) => isAt(sql.ref('r.first_leg'), trains);

/** A condition on reservations `r`: the train has not left where the traveller boards. */
export function hasNotLeft({ now, late, gone }: Moment): RawBuilder<boolean> {
  const planned = sql<boolean>`r.depart_at > ${new Date(now)}::timestamptz`;
  const open = late.stops.length > 0 ? sql<boolean>`(${planned} or ${boards(late)})` : planned;
  return gone.stops.length > 0 ? sql<boolean>`(${open} and not ${boards(gone)})` : open;
}

/** A condition on reservations `r`: the train has not arrived where the traveller leaves it. */
export function hasNotArrived({ now, arriving }: Moment): RawBuilder<boolean> {
  const planned = sql<boolean>`r.arrive_at > ${new Date(now)}::timestamptz`;
  return arriving.stops.length > 0
    ? sql<boolean>`(${planned} or ${isAt(sql.ref('r.end_leg'), arriving)})`
    : planned;
}

/**
 * A condition on reservations `r`: the traveller's train may still leave. Most trains leave on time and nobody reports it, and staff report a
 * delay after the planned time. So a train counts as here until it arrives, unless a source says that it has left.
 */
export function mayStillLeave(moment: Moment): RawBuilder<boolean> {
  const { reported } = moment;
  const underWay = hasNotArrived(moment);
  const unreported =
    reported.stops.length > 0 ? sql<boolean>`(${underWay} and not ${boards(reported)})` : underWay;
  return sql<boolean>`(${hasNotLeft(moment)} or ${unreported})`;
}

// How full today's trains are, for the desk's home.
import type { DataOf } from '@kippu/contract/call';
import type { HomeTrain, deskHome } from '@kippu/contract/calls/desk/home';
import { textsOf, wireNames } from '@kippu/contract/names';
import { runSummary } from '@kippu/domain/live/run-summary';
import { dateAt, gtfsToEpoch } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { listLayersOn } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { trainNames } from '../../reservation/booked/reservation-answer.ts';
import { departuresOn, stationOf, type Departure } from '../../reservation/timetable/departure.ts';
import { reservedCars, seatCount } from '../../reservation/timetable/formation-seats.ts';
import { withLayers } from '../trains/train-run.ts';
import { countBusiest } from './home-store.ts';

type TodaysLoad = NonNullable<DataOf<typeof deskHome>['load']>;

/** How many trains are shown of each kind. */
const SHOWN = 3;

interface Train {
  readonly answer: HomeTrain;
  /** Epoch milliseconds, as expected. */
  readonly leavesAt: number;
  readonly arrivesAt: number;
}

function trainOf(operator: OperatorData, departure: Departure, reserved: number): Train {
  const { departureId, serviceDate, trip, formation, live } = departure;
  const { first, last } = runSummary(trip.stops, live);
  const nameOf = (at: number) =>
    textsOf(stationOf(operator, trip.stops.at(at)?.stationId ?? ''), 'stationName');
  const leavesAt = gtfsToEpoch(serviceDate, first.depart);
  return {
    answer: {
      departureId,
      trainNo: trip.trainNo,
      ...trainNames(operator.routes.get(trip.routeId)?.trainName),
      ...wireNames('fromName', nameOf(0)),
      ...wireNames('toName', nameOf(-1)),
      departAt: wireTime(leavesAt),
      seats: seatCount(reservedCars(formation)),
      reserved,
    },
    leavesAt,
    arrivesAt: gtfsToEpoch(serviceDate, last.arrive),
  };
}

const share = ({ answer: { reserved, seats } }: Train) => reserved / seats;

/** Sums up the load of the trains of the service date at `now` (epoch milliseconds) that run and have reservable seats. */
export async function todaysLoad(db: Db, operator: OperatorData, now: number): Promise<TodaysLoad> {
  const date = dateAt(now);
  const said = (await listLayersOn(db, date)).map((row) => [row.departure_id, row] as const);
  const departures = departuresOn(withLayers(operator, said, now), date).filter(
    ({ formation, live }) => live?.runs !== false && reservedCars(formation).length > 0,
  );
  const busiest = await countBusiest(
    db,
    departures.map(({ departureId }) => departureId),
  );
  const trains = departures.map((each) => trainOf(operator, each, busiest.get(each.departureId) ?? 0));
  const sum = (of: 'seats' | 'reserved') => trains.reduce((total, { answer }) => total + answer[of], 0);
  const ahead = trains.filter(({ arrivesAt }) => arrivesAt > now);
  const shown = (of: readonly Train[]) => of.slice(0, SHOWN).map(({ answer }) => answer);
  return {
    date,
    trains: trains.length,
    seats: sum('seats'),
    reserved: sum('reserved'),
    fullest: shown(
      ahead
        .filter(({ answer }) => answer.reserved > 0)
        .toSorted((a, b) => share(b) - share(a) || a.leavesAt - b.leavesAt),
    ),
    soonest: shown(
      ahead.filter(({ leavesAt }) => leavesAt > now).toSorted((a, b) => a.leavesAt - b.leavesAt),
    ),
  };
}

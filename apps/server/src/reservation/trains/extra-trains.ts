// Trains that live feeds add to the timetable, in the list of trains: shown, and never sold.
import type { TrainStop } from '@kippu/contract/calls/traveller/seat';
import type { Train, Availability } from '@kippu/contract/calls/traveller/train';
import { namesOf } from '@kippu/contract/names';
import { dateAt } from '@kippu/domain/time/service-day';
import type { ExtraStop, ExtraTrain } from '../../live/extra/read-extra.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { trainNames } from '../booked/reservation-answer.ts';
import { stationOf } from '../timetable/departure.ts';

const NONE: Availability = { left: 0, label: 'none' };

/** Returns the id under which an extra train is listed. No train of the timetable has it, so no call finds one to book. */
const extraId = ({ tripId, serviceDate }: ExtraTrain): string => `extra ${tripId}@${serviceDate}`;

/** Returns the stops of the shortest ride between two stations; undefined if the train does not go from one to the other. */
function rideOf(stops: readonly ExtraStop[], from: string, to: string): readonly ExtraStop[] | undefined {
  const end = stops.findIndex(
    ({ stationId }, at) => stationId === to && stops.slice(0, at).some((stop) => stop.stationId === from),
  );
  const begin = stops.slice(0, Math.max(0, end)).findLastIndex(({ stationId }) => stationId === from);
  return begin < 0 ? undefined : stops.slice(begin, end + 1);
}

/** Returns stops of an extra train as the contract's answer. */
export const extraStops = (operator: OperatorData, stops: readonly ExtraStop[]): TrainStop[] =>
  stops.map(({ stationId, arriveAt, departAt }, at) => ({
    stationId,
    ...namesOf(stationOf(operator, stationId), 'stationName'),
    ...(at > 0 ? { arriveAt: wireTime(arriveAt) } : {}),
    ...(at < stops.length - 1 ? { departAt: wireTime(departAt) } : {}),
  }));

/**
 * Lists the extra trains that leave `from` on a calendar date, from `after` on (epoch milliseconds), as trains without reserved seats.
 */
export function extraTrainsOn(
  operator: OperatorData,
  trains: readonly ExtraTrain[],
  {
    date,
    from,
    to,
    after,
  }: { readonly date: string; readonly from: string; readonly to: string; readonly after: number },
): Train[] {
  return trains.flatMap((train): Train[] => {
    const ride = rideOf(train.stops, from, to);
    const [first, last] = [ride?.[0], ride?.at(-1)];
    if (!ride || !first || !last || dateAt(first.departAt) !== date || first.departAt < after) return [];
    return [
      {
        departureId: extraId(train),
        trainNo: train.trainNo,
        ...trainNames(operator.routes.get(train.routeId ?? '')?.trainName),
        departAt: wireTime(first.departAt),
        arriveAt: wireTime(last.arriveAt),
        ...(first.platform === undefined ? {} : { platform: first.platform }),
        isExtra: true,
        stops: extraStops(operator, ride),
        formation: '',
        classes: [],
        ordinary: NONE,
        nonReservedCars: [],
        selectable: false,
        reason: 'SEAT-0014',
      },
    ];
  });
}

// A stored reservation as the contract's answer: names in its languages, times in the railway's zone, state by the current time.
import type { Disruption, Reservation } from '@kippu/contract/calls/traveller/seat';
import { wireNames, type ByLanguage } from '@kippu/contract/names';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { isCertified } from '@kippu/domain/live/late-run';
import { isSeatRefunded } from '@kippu/domain/reservation/late-refund';
import { parseSeat } from '@kippu/domain/reservation/seat-name';
import { changeableUntil, reservationStateAt } from '@kippu/domain/reservation/seat-rules';
import { theRules } from '@kippu/domain/rules';
import { dateAt } from '@kippu/domain/time/service-day';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { stationOf, stopsOf } from '../timetable/departure.ts';
import { liveAnswer } from '../timetable/live-answer.ts';
import { connectionOfRow, freeUntilOf, leavingOf, otherTrainsOf, rideOfRow } from '../timetable/leaving.ts';
import type { OpenDisruption } from '../store/disruption-store.ts';
import type { ReservationRow, ReservedSeatRow } from '../store/reservation-store.ts';

/** The train's names; empty for a train that was never in a feed. */
export const trainNames = (names: ByLanguage | undefined) => wireNames('trainName', names ?? {});

/** A sort key of a seat in the train: car, then row, then letter. */
function placeInTrain({ seat }: ReservedSeatRow): number {
  const place = parseSeat(seat);
  return place ? place.car * 10_000 + place.row * 100 + place.letter.charCodeAt(0) : 0;
}

const disruptionAnswer = (
  { disruptionId, kind, seatsGone, ...at }: OpenDisruption,
  inOrder: readonly ReservedSeatRow[],
  {
    givenUp,
    others,
  }: { readonly givenUp: boolean; readonly others: ReturnType<typeof otherTrainsOf> | undefined },
): Disruption => ({
  disruptionId,
  kind,
  ...(kind === 'seatGone'
    ? { seatsGone: inOrder.map(({ seat }) => seat).filter((seat) => seatsGone.includes(seat)) }
    : {}),
  bookedDepartAt: wireTime(at.bookedDepartAt),
  bookedArriveAt: wireTime(at.bookedArriveAt),
  foundAt: wireTime(at.foundAt),
  ...(givenUp ? { givenUp } : {}),
  ...(others === null ? { noTrainLeft: true } : {}),
  ...(others && !others.isSameDay ? { nextTrainDate: others.date } : {}),
});

/** How late the train arrived, if the traveller may have been on it. */
function lateAnswer({ late, state, seats }: ReservationRow): Pick<Reservation, 'late'> {
  const minutes = late ? lateMinutes(late.seconds) : 0;
  if (!late || state === 2 || minutes < 1) return {};
  const refunded = seats.filter(({ car_class }) => isSeatRefunded(car_class, late.seconds));
  return {
    late: {
      minutes,
      ...(refunded.length > 0 ? { refunded: refunded.map(({ seat }) => seat) } : {}),
      ...(isCertified(late.seconds, theRules().lateCertificate) ? { code: late.code } : {}),
    },
  };
}

/** A stored reservation as the contract's answer, with seats in train order; `now` in epoch milliseconds. */
export function reservationAnswer(operator: OperatorData, row: ReservationRow, now: number): Reservation {
  const trip = operator.trips.get(row.trip_id);
  const former = trip ? undefined : operator.former.trips.get(row.trip_id);
  const departAt = row.depart_at.getTime();
  const seats = row.seats.toSorted((a, b) => placeInTrain(a) - placeInTrain(b));
  const ride = rideOfRow(operator, row);
  const leavesAt = leavingOf(operator, row, ride);
  const freeUntil = freeUntilOf(operator, row, leavesAt);
  const connection = connectionOfRow(operator, row, leavesAt);
  const planned = trip?.stops.find((stop) => stop.stationId === row.from_station)?.platform;
  const platform = ride ? ride.platform : planned;
  const live = ride && row.state === 1 ? liveAnswer(ride, now) : undefined;
  const open = row.state === 1 ? row.disruption : null;
  const givenUp = open?.kind === 'cancelled' && open.freeUntil === null;
  const others = open?.kind === 'cancelled' && !givenUp ? otherTrainsOf(operator, row, now) : undefined;
  // When a newer timetable runs the train at other times, its stops would contradict the reserved times, and are left out.
  const asReserved = ride?.departAt === departAt && ride.arriveAt === row.arrive_at.getTime();
  return {
    reservationId: row.reservation_id,
    state: reservationStateAt(row.state, leavesAt, now, freeUntil),
    departureId: row.departure_id,
    trainNo: (trip ?? former)?.trainNo ?? '',
    ...trainNames(operator.routes.get(trip?.routeId ?? '')?.trainName ?? former?.trainName),
    direction: (trip ?? former)?.direction ?? 'inbound',
    date: dateAt(departAt),
    from: stationOf(operator, row.from_station),
    to: stationOf(operator, row.to_station),
    departAt: wireTime(departAt),
    arriveAt: wireTime(row.arrive_at),
    car: parseSeat(seats[0]?.seat ?? '')?.car ?? 0,
    ...(platform === undefined ? {} : { platform }),
    ...(live ? { live } : {}),
    ...(connection ? { connection } : {}),
    ...lateAnswer(row),
    ...(ride && asReserved ? { stops: stopsOf(operator, ride) } : {}),
    seats: seats.map((seat) => ({
      ticketId: seat.ticket_id,
      seatInfo: seat.seat,
      seatType: seat.seat_type,
      carClass: seat.car_class,
    })),
    ...(open ? { disruption: disruptionAnswer(open, seats, { givenUp, others }) } : {}),
    changeableUntil: wireTime(Math.max(changeableUntil(leavesAt), freeUntil ?? 0)),
    reservedAt: wireTime(row.reserved_at),
  };
}

// Trains and seats as partners see them.
import { bookingWindow, epochToIso, isDate } from '@kippu/domain/time/service-day';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import type { PartnerDataOf, PartnerQueryOf } from '@kippu/contract/partner/partner-call';
import type { partnerSeats, partnerTrains, PartnerTrain } from '@kippu/contract/partner/reading';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { refusalOfCut } from '../../reservation/checks/check-request.ts';
import { requireAllowed } from '../../reservation/checks/seat-refusal.ts';
import { refusalOfSale } from '../../reservation/partner/hold-for-partner.ts';
import { NOBODY } from '../../reservation/partner/partner-hold-store.ts';
import { countTakenSeats, takenSeats } from '../../reservation/store/taken-seats-store.ts';
import { findJourney, journeysOn, type Journey } from '../../reservation/timetable/departure.ts';
import { reservedCars, rowNumbers, seatCount } from '../../reservation/timetable/formation-seats.ts';
import { PartnerProblem, problemOfCode } from '../api/partner-problem.ts';

/** Returns the problem where an id of the address names no station. */
function requireStations(
  { stations }: OperatorData,
  query: { readonly from: string; readonly to: string },
): void {
  for (const parameter of ['from', 'to'] as const)
    if (!stations.has(query[parameter]))
      throw new PartnerProblem('train-not-found', { places: [{ parameter }] });
}

/**
 * Lists the trains that leave `from` on a calendar date, the earliest first.
 * @param now epoch milliseconds
 */
export async function listTrainsForPartner(
  db: Db,
  operator: OperatorData,
  query: PartnerQueryOf<typeof partnerTrains>,
  now: number,
): Promise<PartnerDataOf<typeof partnerTrains>> {
  const { date, from, to } = query;
  if (!isDate(date)) throw new PartnerProblem('invalid-request', { places: [{ parameter: 'date' }] });
  requireStations(operator, query);
  const window = bookingWindow(now);
  if (date < window.from || date > window.to)
    throw new PartnerProblem('booking-not-open', { places: [{ parameter: 'date' }] });
  const rides = journeysOn(operator, date, from, to).filter((ride) => ride.leavesAt > now);
  const taken = await countTakenSeats(db, rides, NOBODY, now);
  return { items: rides.map((ride, place) => trainAnswer(operator, ride, taken[place], now)) };
}

function trainAnswer(
  operator: OperatorData,
  ride: Journey,
  taken: ReadonlyMap<number, number> | undefined,
  now: number,
): PartnerTrain {
  const classes = operator.settings.classes.flatMap(({ class: carClass }) => {
    const cars = reservedCars(ride.formation, new Set([carClass]));
    const seats = seatCount(cars);
    const left = seats - cars.reduce((sum, car) => sum + (taken?.get(car.car) ?? 0), 0);
    return cars.length === 0 ? [] : [{ carClass, seats, left }];
  });
  const refusal = refusalOfSale(ride, now);
  const isFull = classes.every(({ left }) => left === 0);
  const reason = refusal ? problemOfCode(refusal.code) : isFull ? ('not-enough-seats' as const) : undefined;
  return {
    departureId: ride.departureId,
    trainNo: ride.trip.trainNo,
    name: { ...operator.routes.get(ride.trip.routeId)?.trainName },
    departAt: epochToIso(ride.departAt),
    arriveAt: epochToIso(ride.arriveAt),
    bookable: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    classes,
  };
}

/** Lists the seats of a ride. */
export async function listSeatsForPartner(
  db: Db,
  operator: OperatorData,
  departureId: string,
  query: PartnerQueryOf<typeof partnerSeats>,
  now: number,
): Promise<PartnerDataOf<typeof partnerSeats>> {
  requireStations(operator, query);
  const ride = findJourney(operator, departureId, query.from, query.to);
  if (!ride) throw new PartnerProblem('train-not-found');
  requireAllowed(refusalOfCut(ride));
  if (ride.hasLeft || now >= ride.leavesAt) throw new AppError('SEAT-0004');
  const taken = await takenSeats(db, ride, NOBODY, now);
  return {
    items: reservedCars(ride.formation).flatMap((car) =>
      rowNumbers(car).flatMap((row) =>
        car.letters.map((letter) => {
          const seat = formatSeat({ car: car.car, row, letter });
          return {
            seat,
            carClass: car.class,
            free: !taken.has(seat),
            window: letter === car.letters[0] || letter === car.letters.at(-1),
            power: car.power,
          };
        }),
      ),
    ),
  };
}

// The trains of a day between two stations, and how full they are.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { CarClass } from '@kippu/contract/seat';
import type { ticketTrainList, Train } from '@kippu/contract/train';
import { availabilityLabel } from '@kippu/domain/availability';
import { bookingWindow, isDate, isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { wireTime } from '../http/wire-time.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { refusalOfRide } from './check-request.ts';
import { journeysOn, stopsOf, type Journey } from './departure.ts';
import { nonReservedCars, reservedCars, seatCount } from './formation-seats.ts';
import { trainNames } from './reservation-answer.ts';
import { findReservation } from './reservation-store.ts';
import { countTakenSeats } from './seat-store.ts';
import { readSeatTickets } from './seat-ticket-store.ts';
import { covers, requireTickets, sharedClasses, type SeatTicket } from './seat-ticket.ts';

/**
 * Lists the trains that leave `from` on a calendar date (Asia/Tokyo), earliest first, with what is left for the tickets.
 * A train that cannot be chosen says why. Trains already gone at `now` (epoch milliseconds) are listed only when `after`
 * asks for them. Throws AppError TKT-0001, SEAT-0001, REQ-0001 for no date, SEAT-0009 for a date outside the booking
 * window, SEAT-0013 for an unknown station, SEAT-0010 when a ticket does not cover the stretch.
 */
export async function listTrains(
  db: Db,
  operator: OperatorData,
  accountId: string,
  query: QueryOf<typeof ticketTrainList>,
  now: number,
): Promise<DataOf<typeof ticketTrainList>> {
  const { date, from, to, change } = query;
  const ticketIds = query.ticketIds.split(',');
  const tickets = requireTickets(
    operator,
    await readSeatTickets(db, accountId, ticketIds),
    ticketIds,
    change,
  );
  if (change !== undefined && !(await findReservation(db, accountId, change)))
    throw new AppError('SEAT-0001');
  const after = earliest(query, now);
  for (const stationId of [from, to])
    if (!operator.stations.has(stationId)) throw new AppError('SEAT-0013', { values: { stationId } });
  const uncovered = tickets.find(({ product }) => !product || !covers(operator, product, from, to));
  if (uncovered) throw new AppError('SEAT-0010', { values: { ticketId: uncovered.ticketId } });

  const rides = journeysOn(operator, date, from, to).filter((ride) => ride.departAt >= after);
  const taken = await countTakenSeats(db, rides, { accountId, ticketIds, change }, now);
  return rides.map((ride) => trainAnswer(operator, ride, tickets, taken.get(ride.departureId), now));
}

/** The first moment asked for: `after`, or now. Checks the date, too. */
function earliest({ date, after }: QueryOf<typeof ticketTrainList>, now: number): number {
  if (!isDate(date)) throw new AppError('REQ-0001', { values: { field: 'date' } });
  const window = bookingWindow(now);
  if (date < window.from || date > window.to) throw new AppError('SEAT-0009', { values: { ...window } });
  if (after === undefined) return now;
  if (!isWallTime(after)) throw new AppError('REQ-0001', { values: { field: 'after' } });
  return wallToEpoch(after);
}

function trainAnswer(
  operator: OperatorData,
  ride: Journey,
  tickets: readonly SeatTicket[],
  taken: ReadonlyMap<number, number> | undefined,
  now: number,
): Train {
  const { trip, formation } = ride;
  const classes = sharedClasses(tickets);
  const leftIn = (carClass: CarClass) => {
    const cars = classes.has(carClass) ? reservedCars(formation, new Set([carClass])) : [];
    return seatCount(cars) - cars.reduce((sum, car) => sum + (taken?.get(car.car) ?? 0), 0);
  };
  const available = (left: number) => ({ left, label: availabilityLabel(left, tickets.length) });
  const [ordinary, green] = [leftIn('ordinary'), leftIn('green')];
  const hasGreen = classes.has('green') && reservedCars(formation, new Set(['green'])).length > 0;
  const request = { ride, tickets, seatCount: tickets.length, seatsLeft: ordinary + green, now };
  const refusal = refusalOfRide(operator, request);
  return {
    departureId: ride.departureId,
    trainNo: trip.trainNo,
    ...trainNames(operator.routes.get(trip.routeId)?.trainName),
    departAt: wireTime(ride.departAt),
    arriveAt: wireTime(ride.arriveAt),
    ...(ride.from.platform === undefined ? {} : { platform: ride.from.platform }),
    stops: stopsOf(operator, ride),
    formation: formation.id,
    ordinary: available(ordinary),
    ...(hasGreen ? { green: available(green) } : {}),
    nonReservedCars: nonReservedCars(formation),
    selectable: refusal === null,
    ...(refusal ? { reason: refusal.code } : {}),
  };
}

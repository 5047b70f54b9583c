// The trains of a day between two stations, and how full they are.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { ticketTrainList, Train } from '@kippu/contract/calls/traveller/train';
import { availabilityLabel } from '@kippu/domain/reservation/availability';
import { refuse, type Refusal } from '@kippu/domain/outcome';
import { bookingWindow, byWallTime, isDate, wallToEpoch } from '@kippu/domain/time/service-day';
import { listExtraTrains } from '../../live/extra/extra-store.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { extraTrainsOn } from './extra-trains.ts';
import { refusalOfRide } from '../checks/check-request.ts';
import { journeyOn, journeysOn, stopsOf, type Journey } from '../timetable/departure.ts';
import { liveAnswer } from '../timetable/live-answer.ts';
import { nonReservedCars, reservedCars, seatCount } from '../timetable/formation-seats.ts';
import { trainNames } from '../booked/reservation-answer.ts';
import { findReservation } from '../store/reservation-store.ts';
import { countTakenSeats } from '../store/taken-seats-store.ts';
import { readSeatTickets } from '../store/seat-ticket-store.ts';
import { covers, overlapOf, requireTickets, sharedClasses, type SeatTicket } from '../checks/seat-ticket.ts';

/**
 * Lists the trains that leave `from` on a calendar date, the earliest first, with the seats left for the
 * tickets. A train that cannot be chosen has its reason; a full train lists the parts of the ride that still have seats.
 * Trains that have left are listed only when `after` asks for them. Trains that a live feed added are listed without seats.
 * @param now epoch milliseconds
 * @throws AppError TKT-0001, SEAT-0001, REQ-0001 for an invalid date, SEAT-0009 for a date outside the booking window,
 * SEAT-0013 for an unknown station, SEAT-0010 when a ticket does not cover the ride
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

  const rides = journeysOn(operator, date, from, to, { unsold: true }).filter(
    (ride) => ride.leavesAt >= after,
  );
  const mine = { accountId, ticketIds, change };
  const taken = await countTakenSeats(db, rides, mine, now);
  const listed = rides.map((ride, at) => ({
    ride,
    answer: trainAnswer(operator, ride, tickets, taken[at], now),
  }));
  const full = listed.filter(({ answer }) => answer.reason === 'SEAT-0003').map(({ ride }) => ride);
  const parts = full.flatMap((ride) => partsOf(ride));
  const takenOfParts = await countTakenSeats(db, parts, mine, now);
  const open = parts.filter((part, at) => refusalOf(operator, part, tickets, takenOfParts[at], now) === null);
  const extra = extraTrainsOn(operator, await listExtraTrains(db, operator, now), { date, from, to, after });
  const known = listed.map(({ ride, answer }) => {
    const ofTrain = open.filter((part) => part.departureId === ride.departureId);
    // The longest parts come first.
    const chosen = [
      ofTrain.find((part) => part.firstLeg === ride.firstLeg),
      ofTrain.find((part) => part.endLeg === ride.endLeg),
    ].flatMap((part) => (part ? [{ from: part.from.stationId, to: part.to.stationId }] : []));
    return chosen.length > 0 ? { ...answer, parts: chosen } : answer;
  });
  return [...known, ...extra].toSorted((a, b) => byWallTime(a.departAt, b.departAt));
}

/** The shorter rides on the same train from the same start or to the same end, the longest first. */
function partsOf(ride: Journey): Journey[] {
  const { from, to } = ride;
  const between = ride.trip.stops.slice(ride.firstLeg + 1, ride.endLeg).map((stop) => stop.stationId);
  const ends = between.flatMap((stationId) => [
    journeyOn(ride, from.stationId, stationId),
    journeyOn(ride, stationId, to.stationId),
  ]);
  return ends
    .flatMap((part) => part ?? [])
    .toSorted((a, b) => b.arriveAt - b.departAt - (a.arriveAt - a.departAt));
}

/** The earliest departure to list: `after`, or now. Checks the date too. */
function earliest({ date, after }: QueryOf<typeof ticketTrainList>, now: number): number {
  if (!isDate(date)) throw new AppError('REQ-0001', { values: { field: 'date' } });
  const window = bookingWindow(now);
  if (date < window.from || date > window.to) throw new AppError('SEAT-0009', { values: { ...window } });
  return after === undefined ? now : wallToEpoch(after);
}

/** How many seats of a class are left for the tickets; none when they do not cover the class. */
function seatsLeft(
  { formation }: Journey,
  tickets: readonly SeatTicket[],
  taken: ReadonlyMap<number, number> | undefined,
  carClass: string,
): number {
  const cars = sharedClasses(tickets).has(carClass) ? reservedCars(formation, new Set([carClass])) : [];
  return seatCount(cars) - cars.reduce((sum, car) => sum + (taken?.get(car.car) ?? 0), 0);
}

/** Returns why the tickets cannot have a seat each on the ride; null when they can. */
function refusalOf(
  operator: OperatorData,
  ride: Journey,
  tickets: readonly SeatTicket[],
  taken: ReadonlyMap<number, number> | undefined,
  now: number,
): Refusal | null {
  if (reservedCars(ride.formation).length === 0) return refuse('SEAT-0014');
  const left = [...sharedClasses(tickets)].reduce(
    (sum, carClass) => sum + seatsLeft(ride, tickets, taken, carClass),
    0,
  );
  return refusalOfRide(operator, { ride, tickets, seatCount: tickets.length, seatsLeft: left, now });
}

/** The reserved train of one of the tickets that runs at the time of the ride, if the timetable still has it. */
function overlapAnswer(
  operator: OperatorData,
  ride: Journey,
  tickets: readonly SeatTicket[],
): Pick<Train, 'overlaps'> {
  const booking = tickets.flatMap((ticket) => overlapOf(ticket, ride) ?? [])[0];
  const trip = booking && operator.trips.get(booking.tripId);
  if (!booking || !trip) return {};
  const names = trainNames(operator.routes.get(trip.routeId)?.trainName);
  return { overlaps: { trainNo: trip.trainNo, ...names, departAt: wireTime(booking.departAt) } };
}

function trainAnswer(
  operator: OperatorData,
  ride: Journey,
  tickets: readonly SeatTicket[],
  taken: ReadonlyMap<number, number> | undefined,
  now: number,
): Train {
  const { trip, formation } = ride;
  const available = (carClass: string) => {
    const left = seatsLeft(ride, tickets, taken, carClass);
    return { left, label: availabilityLabel(left, tickets.length) };
  };
  const known = operator.settings.classes.map((each) => each.class);
  const shared = sharedClasses(tickets);
  const classes = known.filter(
    (each) => shared.has(each) && reservedCars(formation, new Set([each])).length > 0,
  );
  const [first = '', second = ''] = known;
  const refusal = refusalOf(operator, ride, tickets, taken, now);
  const live = liveAnswer(ride, now);
  return {
    departureId: ride.departureId,
    trainNo: trip.trainNo,
    ...trainNames(operator.routes.get(trip.routeId)?.trainName),
    departAt: wireTime(ride.departAt),
    arriveAt: wireTime(ride.arriveAt),
    ...(ride.platform === undefined ? {} : { platform: ride.platform }),
    ...(live ? { live } : {}),
    stops: stopsOf(operator, ride),
    formation: formation.id,
    classes: classes.map((each) => ({ class: each, ...available(each) })),
    ordinary: available(first),
    ...(classes.includes(second) ? { green: available(second) } : {}),
    nonReservedCars: nonReservedCars(formation),
    selectable: refusal === null,
    ...(refusal ? { reason: refusal.code } : {}),
    ...(refusal?.code === 'SEAT-0011' ? overlapAnswer(operator, ride, tickets) : {}),
  };
}

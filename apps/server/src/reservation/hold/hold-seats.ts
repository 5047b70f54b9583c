// Holds chosen or automatically found seats while the traveller confirms: all of them or none.
import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { chooseSeats } from '@kippu/domain/reservation/choose-seats';
import type { Trx } from '../../platform/db/database.ts';
import { failingFast } from '../../platform/db/stuck-locks.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { refusalOfRide } from '../checks/check-request.ts';
import { findJourney, type Journey } from '../timetable/departure.ts';
import { carOfSeat, nonReservedCars } from '../timetable/formation-seats.ts';
import { carsToChooseFrom } from './free-seats.ts';
import { requireChangeable } from '../checks/require-changeable.ts';
import type { ReservationRow } from '../store/reservation-store.ts';
import { requireAllowed } from '../checks/seat-refusal.ts';
import { lockForHold, takeSeats, type Mine } from '../store/seat-store.ts';
import { lockAndTake, lockSeatTickets } from '../store/seat-ticket-store.ts';
import { requireTickets, sharedClasses, type SeatTicket } from '../checks/seat-ticket.ts';
import { takenSeats } from '../store/taken-seats-store.ts';

type HoldBody = BodyOf<typeof seatHold>;

/**
 * Holds a seat for each ticket for the railway's seconds and deletes the account's older holds of these tickets.
 *
 * @param now epoch milliseconds
 * @throws AppError TKT-0001 and the refusals of refusalOfRide; SEAT-0013 no such train, station or seat; SEAT-0010 a car
 * the ticket does not include; SEAT-0006 more seats held at once than the railway allows; SEAT-0003 too few left for an automatic
 * choice; SEAT-0002 another traveller was quicker (`values.seats` the lost ones, `values.free` the others). With `change`:
 * SEAT-0001, 0012, 0004, 0005 of that reservation, SEAT-0007 when the tickets are not its own.
 */
export const holdSeats = (
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  body: HoldBody,
  now: number,
): Promise<DataOf<typeof seatHold>> =>
  failingFast([body.departureId], () => holdUnderLock(trx, operator, accountId, body, now));

async function holdUnderLock(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  body: HoldBody,
  now: number,
): Promise<DataOf<typeof seatHold>> {
  const { ticketIds, change } = body;
  const ride = findJourney(operator, body.departureId, body.from, body.to);
  if (!ride) throw new AppError('SEAT-0013');
  const mine: Mine = { accountId, ticketIds, change };
  const holdId = randomUUID();
  const { holdSeconds, maxSeats } = operator.settings.rules;
  const expiresAt = now + holdSeconds * 1000;
  const { departureId, firstLeg, endLeg, from, to, departAt, arriveAt } = ride;
  const stations = { fromStation: from.stationId, toStation: to.stationId };
  const stretch = { departureId, firstLeg, endLeg, ...stations, departAt, arriveAt };
  const holdOf = (seats: readonly string[]) => ({ holdId, ...mine, ...stretch, seats, now, expiresAt });
  // Named seats are taken first, in the same round trip. The rules are checked afterwards, and a refusal rolls back.
  const atOnce = change === undefined && body.seats?.every((seat) => carOfSeat(ride.formation, seat));
  const { rows, taken } =
    atOnce && body.seats
      ? await lockAndTake(trx, holdOf(body.seats))
      : { rows: await lockSeatTickets(trx, accountId, ticketIds), taken: undefined };
  const tickets = requireTickets(operator, rows, ticketIds, change);
  const before =
    change === undefined
      ? undefined
      : await requireChangeable(trx, operator, accountId, change, ticketIds, now);
  const count = body.seats?.length ?? tickets.length;
  requireAllowed(refusalOfRide(operator, { ride, tickets, seatCount: count, seatsLeft: count, now }));
  const classes = sharedClasses(tickets);
  if (body.seats) requireSeats(ride, body.seats, classes);

  const seats =
    body.seats ?? (await findSeats(trx, operator, ride, tickets, body.auto, { ...mine, before }, now));
  const { lost, heldElsewhere } = taken ?? (await takeSeats(trx, holdOf(seats)));
  if (heldElsewhere + count > maxSeats)
    throw new AppError('SEAT-0006', { values: { held: heldElsewhere, max: maxSeats } });
  if (lost.length > 0) {
    const free = seats.filter((seat) => !lost.includes(seat));
    throw new AppError('SEAT-0002', { values: { seats: lost.join(', '), free: free.join(', ') } });
  }
  return { holdId, seats, expiresAt: wireTime(expiresAt) };
}

function requireSeats(ride: Journey, seats: readonly string[], classes: ReadonlySet<string>): void {
  for (const seat of seats) {
    const car = carOfSeat(ride.formation, seat);
    if (!car) throw new AppError('SEAT-0013', { values: { seat } });
    if (!classes.has(car.class)) throw new AppError('SEAT-0010', { values: { seat, carClass: car.class } });
  }
}

const isRideOf = (row: ReservationRow, { departureId, firstLeg, endLeg }: Journey): boolean =>
  row.departure_id === departureId && row.first_leg === firstLeg && row.end_leg === endLeg;

/**
 * Chooses among the free seats. The departure is locked first, so the seats are still free when they are taken. A change
 * within one ride gets other seats while there are any.
 */
async function findSeats(
  trx: Trx,
  { settings }: OperatorData,
  ride: Journey,
  tickets: readonly SeatTicket[],
  auto: HoldBody['auto'],
  { before, ...mine }: Mine & { readonly before: ReservationRow | undefined },
  now: number,
): Promise<string[]> {
  const classes = sharedClasses(tickets);
  const carClass = auto?.carClass ?? settings.classes.find((each) => classes.has(each.class))?.class ?? '';
  if (!classes.has(carClass)) throw new AppError('SEAT-0010', { values: { carClass } });
  await lockForHold(trx, ride.departureId, mine, now);
  const among = (taken: ReadonlySet<string>) => carsToChooseFrom(ride, carClass, taken);
  const taken = await takenSeats(trx, ride, mine, now);
  const own = before && isRideOf(before, ride) ? before.seats.map(({ seat }) => seat) : [];
  const choose = (cars: ReturnType<typeof among>) =>
    chooseSeats(cars, tickets.length, auto?.prefer ?? 'together');
  const cars = among(taken);
  const left = cars.flatMap((car) => car.rows).reduce((sum, row) => sum + row.free.length, 0);
  const others = own.length > 0 ? choose(among(new Set([...taken, ...own]))) : null;
  const seats = others ?? choose(cars);
  if (!seats) {
    const open = nonReservedCars(ride.formation).join(', ');
    throw new AppError('SEAT-0003', { values: { left, cars: open } });
  }
  return seats;
}

// The seats of a train as one traveller sees them.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { seatMap } from '@kippu/contract/calls/traveller/train';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { findJourney, stationOf } from '../timetable/departure.ts';
import { refusalOfCut } from '../checks/check-request.ts';
import { requireAllowed } from '../checks/seat-refusal.ts';
import { facing, frontOf, lettersAcross, reservedCars, rowNumbers } from '../timetable/formation-seats.ts';
import { findReservation } from '../store/reservation-store.ts';
import { readSeatTickets } from '../store/seat-ticket-store.ts';
import { requireTickets } from '../checks/seat-ticket.ts';
import { seatOccupancy } from '../store/taken-seats-store.ts';

/**
 * Returns which end of a departure is in front, and its reserved cars with each seat's state on the ride: 'held' by an
 * active hold of the account (of `ticketIds`, when given), 'mine' in the reservation `change`, 'taken', or 'selectable'.
 * @param now epoch milliseconds
 * @throws AppError SEAT-0013 no such train or ride, SEAT-0015 or 0016 it is cut, SEAT-0004 it has left, SEAT-0001 `change` is not the account's,
 * TKT-0001 a ticket is not the account's
 */
export async function showSeatMap(
  db: Db,
  operator: OperatorData,
  accountId: string,
  { departureId, from, to, change, ticketIds }: QueryOf<typeof seatMap>,
  now: number,
): Promise<DataOf<typeof seatMap>> {
  const ride = findJourney(operator, departureId, from, to);
  if (!ride) throw new AppError('SEAT-0013');
  if (change !== undefined && !(await findReservation(db, accountId, change)))
    throw new AppError('SEAT-0001');
  const named = ticketIds?.split(',');
  if (named) requireTickets(operator, await readSeatTickets(db, accountId, named), named);
  requireAllowed(refusalOfCut(ride));
  if (ride.hasLeft || now >= ride.leavesAt) throw new AppError('SEAT-0004');
  const states = await seatOccupancy(db, ride, { accountId, change, ticketIds: named }, now);
  const { formation, trip } = ride;
  const { end } = operator.settings.directions[trip.direction];
  const faces = facing(formation, end);
  const towards = stationOf(operator, trip.stops.at(-1)?.stationId ?? to);
  return {
    front: { ...frontOf(formation, end), towards },
    cars: reservedCars(formation).map((car) => ({
      car: car.car,
      class: car.class,
      facilities: [...car.facilities],
      letters: lettersAcross(car),
      rows: rowNumbers(car).map((row) => ({
        row,
        seats: car.letters.map((letter) => ({
          letter,
          state: states.get(formatSeat({ car: car.car, row, letter })) ?? ('selectable' as const),
          power: car.power,
          window: letter === car.letters[0] || letter === car.letters.at(-1),
          facing: faces,
        })),
      })),
    })),
  };
}

// The seats of a train as one traveller sees them.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import { CAR_CLASSES } from '@kippu/contract/seat';
import type { seatMap } from '@kippu/contract/train';
import { formatSeat } from '@kippu/domain/seat-info';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { findJourney, stationOf } from './departure.ts';
import { facing, frontOf, lettersAcross, reservedCars, rowNumbers } from './formation-seats.ts';
import { findReservation } from './reservation-store.ts';
import { readSeatTickets } from './seat-ticket-store.ts';
import { requireTickets } from './seat-ticket.ts';
import { seatOccupancy } from './taken-seats-store.ts';

/**
 * Gives which end of a departure runs ahead and its reserved cars, every seat with its state for the stretch: 'held' by a living hold of the
 * account's own (of `ticketIds`, where they are named), 'mine' in the reservation `change`, 'taken', or 'selectable'. `now` is epoch milliseconds. Throws AppError
 * SEAT-0013 no such train or stretch, SEAT-0004 it has left, SEAT-0001 `change` is not the account's, TKT-0001 a ticket is not.
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
  if (now >= ride.departAt) throw new AppError('SEAT-0004');
  const states = await seatOccupancy(db, ride, { accountId, change, ticketIds: named }, now);
  const { formation, trip } = ride;
  const faces = facing(formation, trip.direction);
  const towards = stationOf(operator, trip.stops.at(-1)?.stationId ?? to);
  return {
    front: { ...frontOf(formation, trip.direction), towards },
    cars: reservedCars(formation, new Set(CAR_CLASSES)).map((car) => ({
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

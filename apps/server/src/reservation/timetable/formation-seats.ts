// The reservable seats of a formation.
import type { SeatPlace, TrainFront } from '@kippu/contract/calls/traveller/train';
import { parseSeat } from '@kippu/domain/reservation/seat-name';
import type { Formation, FormationCar } from '../../platform/operator/files/operator-schemas.ts';

/** The reserved cars, of the wanted classes if there are any, in car order. */
export const reservedCars = (formation: Formation, classes?: ReadonlySet<string>): FormationCar[] =>
  formation.cars
    .filter((car) => car.reserved && (classes?.has(car.class) ?? true))
    .toSorted((a, b) => a.car - b.car);

export const seatCount = (cars: readonly FormationCar[]): number =>
  cars.reduce((sum, car) => sum + car.rows * car.letters.length, 0);

export const nonReservedCars = (formation: Formation): number[] =>
  formation.cars.flatMap((car) => (car.reserved ? [] : [car.car])).toSorted((a, b) => a - b);

/** Returns the reserved car that has a seat such as '4-12A', or undefined. */
export function carOfSeat(formation: Formation, seatInfo: string): FormationCar | undefined {
  const seat = parseSeat(seatInfo);
  return formation.cars.find(
    (car) =>
      seat !== null &&
      car.reserved &&
      car.car === seat.car &&
      rowNumbers(car).includes(seat.row) &&
      car.letters.includes(seat.letter),
  );
}

/** The letters from side to side; '' is the aisle. */
export const lettersAcross = (car: FormationCar): string[] =>
  car.letters.flatMap((letter) =>
    letter === car.aisleAfter && letter !== car.letters.at(-1) ? [letter, ''] : [letter],
  );

export const rowNumbers = ({ rows, firstRow = 1 }: FormationCar): number[] =>
  Array.from({ length: rows }, (_, i) => firstRow + i);

/**
 * Returns whether the lowest or the highest number is in front: of the train's cars, and of each car's rows.
 * @param front the end of the line to which the train runs
 */
export function frontOf(formation: Formation, front: string): Pick<TrainFront, 'cars' | 'rows'> {
  return {
    cars: formation.carOneEnd === front ? 'low' : 'high',
    rows: formation.rowOneEnd === front ? 'low' : 'high',
  };
}

/** Which way a seat faces. Turning seats face forward; fixed seats face the end with row one. */
export const facing = (formation: Formation, front: string): SeatPlace['facing'] =>
  formation.seatsTurn || frontOf(formation, front).rows === 'low' ? 'forward' : 'backward';

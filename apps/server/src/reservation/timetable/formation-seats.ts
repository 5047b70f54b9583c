// The seats of a formation that may be reserved.
import type { CarClass } from '@kippu/contract/seat';
import type { SeatPlace, TrainFront } from '@kippu/contract/train';
import type { Direction } from '@kippu/contract/station';
import { parseSeat } from '@kippu/domain/seat-info';
import type { Formation, FormationCar } from '../operator/operator-schemas.ts';

/** The reserved cars of the wanted classes, in car order. */
export const reservedCars = (formation: Formation, classes: ReadonlySet<CarClass>): FormationCar[] =>
  formation.cars.filter((car) => car.reserved && classes.has(car.class)).toSorted((a, b) => a.car - b.car);

export const seatCount = (cars: readonly FormationCar[]): number =>
  cars.reduce((sum, car) => sum + car.rows * car.letters.length, 0);

export const nonReservedCars = (formation: Formation): number[] =>
  formation.cars.flatMap((car) => (car.reserved ? [] : [car.car])).toSorted((a, b) => a - b);

/** Takes '4-12A'; gives the reserved car that has this seat, or undefined. */
export function carOfSeat(formation: Formation, seatInfo: string): FormationCar | undefined {
  const seat = parseSeat(seatInfo);
  return formation.cars.find(
    (car) =>
      seat !== null &&
      car.reserved &&
      car.car === seat.car &&
      seat.row <= car.rows &&
      car.letters.includes(seat.letter),
  );
}

/** The letters from side to side, '' for the aisle. */
export const lettersAcross = (car: FormationCar): string[] =>
  car.letters.flatMap((letter) =>
    letter === car.aisleAfter && letter !== car.letters.at(-1) ? [letter, ''] : [letter],
  );

export const rowNumbers = (car: FormationCar): number[] => Array.from({ length: car.rows }, (_, i) => i + 1);

/** The end of the line a train runs to: inbound is from the airport. */
const endAhead = (direction: Direction): Formation['carOneEnd'] =>
  direction === 'inbound' ? 'kyoto' : 'airport';

/** Which end of the train, and of each car, runs ahead. */
export function frontOf(formation: Formation, direction: Direction): Pick<TrainFront, 'cars' | 'rows'> {
  const ahead = endAhead(direction);
  return {
    cars: formation.carOneEnd === ahead ? 'low' : 'high',
    rows: formation.rowOneEnd === ahead ? 'low' : 'high',
  };
}

/** Which way a seat looks: ahead when seats turn; fixed ones look to the end where row one is. */
export const facing = (formation: Formation, direction: Direction): SeatPlace['facing'] =>
  formation.seatsTurn || frontOf(formation, direction).rows === 'low' ? 'forward' : 'backward';

// The free seats of a ride, for an automatic choice.
import type { ChoiceCar } from '@kippu/domain/reservation/choose-seats';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import type { Journey } from '../timetable/departure.ts';
import { lettersAcross, reservedCars, rowNumbers } from '../timetable/formation-seats.ts';

/** Returns the reserved cars of a class with their seats that are not taken. */
export const carsToChooseFrom = (ride: Journey, carClass: string, taken: ReadonlySet<string>): ChoiceCar[] =>
  reservedCars(ride.formation, new Set([carClass])).map((car) => ({
    car: car.car,
    letters: lettersAcross(car),
    rows: rowNumbers(car).map((row) => ({
      row,
      free: car.letters.filter((letter) => !taken.has(formatSeat({ car: car.car, row, letter }))),
    })),
  }));

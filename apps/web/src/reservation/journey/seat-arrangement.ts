// How chosen seats lie to each other, for one line of words below them.
import { parseSeat, type SeatPosition } from '@kippu/domain/seat-info';
import type { SeatCar } from '@kippu/contract/train';

type Arrangement = 'one' | 'sideBySide' | 'acrossAisle' | 'sameRow' | 'nearRows' | 'sameCar' | 'apart';
type SeatSpot = 'window' | 'aisle' | 'middle';

/** Takes a car's letters across ('' is the aisle) and one of them; gives where that seat is. */
export function spotOf(letters: readonly string[], letter: string): SeatSpot {
  const column = letters.indexOf(letter);
  if (column === 0 || column === letters.length - 1) return 'window';
  return letters[column - 1] === '' || letters[column + 1] === '' ? 'aisle' : 'middle';
}

/** Takes the cars and a seat as '4-12A'; gives where it is, undefined for a car that is not among them. */
export function spotIn(cars: readonly SeatCar[], seat: string): SeatSpot | undefined {
  const place = parseSeat(seat);
  const car = cars.find((other) => other.car === place?.car);
  return place && car ? spotOf(car.letters, place.letter) : undefined;
}

/** Whether a row of a car is next to its luggage space, which lies by the doors at both ends. */
export function isNearLuggage(car: SeatCar, row: number): boolean {
  const rows = car.rows.map((other) => other.row);
  return car.facilities.includes('luggage') && (row === Math.min(...rows) || row === Math.max(...rows));
}

const steps = (numbers: readonly number[]) => {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  return sorted.slice(1).map((n, i) => n - sorted[i]!);
};

/** Takes the cars and seats as '4-12A' (one at least); tells how close together they are. */
export function arrangementOf(cars: readonly SeatCar[], seats: readonly string[]): Arrangement {
  const places = seats.map(parseSeat).filter((place): place is SeatPosition => place !== null);
  if (places.length <= 1) return 'one';
  const car = cars.find((other) => other.car === places[0]!.car);
  if (!car || places.some((place) => place.car !== car.car)) return 'apart';
  const gaps = steps(places.map((place) => place.row));
  if (gaps.length > 0) return gaps.every((gap) => gap === 1) ? 'nearRows' : 'sameCar';
  const columns = steps(places.map((place) => car.letters.indexOf(place.letter)));
  if (columns.every((gap) => gap === 1)) return 'sideBySide';
  const aisle = car.letters.indexOf('');
  const seated = car.letters.filter((letter) => letter !== '');
  const overAisle = steps(places.map((place) => seated.indexOf(place.letter))).every((gap) => gap === 1);
  return aisle >= 0 && overAisle ? 'acrossAisle' : 'sameRow';
}

// How the chosen seats lie relative to each other, for one line of text below the map.
import { parseSeat, type SeatPosition } from '@kippu/domain/reservation/seat-name';
import type { SeatCar } from '@kippu/contract/calls/traveller/train';

type Arrangement = 'one' | 'sideBySide' | 'acrossAisle' | 'sameRow' | 'nearRows' | 'sameCar' | 'apart';
type SeatSpot = 'window' | 'aisle' | 'middle';

/**
 * Returns the position of a seat by its letter. `letters` are the car's letters from side to side ('' is the aisle).
 */
export function spotOf(letters: readonly string[], letter: string): SeatSpot {
  const column = letters.indexOf(letter);
  if (column === 0 || column === letters.length - 1) return 'window';
  return letters[column - 1] === '' || letters[column + 1] === '' ? 'aisle' : 'middle';
}

/** Returns the position of a seat such as '4-12A'; undefined if its car is not listed. */
export function spotIn(cars: readonly SeatCar[], seat: string): SeatSpot | undefined {
  const place = parseSeat(seat);
  const car = cars.find((other) => other.car === place?.car);
  return place && car ? spotOf(car.letters, place.letter) : undefined;
}

/** Whether a row is next to the car's luggage space, which is by the doors at both ends. */
export function isNearLuggage(car: SeatCar, row: number): boolean {
  const rows = car.rows.map((other) => other.row);
  return car.facilities.includes('luggage') && (row === Math.min(...rows) || row === Math.max(...rows));
}

const steps = (numbers: readonly number[]) => {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  return sorted.slice(1).map((n, i) => n - sorted[i]!);
};

/** Returns how close together the seats are. `seats` are names such as '4-12A', at least one. */
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

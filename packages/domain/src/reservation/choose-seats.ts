// The automatic choice of seats: a group stays together, then each sits as it prefers.
import type { SeatPreference } from '@kippu/contract/seat-hold';
import { formatSeat } from './seat-info.ts';

/** A car as its formation draws it: letters from side to side with '' for the aisle, and the free seats of each row. */
export interface ChoiceCar {
  readonly car: number;
  readonly letters: readonly string[];
  readonly rows: readonly { readonly row: number; readonly free: readonly string[] }[];
}

interface Place {
  readonly car: number;
  readonly row: number;
  readonly letter: string;
  /** Index into the car's letters, the aisle counted. */
  readonly column: number;
  /** 0 left of the aisle, 1 right of it. */
  readonly side: number;
  readonly window: boolean;
  readonly aisle: boolean;
}

function placesOf(car: ChoiceCar, row: ChoiceCar['rows'][number]): Place[] {
  let side = 0;
  return car.letters.flatMap((letter, column) => {
    if (letter === '') side += 1;
    if (letter === '' || !row.free.includes(letter)) return [];
    const window = column === 0 || column === car.letters.length - 1;
    const aisle = car.letters[column - 1] === '' || car.letters[column + 1] === '';
    return [{ car: car.car, row: row.row, letter, column, side, window, aisle }];
  });
}

/** How many of the places are not of the preferred sort; fewer is better. */
const misses = (places: readonly Place[], prefer: SeatPreference) =>
  prefer === 'together' ? 0 : places.filter((p) => !p[prefer]).length;

const best = (choices: readonly Place[][], prefer: SeatPreference): Place[] | null =>
  choices.reduce<Place[] | null>(
    (kept, next) => (kept && misses(kept, prefer) <= misses(next, prefer) ? kept : next),
    null,
  );

/** Every run of `count` neighbouring places of one row; across the aisle only if allowed. */
function runs(row: readonly Place[], count: number, acrossAisle: boolean): Place[][] {
  return row
    .map((_, i) => row.slice(i, i + count))
    .filter(
      (run) =>
        run.length === count &&
        run.every((p, i) => {
          const before = run[i - 1];
          if (!before) return true;
          const gap = p.column - before.column;
          return p.side === before.side ? gap === 1 : acrossAisle && gap === 2;
        }),
    );
}

/** Every block of adjacent rows with enough places, the shortest block at each start; its fullest rows first. */
function blocks(rows: readonly (readonly Place[])[], count: number, prefer: SeatPreference): Place[][] {
  const found: Place[][] = [];
  for (let first = 0; first < rows.length; first += 1) {
    const block: Place[] = [];
    for (let last = first; last < rows.length; last += 1) {
      const row = rows[last]!;
      const previous = rows[last - 1]?.[0];
      const adjacent = last === first || (previous && row[0] && Math.abs(row[0].row - previous.row) === 1);
      if (row.length === 0 || !adjacent) break;
      block.push(...row);
      if (block.length >= count) {
        found.push(preferred(block, count, prefer));
        break;
      }
    }
  }
  // Fewer rows keep the group closer.
  const spread = (b: Place[]) => new Set(b.map((p) => p.row)).size;
  const least = Math.min(...found.map(spread));
  return found.filter((b) => spread(b) === least);
}

/** The first `count` places, those of the preferred sort ahead. */
const preferred = (places: readonly Place[], count: number, prefer: SeatPreference): Place[] =>
  prefer === 'together'
    ? places.slice(0, count)
    : [...places].toSorted((a, b) => Number(b[prefer]) - Number(a[prefer])).slice(0, count);

/**
 * Takes the cars with their free seats, in the order they should be filled, how many seats are wanted (1 or more) and
 * what is preferred; gives that many seats as '4-12A', in the order of the train, or null when fewer are free.
 * It keeps a group together as far as it can: neighbours in one row on one side of the aisle, then in one row across
 * the aisle, then adjacent rows of one car (as few as possible), then one car, then any. Among equals it takes what
 * is preferred (window or aisle seats; for 'together' the first found), then the first. Same input, same seats.
 */
export function chooseSeats(
  cars: readonly ChoiceCar[],
  count: number,
  prefer: SeatPreference,
): string[] | null {
  const byCar = cars.map((car) =>
    car.rows.toSorted((a, b) => a.row - b.row).map((row) => placesOf(car, row)),
  );
  const rows = byCar.flat();
  const all = rows.flat();
  if (!Number.isInteger(count) || count < 1 || all.length < count) return null;
  const oneCar = byCar.map((car) => car.flat()).filter((places) => places.length >= count);
  const chosen =
    best(
      rows.flatMap((row) => runs(row, count, false)),
      prefer,
    ) ??
    best(
      rows.flatMap((row) => runs(row, count, true)),
      prefer,
    ) ??
    best(
      byCar.flatMap((car) => blocks(car, count, prefer)),
      prefer,
    ) ??
    best(
      oneCar.map((places) => preferred(places, count, prefer)),
      prefer,
    ) ??
    preferred(all, count, prefer);
  const order = new Map(all.map((place, i) => [place, i]));
  return chosen.toSorted((a, b) => order.get(a)! - order.get(b)!).map(formatSeat);
}

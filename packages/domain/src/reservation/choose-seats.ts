// The automatic choice of seats: keeps a group together, then honours preferences.
import type { SeatPreference } from '@kippu/contract/calls/traveller/seat-hold';
import { formatSeat } from './seat-name.ts';

/** A car of the formation: letters from side to side with '' for the aisle, and the free letters of each row. */
export interface ChoiceCar {
  readonly car: number;
  readonly letters: readonly string[];
  readonly rows: readonly { readonly row: number; readonly free: readonly string[] }[];
}

interface Place {
  readonly car: number;
  readonly row: number;
  readonly letter: string;
  /** Index into the car's letters, including the aisle. */
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
    if (!row.free.includes(letter)) return [];
    const window = column === 0 || column === car.letters.length - 1;
    const aisle = car.letters[column - 1] === '' || car.letters[column + 1] === '';
    return [{ car: car.car, row: row.row, letter, column, side, window, aisle }];
  });
}

/** How many of the places are not of the preferred kind; fewer is better. */
const misses = (places: readonly Place[], prefer: SeatPreference) =>
  prefer === 'together' ? 0 : places.filter((p) => !p[prefer]).length;

const best = (choices: readonly Place[][], prefer: SeatPreference): Place[] | null =>
  choices.reduce<Place[] | null>(
    (kept, next) => (kept && misses(kept, prefer) <= misses(next, prefer) ? kept : next),
    null,
  );

/** Returns every run of `count` neighbouring places of one row, across the aisle only if allowed. */
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

/**
 * Returns the preferred places of each block of adjacent rows of one car with enough places: the shortest block from
 * each row.
 */
function blocksOf(rows: readonly (readonly Place[])[], count: number, prefer: SeatPreference): Place[][] {
  const found: Place[][] = [];
  for (const [first, start] of rows.entries()) {
    const block: Place[] = [];
    for (const [i, row] of rows.slice(first).entries()) {
      // A missing row, or one without a free seat, ends the block.
      if (row[0]?.row !== (start[0]?.row ?? 0) + i) break;
      block.push(...row);
      if (block.length >= count) {
        found.push(preferred(block, count, prefer).toSorted((a, b) => a.row - b.row));
        break;
      }
    }
  }
  return found;
}

/** Returns the blocks of the train with the fewest rows from first to last: they keep the group closest. */
function closestBlocks(
  cars: readonly (readonly (readonly Place[])[])[],
  count: number,
  prefer: SeatPreference,
): Place[][] {
  const found = cars.flatMap((rows) => blocksOf(rows, count, prefer));
  const span = (block: Place[]) => block.at(-1)!.row - block[0]!.row;
  const least = Math.min(...found.map(span));
  return found.filter((block) => span(block) === least);
}

/** Returns the first `count` places, preferred ones first. */
const preferred = (places: readonly Place[], count: number, prefer: SeatPreference): Place[] =>
  prefer === 'together'
    ? places.slice(0, count)
    : [...places].toSorted((a, b) => Number(b[prefer]) - Number(a[prefer])).slice(0, count);

/**
 * Chooses seats for a group. It keeps the group together as far as possible: neighbours in one row on one side of the
 * aisle, then one row across the aisle, then adjacent rows of one car (as few as possible), then one car, then any.
 * Among equal choices it takes the preferred seats (window or aisle; for 'together' the first found), then the first.
 * The same input always gives the same seats.
 * @param cars with their free seats, in the order in which to fill them
 * @param count how many seats, 1 or more
 * @returns the seats as '4-12A' in train order, or null if fewer are free
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
    best(closestBlocks(byCar, count, prefer), prefer) ??
    best(
      oneCar.map((places) => preferred(places, count, prefer)),
      prefer,
    ) ??
    preferred(all, count, prefer);
  const order = new Map(all.map((place, i) => [place, i]));
  return chosen.toSorted((a, b) => order.get(a)! - order.get(b)!).map(formatSeat);
}

// The automatic choice of seats: together first, then as preferred.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSeats, type ChoiceCar } from './choose-seats.ts';

const LETTERS = ['A', 'B', '', 'C', 'D'];
/** Builds a car from the free letters of each row, from row 1 on. */
const car = (number: number, ...rows: string[]): ChoiceCar => ({
  car: number,
  letters: LETTERS,
  rows: rows.map((free, i) => ({ row: i + 1, free: [...free] })),
});

interface Seat {
  readonly car: number;
  readonly row: number;
  readonly letter: string;
}

/** Letters of a car with three seats on one side, where two free seats on one side may not be neighbours. */
const WIDE = ['A', 'B', 'C', '', 'D', 'E'];
const isWindow = ({ letter }: Seat) => letter === 'A' || letter === 'E';
const isAisle = ({ letter }: Seat) => letter === 'C' || letter === 'D';

/** Returns every choice of `count` of the `seats`, in train order. */
function choices(seats: readonly Seat[], count: number, from = 0): Seat[][] {
  if (count === 0) return [[]];
  return seats
    .slice(from)
    .flatMap((seat, i) => choices(seats, count - 1, from + i + 1).map((rest) => [seat, ...rest]));
}

/** Rates how far apart a choice is: 1 neighbours, 2 across the aisle, 3 adjacent rows, 4 one car, 5 anywhere. */
function distance(choice: readonly Seat[], rowsOf: (car: number) => ReadonlySet<number>): number {
  const columns = choice.map(({ letter }) => 'ABCDE'.indexOf(letter));
  const [first, last] = [choice[0]!, choice.at(-1)!];
  if (choice.some(({ car: number }) => number !== first.car)) return 5;
  const neighbours = columns.every((column, i) => i === 0 || column === columns[i - 1]! + 1);
  if (first.row === last.row && neighbours)
    return columns.some((c) => c <= 2) && columns.some((c) => c > 2) ? 2 : 1;
  const rows = rowsOf(first.car);
  for (let row = first.row; row <= last.row; row += 1) if (!rows.has(row)) return 4;
  return 3;
}

/** Finds the choice that `chooseSeats` documents by trying all. */
function bestByTrying(cars: readonly ChoiceCar[], count: number, prefer: 'window' | 'aisle' | 'together') {
  const seats = cars.flatMap(({ car: number, rows }) =>
    rows
      .toSorted((a, b) => a.row - b.row)
      .flatMap(({ row, free }) =>
        WIDE.filter((letter) => letter !== '' && free.includes(letter)).map((letter) => ({
          car: number,
          row,
          letter,
        })),
      ),
  );
  const rowsOf = (number: number) =>
    new Set(seats.filter((seat) => seat.car === number).map((seat) => seat.row));
  const wanted = { window: isWindow, aisle: isAisle, together: () => true }[prefer];
  const rank = (choice: readonly Seat[]) => {
    const far = distance(choice, rowsOf);
    const span = far === 3 ? choice.at(-1)!.row - choice[0]!.row : 0;
    return [far, span, choice.filter((seat) => !wanted(seat)).length];
  };
  const isBetter = (a: readonly number[], b: readonly number[]) => {
    const i = a.findIndex((each, at) => each !== b[at]);
    return i >= 0 && a[i]! < b[i]!;
  };
  const ranked = choices(seats, count).map((choice) => ({ choice, rank: rank(choice) }));
  const [head, ...tail] = ranked;
  if (!head) return null;
  const found = tail.reduce((kept, next) => (isBetter(next.rank, kept.rank) ? next : kept), head);
  return found.choice.map(({ car: number, row, letter }) => `${number}-${row}${letter}`);
}

describe('chooseSeats', () => {
  it('finds the same choice as an exhaustive search', () => {
    const row = fc.record({
      row: fc.integer({ min: 1, max: 6 }),
      free: fc.subarray(['A', 'B', 'C', 'D', 'E']),
    });
    const rows = fc.uniqueArray(row, { maxLength: 4, selector: (each) => each.row });
    const train = fc
      .array(rows, { minLength: 1, maxLength: 2 })
      .filter((all) => all.flat().reduce((sum, { free }) => sum + free.length, 0) <= 11)
      .map((all) => all.map((each, i) => ({ car: i + 1, letters: WIDE, rows: each })));
    const prefer = fc.constantFrom('window' as const, 'aisle' as const, 'together' as const);
    fc.assert(
      fc.property(train, fc.integer({ min: 1, max: 5 }), prefer, (cars, count, input) => {
        expect(chooseSeats(cars, count, input)).toEqual(bestByTrying(cars, count, input));
      }),
      { numRuns: 2000 },
    );
  });

  it('prefers neighbours on one side to a row across the aisle', () => {
    expect(chooseSeats([car(1, 'BC', 'CD')], 2, 'together')).toEqual(['1-2C', '1-2D']);
    expect(chooseSeats([car(1, 'BC', 'A', 'D')], 2, 'together')).toEqual(['1-1B', '1-1C']);
  });

  it('prefers one row for four, then adjacent rows', () => {
    expect(chooseSeats([car(1, 'ABC', 'ABCD')], 4, 'together')).toEqual(['1-2A', '1-2B', '1-2C', '1-2D']);
    expect(chooseSeats([car(1, 'AB', '', 'AB', 'CD')], 4, 'together')).toEqual([
      '1-3A',
      '1-3B',
      '1-4C',
      '1-4D',
    ]);
  });

  it('prefers the car with the closest rows to the first car', () => {
    const far = { car: 1, letters: WIDE, rows: [1, 2, 3].map((row) => ({ row, free: ['A'] })) };
    const near = { car: 2, letters: WIDE, rows: [1, 2].map((row) => ({ row, free: ['A', 'E'] })) };
    expect(chooseSeats([far, near], 3, 'window')).toEqual(['2-1A', '2-1E', '2-2A']);
  });

  it('does not skip a row for a window', () => {
    const free = { 1: 'AE', 2: 'C', 3: 'AE', 4: 'BCD' };
    const rows = Object.entries(free).map(([row, letters]) => ({ row: Number(row), free: [...letters] }));
    expect(chooseSeats([{ car: 1, letters: WIDE, rows }], 4, 'window')).toEqual([
      '1-3A',
      '1-3E',
      '1-4B',
      '1-4C',
    ]);
  });

  it('keeps a group in one car if possible', () => {
    expect(chooseSeats([car(1, 'A'), car(2, 'A', '', 'D')], 2, 'together')).toEqual(['2-1A', '2-3D']);
    expect(chooseSeats([car(1, 'A'), car(2, 'B')], 2, 'together')).toEqual(['1-1A', '2-1B']);
  });

  it('never counts rows of two cars as adjacent', () => {
    expect(chooseSeats([car(1, 'A'), car(2, '', 'A', 'A')], 2, 'together')).toEqual(['2-2A', '2-3A']);
  });

  it('gives a single traveller the preferred seat', () => {
    expect(chooseSeats([car(1, 'BC', 'D')], 1, 'window')).toEqual(['1-2D']);
    expect(chooseSeats([car(1, 'AD', 'C')], 1, 'aisle')).toEqual(['1-2C']);
    expect(chooseSeats([car(1, 'B')], 1, 'window')).toEqual(['1-1B']);
  });

  it('returns null if too few are free, or none are wanted', () => {
    expect(chooseSeats([car(1, 'AB')], 3, 'together')).toBeNull();
    expect(chooseSeats([], 1, 'window')).toBeNull();
    expect(chooseSeats([car(1, 'AB')], 0, 'window')).toBeNull();
  });

  it('always returns as many different free seats as wanted, if there are enough', () => {
    const row = fc.subarray(['A', 'B', 'C', 'D']).map((free) => free.join(''));
    const train = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
    const prefer = fc.constantFrom('window' as const, 'aisle' as const, 'together' as const);
    fc.assert(
      fc.property(train, fc.integer({ min: 1, max: 6 }), prefer, (rows, count, input) => {
        const cars = rows.map((r, i) => car(i + 1, ...r));
        const free = cars.flatMap((c) =>
          c.rows.flatMap((r) => r.free.map((letter) => `${c.car}-${r.row}${letter}`)),
        );
        const chosen = chooseSeats(cars, count, input);
        if (free.length < count) {
          expect(chosen).toBeNull();
          return;
        }
        expect(new Set(chosen).size).toBe(count);
        expect(chosen!.every((seat) => free.includes(seat))).toBe(true);
        const pairFree = cars.some((c) => c.rows.some((r) => /AB|CD/.test(r.free.join(''))));
        if (count === 2 && pairFree) expect(chosen!.map((s) => s.at(-1)).join('')).toMatch(/^(AB|CD)$/);
      }),
    );
  });
});

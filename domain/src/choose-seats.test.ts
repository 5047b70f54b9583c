// The automatic choice: together first, then as preferred.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSeats, type ChoiceCar } from './choose-seats.ts';

const LETTERS = ['A', 'B', '', 'C', 'D'];
/** A car from one word of free letters per row, from row 1 on. */
const car = (number: number, ...rows: string[]): ChoiceCar => ({
  car: number,
  letters: LETTERS,
  rows: rows.map((free, i) => ({ row: i + 1, free: [...free] })),
});

describe('chooseSeats', () => {
  it('takes neighbours on one side before a row across the aisle', () => {
    expect(chooseSeats([car(1, 'BC', 'CD')], 2, 'together')).toEqual(['1-2C', '1-2D']);
    expect(chooseSeats([car(1, 'BC', 'A', 'D')], 2, 'together')).toEqual(['1-1B', '1-1C']);
  });

  it('takes one row for four, then adjacent rows', () => {
    expect(chooseSeats([car(1, 'ABC', 'ABCD')], 4, 'together')).toEqual(['1-2A', '1-2B', '1-2C', '1-2D']);
    expect(chooseSeats([car(1, 'AB', '', 'AB', 'CD')], 4, 'together')).toEqual([
      '1-3A',
      '1-3B',
      '1-4C',
      '1-4D',
    ]);
  });

  it('keeps to one car before it splits a group', () => {
    expect(chooseSeats([car(1, 'A'), car(2, 'A', '', 'D')], 2, 'together')).toEqual(['2-1A', '2-3D']);
    expect(chooseSeats([car(1, 'A'), car(2, 'B')], 2, 'together')).toEqual(['1-1A', '2-1B']);
  });

  it('never takes adjacent rows across two cars', () => {
    expect(chooseSeats([car(1, 'A'), car(2, '', 'A', 'A')], 2, 'together')).toEqual(['2-2A', '2-3A']);
  });

  it('gives one traveller the seat preferred', () => {
    expect(chooseSeats([car(1, 'BC', 'D')], 1, 'window')).toEqual(['1-2D']);
    expect(chooseSeats([car(1, 'AD', 'C')], 1, 'aisle')).toEqual(['1-2C']);
    expect(chooseSeats([car(1, 'B')], 1, 'window')).toEqual(['1-1B']);
  });

  it('gives null when too few are free, or none are wanted', () => {
    expect(chooseSeats([car(1, 'AB')], 3, 'together')).toBeNull();
    expect(chooseSeats([], 1, 'window')).toBeNull();
    expect(chooseSeats([car(1, 'AB')], 0, 'window')).toBeNull();
  });

  it('always gives the wanted number of different free seats when there are so many', () => {
    const row = fc.subarray(['A', 'B', 'C', 'D']).map((free) => free.join(''));
    const train = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
    const prefer = fc.constantFrom('window' as const, 'aisle' as const, 'together' as const);
    fc.assert(
      fc.property(train, fc.integer({ min: 1, max: 6 }), prefer, (rows, count, wish) => {
        const cars = rows.map((r, i) => car(i + 1, ...r));
        const free = cars.flatMap((c) =>
          c.rows.flatMap((r) => r.free.map((letter) => `${c.car}-${r.row}${letter}`)),
        );
        const chosen = chooseSeats(cars, count, wish);
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

// Legs, overlap and the written seat.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSeat, legsBetween, overlaps, parseSeat, splitSeat } from './seat-legs.ts';

const span = fc
  .tuple(fc.nat(20), fc.integer({ min: 1, max: 10 }))
  .map(([from, hops]) => ({ from, to: from + hops }));

describe('legs', () => {
  it('are the hops between stops', () => {
    expect(legsBetween({ from: 1, to: 4 })).toEqual([1, 2, 3]);
    for (const wrong of [
      { from: 2, to: 2 },
      { from: 3, to: 1 },
      { from: -1, to: 1 },
      { from: 0.5, to: 2 },
    ])
      expect(() => legsBetween(wrong)).toThrow(RangeError);
  });

  it('let a seat change hands at a stop', () => {
    expect(overlaps({ from: 0, to: 2 }, { from: 2, to: 4 })).toBe(false);
    expect(overlaps({ from: 0, to: 3 }, { from: 2, to: 4 })).toBe(true);
  });

  it('overlap exactly when they share one', () => {
    fc.assert(
      fc.property(span, span, (a, b) => {
        const shared = legsBetween(a).some((leg) => legsBetween(b).includes(leg));
        expect(overlaps(a, b)).toBe(shared);
        expect(overlaps(b, a)).toBe(shared);
      }),
    );
  });
});

describe('the written seat', () => {
  it('goes there and back', () => {
    const seat = fc.record({
      car: fc.integer({ min: 1, max: 99 }),
      row: fc.integer({ min: 1, max: 99 }),
      letter: fc.constantFrom('A', 'B', 'C', 'D', 'Z'),
    });
    fc.assert(
      fc.property(seat, (s) => {
        expect(parseSeat(formatSeat(s))).toEqual(s);
      }),
    );
  });

  it('has one form', () => {
    for (const wrong of [
      '',
      '4',
      '4-A',
      '4-12',
      '04-12A',
      '4-012A',
      '4-12a',
      '4-12AB',
      '4-12A\n',
      ' 4-12A',
      '0-1A',
    ])
      expect(parseSeat(wrong), wrong).toBeNull();
    expect(splitSeat('4-12A')).toEqual({ car: '4', seat: '12A' });
    expect(splitSeat('x')).toBeNull();
  });
});

// The written form of a seat.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSeat, parseSeat, splitSeat } from './seat-name.ts';

describe('the written seat', () => {
  it('survives a round trip', () => {
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

// Minor units, the tax inside a price, and fees: exact for every amount, and by examples that a clerk would compute.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hundredthsOf, minorOf } from './minor-units.ts';
import { feeOf, ROUNDINGS, taxInside } from './tax.ts';

describe('minor units', () => {
  test.each([
    [220_000, 0, 2_200],
    [4_850, 2, 4_850],
    [12_345, 3, 123_450],
    [1, 0, undefined],
    [150, 0, undefined],
  ])('%i hundredths with %i digits are %s', (hundredths, digits, minor) => {
    expect(minorOf(hundredths, digits)).toBe(minor);
    if (minor !== undefined) expect(hundredthsOf(minor, digits)).toBe(hundredths);
  });
});

test.each([
  [2_200, 1_000, 'down', 200],
  [1_099, 1_000, 'down', 99],
  [1_099, 1_000, 'halfUp', 100],
  [1_099, 1_000, 'up', 100],
  [4_850, 810, 'halfUp', 363],
  [0, 1_000, 'up', 0],
  [999, 0, 'up', 0],
] as const)('%i at %i rounded %s contains %i', (price, rate, rounding, tax) => {
  expect(taxInside(price, rate, rounding)).toBe(tax);
});

test('the tax is within one unit of the exact one, on the side that the rule says', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000_000_000_00),
      fc.nat(10_000),
      fc.constantFrom(...ROUNDINGS),
      (price, rate, rounding) => {
        const tax = taxInside(price, rate, rounding);
        // price × rate − tax × (10000 + rate), exactly.
        const rest = BigInt(price) * BigInt(rate) - BigInt(tax) * BigInt(10_000 + rate);
        const unit = BigInt(10_000 + rate);
        if (rounding === 'down') expect(rest >= 0n && rest < unit).toBe(true);
        if (rounding === 'up') expect(rest <= 0n && -rest < unit).toBe(true);
        if (rounding === 'halfUp') expect(2n * rest < unit && -2n * rest <= unit).toBe(true);
        expect(tax).toBeLessThanOrEqual(price);
      },
    ),
  );
});

test('a fee is an amount or a part rounded up, and never above the price', () => {
  expect(feeOf({ amount: 340 }, 2_200)).toBe(340);
  expect(feeOf({ amount: 340 }, 100)).toBe(100);
  expect(feeOf({ rate: 3_000 }, 2_201)).toBe(661);
  expect(feeOf({ rate: 10_000 }, 2_201)).toBe(2_201);
  expect(feeOf({ rate: 0 }, 2_201)).toBe(0);
});

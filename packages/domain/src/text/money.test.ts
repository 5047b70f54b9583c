// Money as people read it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it.each([
    [0, '0\u00a0JPY'],
    [100, '1\u00a0JPY'],
    [99_900, '999\u00a0JPY'],
    [123_400, '1,234\u00a0JPY'],
    [123_456_700, '1,234,567\u00a0JPY'],
    [5, '0.05\u00a0JPY'],
    [123_450, '1,234.50\u00a0JPY'],
    [-123_400, '-1,234\u00a0JPY'],
  ])('%i is %s', (amount, shown) => expect(formatMoney(amount)).toBe(shown));

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const [, sign, yen, rest = '0'] = /^(-?)([\d,]+)(?:\.(\d\d))?\u00a0JPY$/.exec(formatMoney(amount))!;
        const size = BigInt(yen!.replaceAll(',', '')) * 100n + BigInt(rest);
        expect(sign ? -size : size).toBe(BigInt(amount));
      }),
    );
  });

  it('throws on an invalid amount', () => {
    for (const wrong of [Number.NaN, 0.5, Number.POSITIVE_INFINITY])
      expect(() => formatMoney(wrong)).toThrow(RangeError);
  });
});

// Money as people read and type it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, MAX_PRICE, parseMoney, typedMoney } from './money.ts';

const JPY = { code: 'JPY', digits: 0 };
const CHF = { code: 'CHF', digits: 2 };

describe('formatMoney', () => {
  it.each([
    [0, '0\u00a0JPY', '0.00\u00a0CHF'],
    [100, '1\u00a0JPY', '1.00\u00a0CHF'],
    [99_900, '999\u00a0JPY', '999.00\u00a0CHF'],
    [123_400, '1,234\u00a0JPY', '1,234.00\u00a0CHF'],
    [123_456_700, '1,234,567\u00a0JPY', '1,234,567.00\u00a0CHF'],
    [5, '0.05\u00a0JPY', '0.05\u00a0CHF'],
    [123_450, '1,234.50\u00a0JPY', '1,234.50\u00a0CHF'],
    [-123_400, '-1,234\u00a0JPY', '-1,234.00\u00a0CHF'],
  ])('%i is %s', (amount, yen, francs) => {
    expect([formatMoney(amount, JPY), formatMoney(amount, CHF)]).toEqual([yen, francs]);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(JPY, CHF), (amount, currency) => {
        const shown = formatMoney(amount, currency);
        const [, sign, main = '', rest = '0'] = /^(-?)([\d,]+)(?:\.(\d\d))?\u00a0[A-Z]{3}$/.exec(shown) ?? [];
        const size = BigInt(main.replaceAll(',', '')) * 100n + BigInt(rest);
        expect(sign ? -size : size).toBe(BigInt(amount));
        expect(main).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
    );
  });

  it('throws on an invalid amount', () => {
    for (const wrong of [Number.NaN, 0.5, Number.POSITIVE_INFINITY])
      expect(() => formatMoney(wrong, JPY)).toThrow(RangeError);
  });
});

describe('parseMoney', () => {
  it.each([
    ['1200', 120_000, 120_000],
    ['1,200', 120_000, 120_000],
    ['１，２００円', 120_000, undefined],
    ['1200 スイス フラン', undefined, 120_000],
    ['¥1 200', 120_000, 120_000],
    ['0', 0, 0],
    ['12.5', undefined, 1_250],
    ['12.50', undefined, 1_250],
    ['12.505', undefined, undefined],
    ['-1', undefined, undefined],
    ['', undefined, undefined],
    ['1e3', undefined, undefined],
    [String(MAX_PRICE), MAX_PRICE * 100, MAX_PRICE * 100],
    [String(MAX_PRICE + 1), undefined, undefined],
  ])('%s', (text, yen, francs) => {
    expect([parseMoney(text, JPY), parseMoney(text, CHF)]).toEqual([yen, francs]);
  });

  it('reads a code before or after the number', () => {
    expect([parseMoney('CHF 12.50', CHF), parseMoney('12.50 CHF', CHF), parseMoney('12 EUR', CHF)]).toEqual([
      1_250,
      1_250,
      undefined,
    ]);
  });

  it('reads what a field shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PRICE * 100 }), (amount) => {
        expect(parseMoney(typedMoney(amount, CHF), CHF)).toBe(amount);
      }),
    );
  });
});

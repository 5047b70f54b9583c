// Money as people read and type it.
import type { Currency } from '@kippu/contract/page-settings';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fallbackLanguage, offeredLanguages, setLanguages } from '@kippu/contract/languages';
import { formatMoney, MAX_PRICE, parseMoney, typedMoney } from './money.ts';

const OFFERED = { languages: offeredLanguages(), fallback: fallbackLanguage() };
const JPY = { code: 'JPY', digits: 0 };
const CHF = { code: 'CHF', digits: 2 };

describe('formatMoney', () => {
  it.each([
    [0, '¥0', 'CHF\u00a00.00', '0,00\u00a0CHF'],
    [100, '¥1', 'CHF\u00a01.00', '1,00\u00a0CHF'],
    [99_900, '¥999', 'CHF\u00a0999.00', '999,00\u00a0CHF'],
    [123_456_700, '¥1,234,567', 'CHF\u00a01,234,567.00', '1.234.567,00\u00a0CHF'],
    [5, '¥0.05', 'CHF\u00a00.05', '0,05\u00a0CHF'],
    [123_450, '¥1,234.50', 'CHF\u00a01,234.50', '1.234,50\u00a0CHF'],
    [-123_400, '-¥1,234', '-CHF\u00a01,234.00', '-1.234,00\u00a0CHF'],
  ])('%i is %s, %s and %s', (amount, yen, english, german) => {
    expect([
      formatMoney(amount, JPY, 'en'),
      formatMoney(amount, CHF, 'en'),
      formatMoney(amount, CHF, 'de'),
    ]).toEqual([yen, english, german]);
  });

  it('has the form of each language', () => {
    const forms = (currency: Currency) =>
      ['ja', 'ko', 'zh-CN', 'zh-TW'].map((language) => formatMoney(123_400, currency, language));
    expect(forms(JPY)).toEqual(['￥1,234', 'JP¥1,234', 'JP¥1,234', '¥1,234']);
    expect(forms({ code: 'EUR', digits: 2 })).toEqual(['€1,234.00', '€1,234.00', '€1,234.00', '€1,234.00']);
  });

  it('keeps every digit', () => {
    const amounts = fc.integer({ min: -1e15, max: 1e15 });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(JPY, CHF),
        fc.constantFrom('de', 'en'),
        (amount, currency, language) => {
          const shown = formatMoney(amount, currency, language);
          const [main = '', rest = '0'] = shown
            .replaceAll(language === 'de' ? '.' : ',', '')
            .replaceAll(/[^\d.,]/g, '')
            .split(/[.,]/);
          const size = BigInt(main) * 100n + BigInt(rest);
          expect(shown.startsWith('-') ? -size : size).toBe(BigInt(amount));
        },
      ),
    );
  });

  it('throws on an invalid amount', () => {
    for (const wrong of [Number.NaN, 0.5, Number.POSITIVE_INFINITY])
      expect(() => formatMoney(wrong, JPY, 'en')).toThrow(RangeError);
  });
});

describe('parseMoney', () => {
  afterEach(() => setLanguages(OFFERED));
  it.each([
    ['1200', 120_000, 120_000],
    ['1,200', 120_000, 120_000],
    ['１，２００円', 120_000, undefined],
    ['1200 スイス フラン', undefined, 120_000],
    ['¥1 200', 120_000, 120_000],
    ['0', 0, 0],
    ['12.5', undefined, 1_250],
    ['12.50', undefined, 1_250],
    ['12,50', undefined, 1_250],
    ['12,5', undefined, 1_250],
    ["1'200.50", undefined, 120_050],
    ['1 200,50', undefined, 120_050],
    ['1,234,567', 123_456_700, 123_456_700],
    ['12.505', undefined, undefined],
    ['1,234,50', undefined, undefined],
    ['1,234.567', undefined, undefined],
    ['1.2345', undefined, undefined],
    ['-1', undefined, undefined],
    ['', undefined, undefined],
    ['1e3', undefined, undefined],
    [String(MAX_PRICE), MAX_PRICE * 100, MAX_PRICE * 100],
    [String(MAX_PRICE + 1), undefined, undefined],
  ])('%s', (text, yen, francs) => {
    expect([parseMoney(text, JPY, 'en'), parseMoney(text, CHF, 'en')]).toEqual([yen, francs]);
  });

  it.each([
    ['48,50', 4_850],
    ['48.50', 4_850],
    ['1.200', 120_000],
    ['1.200,50', 120_050],
    ['1.200,50 Schweizer Franken', 120_050],
    ['1,200', undefined],
    ['1.200.50', undefined],
  ])('in German, %s', (text, francs) => {
    setLanguages({ languages: ['de'], fallback: 'de' });
    expect(parseMoney(text, CHF, 'de')).toBe(francs);
  });

  it('reads a code before or after the number', () => {
    expect(['CHF 12.50', '12.50 CHF', '12 EUR'].map((text) => parseMoney(text, CHF, 'en'))).toEqual([
      1_250,
      1_250,
      undefined,
    ]);
  });

  it('reads what a field shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_PRICE * 100 }),
        fc.constantFrom('de', 'en', 'ja', 'ko', 'zh-CN', 'zh-TW'),
        (amount, language) => {
          expect(parseMoney(typedMoney(amount, CHF, language), CHF, language)).toBe(amount);
          expect(parseMoney(formatMoney(amount, CHF, language), CHF, language)).toBe(amount);
        },
      ),
    );
  });
});

// Money for people to read and type. On the wire an amount is an integer in hundredths of the currency's main unit.
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import type { Currency } from '@kippu/contract/page-settings';

/** The highest price of one ticket, in the main unit. */
export const MAX_PRICE = 100_000_000;

const TWO_DIGITS = 2;

/** Formats hundredths with the digits of the currency, or two if they have a fraction of its minor unit. */
function formatted(
  hundredths: number,
  { digits }: Currency,
  language: Language,
  options: Intl.NumberFormatOptions,
): string {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an amount: ${hundredths}`);
  const fraction = hundredths % 100 === 0 ? digits : Math.max(digits, TWO_DIGITS);
  const form = { minimumFractionDigits: fraction, maximumFractionDigits: fraction, ...options };
  return new Intl.NumberFormat(language, form).format(hundredths / 100);
}

/**
 * Formats an amount as the language writes the currency: '1.234,50\u00a0EUR', '€12.50'. Exact below ten trillion of the main unit.
 * @param hundredths hundredths of the main unit
 * @throws RangeError if it is not a safe integer
 */
export const formatMoney = (hundredths: number, currency: Currency, language: Language): string =>
  formatted(hundredths, currency, language, { style: 'currency', currency: currency.code });

/** Formats an amount as it is typed into a field: '1234', '12.50' or '12,50'. Throws as formatMoney. */
export const typedMoney = (hundredths: number, currency: Currency, language: Language): string =>
  formatted(hundredths, currency, language, { useGrouping: false });

/** Returns how the currency is written in the languages offered: 'Euro', 'евро'. */
const currencyNames = (code: string): string[] =>
  offeredLanguages().flatMap((language) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );

/** A number with a separator between its thousands, or without one; then a decimal separator and two digits at most. */
const GROUPED = /^(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/;
const PLAIN = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;

/** Returns the language's separator of thousands: '.' in German, ',' in English. */
const groupIn = (language: Language): string | undefined =>
  new Intl.NumberFormat(language).formatToParts(1_000_000).find(({ type }) => type === 'group')?.value;

/** Returns the digits before and after the decimal separator; undefined if the text is no number of the language. */
function digitsIn(number: string, language: Language): readonly [whole: string, rest: string] | undefined {
  const [, grouped = '', group, decimal, cents = ''] = GROUPED.exec(number) ?? [];
  if (group !== undefined) {
    // '12.505' may be meant as twelve and a half in a language that separates thousands by commas; '1.234.50' is no number.
    const isOwn = /['’]/.test(group) || group === groupIn(language);
    return isOwn && group !== decimal ? [grouped.replaceAll(group, ''), cents] : undefined;
  }
  const [, whole, rest = ''] = PLAIN.exec(number) ?? [];
  return whole === undefined ? undefined : [whole, rest];
}

/**
 * Parses what a person types as a price in a language: '1,200', '１２００', '12.5', "1'200.50" or 'EUR 12.50', in German '1.200,50 Euro'.
 * Two digits or fewer follow a decimal separator, comma or point in each language. Returns hundredths of the main unit; undefined for
 * other text, for more digits than the currency has, and above MAX_PRICE.
 */
export function parseMoney(text: string, { code, digits }: Currency, language: Language): number | undefined {
  const typed = [code, ...currencyNames(code)]
    .reduce((left, name) => left.replace(name, ''), text.normalize('NFKC'))
    .replace(/[\s\p{Sc}]/gu, '');
  const [whole, rest = ''] = digitsIn(typed, language) ?? [];
  if (whole === undefined || rest.length > Math.min(digits, TWO_DIGITS)) return undefined;
  const hundredths = Number(whole) * 100 + Number(rest.padEnd(TWO_DIGITS, '0'));
  return hundredths <= MAX_PRICE * 100 ? hundredths : undefined;
}

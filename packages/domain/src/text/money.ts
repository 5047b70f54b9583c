// Money for people to read and type. On the wire an amount is an integer in hundredths of the currency's main unit.
import { offeredLanguages } from '@kippu/contract/languages';
import type { Currency } from '@kippu/contract/page-settings';

/** The highest price of one ticket, in the main unit. */
export const MAX_PRICE = 100_000_000;

const TWO_DIGITS = 2;

/** Returns the amount as '1234' or '1234.05', with the digits of the currency, or two if it has a fraction of its minor unit. */
function decimal(hundredths: number, { digits }: Currency): string {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an amount: ${hundredths}`);
  const size = Math.abs(hundredths);
  const rest = size % 100;
  const whole = String((size - rest) / 100);
  const shown = digits > 0 || rest !== 0 ? `${whole}.${String(rest).padStart(TWO_DIGITS, '0')}` : whole;
  return hundredths < 0 ? `-${shown}` : shown;
}

/**
 * Formats an amount as '1,234.50 EUR'. No line breaks before the unit.
 * @param hundredths hundredths of the main unit
 * @throws RangeError if it is not a safe integer
 */
export function formatMoney(hundredths: number, currency: Currency): string {
  const [whole = '', ...rest] = decimal(hundredths, currency).split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')}\u00a0${currency.code}`;
}

/** Formats an amount as it is typed into a field or a file: '1234' or '12.50'. Throws as formatMoney. */
export const typedMoney = decimal;

/** Returns how the currency is written in the languages offered: 'Euro', 'евро'. */
const currencyNames = (code: string): string[] =>
  offeredLanguages().flatMap((language) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );

/**
 * Parses what a person types as a price, such as '1,200', '１２００', '12.5', 'EUR 12.50' or '12.50 Euro'. Returns hundredths of the
 * main unit; undefined for other text, for more digits than the currency has, and above MAX_PRICE.
 */
export function parseMoney(text: string, { code, digits }: Currency): number | undefined {
  const typed = [code, ...currencyNames(code)]
    .reduce((rest, name) => rest.replace(name, ''), text.normalize('NFKC'))
    .replace(/[,\s\p{Sc}]/gu, '');
  const [, whole, rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  if (whole === undefined || rest.length > Math.min(digits, TWO_DIGITS)) return undefined;
  const hundredths = Number(whole) * 100 + Number(rest.padEnd(TWO_DIGITS, '0'));
  return hundredths <= MAX_PRICE * 100 ? hundredths : undefined;
}

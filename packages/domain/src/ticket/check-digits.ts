// Two check digits at the end of a number that people type: ISO 7064, MOD 97-10, as on bank accounts (IBAN). They
// reveal each single wrong digit and each pair of swapped neighbours.

const MODULUS = 97;
const isDigits = (text: string) => /^\d+$/.test(text);

/** Computed digit by digit, so that a number of any length is exact. */
const remainderOf = (digits: string): number =>
  [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % MODULUS, 0);

/** Appends the two check digits. Throws RangeError for anything but digits. */
export function withCheckDigits(digits: string): string {
  if (!isDigits(digits)) throw new RangeError('only digits have check digits');
  return digits + String(MODULUS + 1 - remainderOf(`${digits}00`)).padStart(2, '0');
}

/** Whether a text is digits and the last two are their check digits. */
export const checksOut = (text: string): boolean =>
  isDigits(text) && text.length > 2 && remainderOf(text) === 1;

/** The length of an exchange number: today's with check digits, and older ones without. */
export const EXCHANGE_NUMBER_DIGITS = { now: 10, before: 8 } as const;

/**
 * Returns the digits of a typed exchange number, or null for an invalid one: 10 digits with valid check digits, or 8
 * digits for a number from before check digits. Accepts spaces, hyphens and full-width digits.
 */
export function exchangeNumberOf(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}\u2212\u30FC]/gu, '');
  if (!isDigits(digits)) return null;
  if (digits.length === EXCHANGE_NUMBER_DIGITS.before) return digits;
  return digits.length === EXCHANGE_NUMBER_DIGITS.now && checksOut(digits) ? digits : null;
}

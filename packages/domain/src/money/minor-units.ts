// Amounts as integers in the minor unit of their currency, and in hundredths of the main unit, as the specification has them.

/**
 * Converts hundredths of the main unit to the minor unit of a currency.
 * @param digits the currency's digits by ISO 4217: 2 where it has hundredths, 0 where it has no minor unit
 * @returns undefined if the amount is no whole minor unit
 */
export function minorOf(hundredths: number, digits: number): number | undefined {
  if (digits >= 2) return hundredths * 10 ** (digits - 2);
  const unit = 10 ** (2 - digits);
  return hundredths % unit === 0 ? hundredths / unit : undefined;
}

/** Converts an amount in the minor unit to hundredths of the main unit; thousandths are rounded. */
export const hundredthsOf = (minor: number, digits: number): number =>
  digits <= 2 ? minor * 10 ** (2 - digits) : Math.round(minor / 10 ** (digits - 2));

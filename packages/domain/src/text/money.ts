// Money in hundredths of a yen, for people to read.

/**
 * Formats an amount as '1,234 JPY', or '1,234.05 JPY' for a fraction of a yen. No line breaks before the unit.
 * @param hundredths hundredths of a yen
 * @throws RangeError if it is not a safe integer
 */
export function formatMoney(hundredths: number): string {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an amount: ${hundredths}`);
  const size = Math.abs(hundredths);
  const rest = size % 100;
  const yen = String((size - rest) / 100).replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${yen}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}\u00a0JPY`;
}

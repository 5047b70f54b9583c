// Money: hundredths of a yen, as people read it.

/**
 * Takes an amount in hundredths of a yen; gives '1,234 JPY', or '1,234.05 JPY' where the yen is not whole; no line ends before the unit.
 * Throws RangeError when the amount is not a safe integer.
 */
export function formatMoney(hundredths: number): string {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an amount: ${hundredths}`);
  const size = Math.abs(hundredths);
  const rest = size % 100;
  const yen = String((size - rest) / 100).replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${yen}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}\u00a0JPY`;
}

// The sums of a purchase, in hundredths of the currency's main unit.
import type { Purchase } from '@kippu/contract/calls/traveller/ticket';
import type { Currency } from '@kippu/contract/page-settings';

/** Returns what was paid and not paid back. */
export const totalOf = (items: Purchase['items']): number =>
  items.reduce((sum, { salePrice, isRefunded }) => sum + (isRefunded ? 0 : salePrice), 0);

/**
 * Returns the tax that a price contains, rounded down to the currency's minor unit, as sellers do for the whole of a receipt.
 * @param total hundredths of the main unit
 * @param percent of the price without tax
 */
export function taxWithin(total: number, percent: number, { digits }: Pick<Currency, 'digits'>): number {
  const unit = 10 ** Math.max(0, 2 - digits);
  return Math.floor((total * percent) / (100 + percent) / unit) * unit;
}

// The tax inside a price, rounded once for each line.

export const ROUNDINGS = ['down', 'halfUp', 'up'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** Divides non-negative integers and rounds. */
function divided(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const [whole, rest] = [dividend / divisor, dividend % divisor];
  const isUp = rounding === 'up' ? rest > 0n : rounding === 'halfUp' && 2n * rest >= divisor;
  return isUp ? whole + 1n : whole;
}

/**
 * Returns the tax that a price contains: price × rate / (10000 + rate).
 * @param price an integer in the currency's minor unit
 * @param rate in hundredths of a percent
 */
export const taxInside = (price: number, rate: number, rounding: Rounding): number =>
  Number(divided(BigInt(price) * BigInt(rate), 10_000n + BigInt(rate), rounding));

/** The fee of giving a ticket back: an amount in the currency's minor unit, or a part of the price in hundredths of a percent. */
export type Fee = { readonly amount: number } | { readonly rate: number };

/** Returns the fee of a ticket: a part of its price is rounded up, and no fee is above the price. */
export const feeOf = (fee: Fee, price: number): number =>
  'amount' in fee
    ? Math.min(fee.amount, price)
    : Math.min(price, Number(divided(BigInt(price) * BigInt(fee.rate), 10_000n, 'up')));

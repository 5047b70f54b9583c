// What giving a ticket back costs its partner, and whether its product allows it.
import { digitsOf } from '@kippu/contract/page-settings';
import { minorOf } from '@kippu/domain/money/minor-units';
import { feeOf, taxInside } from '@kippu/domain/money/tax';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import type { Charge } from '../ledger/ledger-lines.ts';
import type { PassengerRow } from './order-read-store.ts';

export type Returning = 'refund' | 'exchange';

/** Returns the last day on which a ticket may be given back; undefined where its product does not allow it. */
export function lastDayOf(
  product: Product | undefined,
  returning: Returning,
  useBy: string,
): string | undefined {
  const rule = product?.[returning];
  return rule && addDays(useBy, -rule.untilDays);
}

/** Whether a passenger's ticket may be given back at `now` (epoch milliseconds): nobody has used it, and its last day is not over. */
export function isReturnable(
  product: Product | undefined,
  returning: Returning,
  { state, status, useBy }: Pick<PassengerRow, 'state' | 'status'> & { readonly useBy: string },
  now: number,
): boolean {
  const until = lastDayOf(product, returning, useBy);
  const isUnused = state === 'issued' && (status === 'unbound' || status === 'bound');
  return isUnused && until !== undefined && dateAt(now) <= until;
}

/** Returns the fee of giving a ticket back, with the tax inside it, at the rate of the ticket. */
export function chargeOf(
  operator: Pick<OperatorData, 'settings'>,
  product: Product,
  returning: Returning,
  { price, tax_rate: taxRate }: Pick<PassengerRow, 'price' | 'tax_rate'>,
): Charge {
  const rule = product[returning];
  const digits = digitsOf(operator.settings.currency);
  const fee = feeOf(
    rule?.feeRate === undefined ? { amount: minorOf(rule?.fee ?? 0, digits) ?? 0 } : { rate: rule.feeRate },
    price,
  );
  return { fee, feeTax: taxInside(fee, taxRate, operator.settings.tax?.rounding ?? 'down') };
}

// How many journeys a product is good for.
import type { TripType } from '@kippu/contract/calls/traveller/ticket';
import { isUsedUpByExit } from '@kippu/domain/ticket/entries';
import type { OperatorData } from '../../platform/operator/operator-data.ts';

/** The products that are good for one journey. */
export const singleProductsOf = ({ products }: OperatorData): string[] =>
  [...products.values()]
    .filter((product) => journeysOf(product.tripType ?? null) === 1)
    .map((product) => product.productId);

/** Returns 1, 2, or null for any number within the validity. */
export function journeysOf(tripType: number | null): number | null {
  const ticket = { tripType: tripType as TripType | null };
  if (isUsedUpByExit(ticket, 0)) return 1;
  return isUsedUpByExit(ticket, 1) ? 2 : null;
}

// How many journeys a product is good for, by the one rule of what an exit uses up.
import type { TicketKind, TripType } from '@kippu/contract/ticket';
import { isUsedUpByExit } from '@kippu/domain/ticket-entry';
import type { OperatorData } from '../operator/operator-data.ts';

/** The products that are good for one journey. */
export const singleProductsOf = ({ products }: OperatorData): string[] =>
  [...products.values()]
    .filter((product) => journeysOf(product.kind, product.tripType ?? null) === 1)
    .map((product) => product.productId);

/** Takes the product's kind and trip type; gives 1, 2, or null for any number while it is valid. */
export function journeysOf(kind: TicketKind, tripType: number | null): number | null {
  const ticket = { kind, tripType: tripType as TripType | null };
  if (isUsedUpByExit(ticket, 0)) return 1;
  return isUsedUpByExit(ticket, 1) ? 2 : null;
}

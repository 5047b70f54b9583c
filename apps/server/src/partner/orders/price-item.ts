// Checks an item of an order by the rules of its product, and prices it.
import { dateAt, endOfDay, isDate } from '@kippu/domain/time/service-day';
import type { ItemOfOrder } from '@kippu/contract/partner/orders';
import type { PassengerCategory } from '@kippu/contract/values';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { ridesOfHolds } from '../../reservation/partner/check-held-seats.ts';
import { findPartnerHold } from '../../reservation/partner/partner-hold-store.ts';
import type { PartnerIdentity } from '../../session/partner-key.ts';
import { at, PartnerProblem } from '../api/partner-problem.ts';
import { readOfferId } from '../catalogue/offer-id.ts';
import { isOnSale, latestUseBy, pricesOf, type SalesTerms } from '../catalogue/sellable.ts';
import { priced, type Priced } from '../ledger/ledger-lines.ts';

/** Who sells, by which rules, when (epoch milliseconds). */
export interface Sale {
  readonly operator: OperatorData;
  readonly partner: PartnerIdentity;
  readonly terms: SalesTerms;
  readonly keys: Deps['keys'];
  readonly now: number;
}

export type ItemInput = Omit<ItemOfOrder, 'passengers'>;

export interface PricedItem {
  readonly product: Product;
  readonly useBy: string;
  /** One for each passenger. */
  readonly prices: readonly Priced[];
  readonly holds: readonly SeatHoldTable[];
}

/**
 * Prices an item for passengers of these categories. The partner's holds are locked.
 * @param pointer the item's place in the body, without a slash at its end
 * @param categoryPointer the place of a passenger's category
 */
export async function priceItem(
  trx: Trx,
  sale: Sale,
  input: ItemInput,
  categories: readonly PassengerCategory[],
  pointer: string,
  categoryPointer: (passenger: number) => string,
): Promise<PricedItem> {
  const { operator, terms, now } = sale;
  const wrong = (type: ConstructorParameters<typeof PartnerProblem>[0], place: string, values = {}) =>
    new PartnerProblem(type, { values, places: [{ pointer: pointer + place }] });
  const product = terms.products.get(input.productId)?.product;
  if (!product || !isOnSale(product, now)) throw wrong('product-not-sold', '/productId');
  const useBy = input.useBy ?? latestUseBy(product, now);
  const [from, until] = [dateAt(now), latestUseBy(product, now)];
  if (!isDate(useBy) || useBy < from || useBy > until)
    throw wrong('use-by-not-allowed', '/useBy', { from, until });
  const offered = input.offerId === undefined ? undefined : offeredPrices(sale, product, input.offerId);
  if (input.offerId !== undefined && !offered) throw wrong('offer-expired', '/offerId');
  const known = offered ?? pricesOf(operator, product);
  const prices = categories.map((category, passenger) => {
    const price = known.get(category);
    if (!price)
      throw new PartnerProblem('category-not-sold', { places: [{ pointer: categoryPointer(passenger) }] });
    return price;
  });
  const holds: SeatHoldTable[] = [];
  for (const [place, holdId] of (input.holds ?? []).entries()) {
    const hold = await findPartnerHold(trx, sale.partner.partnerId, holdId, now);
    if (!hold || hold.order_id !== null) throw wrong('hold-unusable', `/holds/${place}`);
    holds.push(hold);
  }
  await at(`${pointer}/holds`, () =>
    ridesOfHolds(operator, { product, useBy, count: prices.length }, holds, now),
  );
  return { product, useBy, prices, holds };
}

/** Returns the prices of an offer that is still valid. */
function offeredPrices(
  { operator, keys, partner, now }: Sale,
  product: Product,
  offerId: string,
): ReadonlyMap<PassengerCategory, Priced> | undefined {
  const offer = readOfferId(keys, partner, offerId);
  if (!offer || offer.productId !== product.productId || offer.validUntil <= now) return undefined;
  return new Map(offer.prices.map(([category, price]) => [category, priced(operator, product, price)]));
}

/** The last moment of a ticket's last day. */
export const endOfUse = (useBy: string): Date => new Date(endOfDay(useBy));

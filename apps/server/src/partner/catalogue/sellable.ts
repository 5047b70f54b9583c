// What a partner may sell, at which price, and until when: the rules of the operator's products.
import type { Price } from '@kippu/contract/partner/partner-fields';
import type { GivingBack } from '@kippu/contract/partner/partner-fields';
import type { PassengerCategory } from '@kippu/contract/values';
import { digitsOf } from '@kippu/contract/page-settings';
import { minorOf } from '@kippu/domain/money/minor-units';
import { addDays, dateAt, endOfDay } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { priced, type Priced } from '../ledger/ledger-lines.ts';

/** A product that a partner may sell. */
interface Sellable {
  readonly product: Product;
  /** The most tickets of it on one day; null for no limit. */
  readonly ticketsADay: number | null;
}

/** What the desk has agreed with a partner. */
export interface SalesTerms {
  readonly products: ReadonlyMap<string, Sellable>;
  readonly seatsATrain: number | null;
}

/** Reads what a partner may sell. Products that the operator no longer has are left out. */
export async function readSalesTerms(
  db: Db,
  { products }: Pick<OperatorData, 'products'>,
  partnerId: string,
): Promise<SalesTerms> {
  const partner = await db
    .selectFrom('partner')
    .select(['sells_all', 'seats_a_train'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const own = await db
    .selectFrom('partner_product')
    .select(['product_id', 'tickets_a_day'])
    .where('partner_id', '=', partnerId)
    .execute();
  const limits = new Map(own.map((row) => [row.product_id, row.tickets_a_day]));
  const sold = [...products.values()].filter(({ productId }) => partner.sells_all || limits.has(productId));
  return {
    seatsATrain: partner.seats_a_train,
    products: new Map(
      sold.map((product) => [
        product.productId,
        { product, ticketsADay: limits.get(product.productId) ?? null },
      ]),
    ),
  };
}

/** Whether a product is sold on the operator's day of `now` (epoch milliseconds). */
export function isOnSale({ sale }: Product, now: number): boolean {
  const today = dateAt(now);
  return (
    (sale?.from === undefined || today >= sale.from) && (sale?.until === undefined || today <= sale.until)
  );
}

/** The latest day on which the use of a ticket that is sold now may begin. */
export const latestUseBy = ({ activateWithinDays }: Product, now: number): string =>
  addDays(dateAt(now), activateWithinDays);

const SOLD_CATEGORIES = ['adult', 'child'] as const satisfies PassengerCategory[];

/** Returns the product's prices by category, in the currency's minor unit, with their tax. */
export function pricesOf(
  operator: Pick<OperatorData, 'settings'>,
  product: Product,
): ReadonlyMap<PassengerCategory, Priced> {
  const digits = digitsOf(operator.settings.currency);
  return new Map(
    SOLD_CATEGORIES.flatMap((category) => {
      const amount = minorOf(product.price[category], digits);
      return amount === undefined ? [] : [[category, priced(operator, product, amount)] as const];
    }),
  );
}

export const priceAnswer = ({ price, tax, taxRate }: Priced, currency: string): Price => ({
  amount: price,
  currency,
  tax: { amount: tax, rate: taxRate },
});

/** Returns the prices of a product by category, as partners read them. */
export const pricesAnswer = (
  { settings }: Pick<OperatorData, 'settings'>,
  prices: ReturnType<typeof pricesOf>,
) => [...prices].map(([category, price]) => ({ category, price: priceAnswer(price, settings.currency) }));

/** Returns the rules of refund or exchange as partners read them, with amounts in the minor unit. */
function givingBackOf(
  { settings }: Pick<OperatorData, 'settings'>,
  rule: Product['refund'],
): GivingBack | undefined {
  if (!rule) return undefined;
  if (rule.feeRate !== undefined) return { untilDays: rule.untilDays, feeRate: rule.feeRate };
  return { untilDays: rule.untilDays, fee: minorOf(rule.fee ?? 0, digitsOf(settings.currency)) ?? 0 };
}

/** The refund's and the exchange's rules of a product, each where it has one. */
export function rulesAnswer(operator: Pick<OperatorData, 'settings'>, product: Product) {
  const [refund, exchange] = [
    givingBackOf(operator, product.refund),
    givingBackOf(operator, product.exchange),
  ];
  return { ...(refund ? { refund } : {}), ...(exchange ? { exchange } : {}) };
}

/** The limit of an order that is made now, epoch milliseconds. */
export const orderLimit = ({ settings }: Pick<OperatorData, 'settings'>, now: number): number =>
  now + (settings.partnerOrderMinutes ?? 30) * 60_000;

/** Until when an offer that is made now is valid, epoch milliseconds. */
export const offerLimit = (
  operator: Pick<OperatorData, 'settings'>,
  { sale }: Product,
  now: number,
): number =>
  Math.min(
    orderLimit(operator, now),
    sale?.until === undefined ? Number.MAX_SAFE_INTEGER : endOfDay(sale.until),
  );

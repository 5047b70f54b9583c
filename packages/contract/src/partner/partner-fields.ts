// Schemas that several calls of the partner API share.
import { Type, type Static } from 'typebox';
import { strict } from '../call.ts';
import { Cursor, Id } from '../fields.ts';
import { PASSENGER_CATEGORIES } from '../values.ts';

/** An instant as RFC 3339 with the railway's offset from UTC. */
export const Instant = Type.String();
/** An amount in the smallest unit of the currency (ISO 4217): 2200 is 22.00 where it has hundredths, and 2,200 where it has none. */
export const Minor = Type.Integer();
export const Currency = Type.String();
export const Category = Type.Enum([...PASSENGER_CATEGORIES]);
/** A name by language (BCP 47). */
export const Texts = Type.Record(Type.String(), Type.String());

/** A price with the tax inside it. */
export const Price = strict({
  amount: Minor,
  currency: Currency,
  /** The part of the amount that is tax, and its rate in hundredths of a percent: 1000 is 10 %. */
  tax: strict({ amount: Minor, rate: Type.Integer() }),
});
export type Price = Static<typeof Price>;

/** When a ticket that nobody has used can be given back, and for which fee. */
export const GivingBack = strict({
  /** Until so many days before its last day. */
  untilDays: Type.Integer(),
  /** A fixed fee, or one in hundredths of a percent of the price, rounded up. Never above the price. */
  fee: Type.Optional(Minor),
  feeRate: Type.Optional(Type.Integer()),
});
export type GivingBack = Static<typeof GivingBack>;

/** A page of a list: up to 100 rows, 50 without a limit. */
export const paging = {
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
};

export const OrderId = strict({ orderId: Id });

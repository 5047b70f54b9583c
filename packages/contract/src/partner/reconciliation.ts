// What a partner sold, gave back and owes in a month. Amounts are integers in the smallest unit of the currency (ISO 4217).
import { Type, type Static } from 'typebox';
import { strict } from '../call.ts';
import { WireMonth } from '../fields.ts';
import { definePartnerCall } from './partner-call.ts';
import { PARTNER_PATH } from './problem-types.ts';

const Figure = strict({
  /** Of tickets. A ticket without a price has no posting and is not counted. */
  number: Type.Integer(),
  amount: Type.Integer(),
});

const VatLine = strict({
  /** In hundredths of a percent: 1000 is 10 %. */
  rate: Type.Integer(),
  net: Type.Integer(),
  tax: Type.Integer(),
  gross: Type.Integer(),
});

const sums = {
  /** The tickets that were issued, at their prices. The new ticket of an exchange is one of them. */
  sold: Figure,
  /** The prices that were given back: by a refund, by an exchange for another ticket, by a void. */
  refunded: Figure,
  exchanged: Figure,
  voided: Figure,
  /** What tickets that were given back cost. */
  fees: Figure,
  /** What is left: sold, less all that was given back, and with the fees. Its number is sold less given back. */
  open: Figure,
  /** The open amount by tax rate: what was sold less what was given back, and the fees. */
  vat: Type.Array(VatLine),
};
const Sums = strict(sums);
export type Sums = Static<typeof Sums>;

export const monthSums = {
  /** `YYYY-MM` of the railway. */
  month: Type.String(),
  currency: Type.String(),
  /** What the partner owed before the month, and at its end: `before` and the open amount. Payments are not in it. */
  before: Type.Integer(),
  after: Type.Integer(),
  total: Sums,
  /** The days of the railway with postings. */
  days: Type.Array(strict({ day: Type.String(), ...sums })),
};
const MonthSums = strict(monthSums);
export type MonthSums = Static<typeof MonthSums>;

/** The answer to a partner. */
export const Reconciliation = strict({
  ...monthSums,
  /** Present once the month is closed: it never changes again. */
  closed: Type.Optional(
    strict({
      /** RFC 3339 with the railway's offset. */
      at: Type.String(),
      entries: Type.Integer(),
      /** SHA-256 of the entries and of the hash of the closing before, hexadecimal. */
      hash: Type.String(),
    }),
  ),
});
export type Reconciliation = Static<typeof Reconciliation>;

export const partnerReconciliation = definePartnerCall(
  {
    name: 'partnerReconciliation',
    method: 'GET',
    path: `${PARTNER_PATH}/reconciliation`,
    scope: 'report',
    summary: 'Adds up what you sold, gave back and owe in a month, by day and tax rate.',
  },
  { query: strict({ month: WireMonth }), data: Reconciliation },
);

// How a sale and its return move amounts between a partner's accounts. Every line names a debit and a credit, so each set of lines balances.
import { taxInside } from '@kippu/domain/money/tax';
import type { LedgerEntryTable } from '../../platform/db/tables/partner-tables.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';

/** Amounts in the currency's minor unit; the tax is inside the price. */
export interface Priced {
  readonly price: number;
  readonly tax: number;
  /** In hundredths of a percent. */
  readonly taxRate: number;
}

/** What a returned ticket costs its partner. */
export interface Charge {
  readonly fee: number;
  readonly feeTax: number;
}

export type LedgerLine = Pick<LedgerEntryTable, 'line' | 'debit' | 'credit'> & { readonly amount: number };

const positive = (lines: readonly LedgerLine[]) => lines.filter(({ amount }) => amount > 0);

/** The lines of a sold ticket: the partner owes its price. */
export const saleLines = ({ price, tax }: Priced): LedgerLine[] =>
  positive([
    { line: 'net', debit: 'receivable', credit: 'revenue', amount: price - tax },
    { line: 'tax', debit: 'receivable', credit: 'tax', amount: tax },
  ]);

/** The lines of a returned ticket: the partner owes its price no more, but the fee. */
export const returnLines = ({ price, tax }: Priced, { fee, feeTax }: Charge): LedgerLine[] =>
  positive([
    { line: 'net', debit: 'revenue', credit: 'receivable', amount: price - tax },
    { line: 'tax', debit: 'tax', credit: 'receivable', amount: tax },
    { line: 'fee', debit: 'receivable', credit: 'fee', amount: fee - feeTax },
    { line: 'feeTax', debit: 'receivable', credit: 'tax', amount: feeTax },
  ]);

/** Returns a price with the tax inside it, by the operator's rate or the product's own. */
export function priced(
  { settings }: Pick<OperatorData, 'settings'>,
  product: Pick<Product, 'taxRate'> | undefined,
  price: number,
): Priced {
  const taxRate = product?.taxRate ?? settings.tax?.rate ?? 0;
  return { price, taxRate, tax: taxInside(price, taxRate, settings.tax?.rounding ?? 'down') };
}

/** No charge: what staff give back at the desk. */
export const NO_CHARGE: Charge = { fee: 0, feeTax: 0 };

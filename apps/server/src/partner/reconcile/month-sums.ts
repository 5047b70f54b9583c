// The sums of a ledger by day and month, from groups of its rows: every row is in one group, so the sums add up.
import type { Sums } from '@kippu/contract/partner/reconciliation';
import type { LedgerEntryTable } from '../../platform/db/tables/partner-tables.ts';

/** Rows of one day, kind and tax rate: either the prices or the fees. */
export interface LedgerGroup {
  readonly day: string;
  readonly kind: LedgerEntryTable['kind'];
  readonly isFee: boolean;
  /** In hundredths of a percent. */
  readonly rate: number;
  /** Of tickets. */
  readonly number: number;
  /** How much more the partner owes by them; negative for less. It is `net` and `tax` together. */
  readonly receivable: number;
  /** What revenue and fees gained. */
  readonly net: number;
  /** What the tax account gained. */
  readonly tax: number;
  /** How many rows. */
  readonly rows: number;
}

const total = (groups: readonly LedgerGroup[], of: (group: LedgerGroup) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0);

/** Subtracts without a negative zero, which JSON and tests distinguish from zero. */
const negated = (amount: number): number => 0 - amount;

function vatOf(groups: readonly LedgerGroup[]): Sums['vat'] {
  const rates = [...new Set(groups.map(({ rate }) => rate))].toSorted((a, b) => a - b);
  return rates.map((rate) => {
    const own = groups.filter((group) => group.rate === rate);
    const [net, tax] = [total(own, (group) => group.net), total(own, (group) => group.tax)];
    return { rate, net, tax, gross: net + tax };
  });
}

/** Adds up groups. What is open is the sum of all of them: sold, less given back, and the fees. */
export function sumsOf(groups: readonly LedgerGroup[]): Sums {
  const prices = (kind: LedgerGroup['kind']) => groups.filter((group) => group.kind === kind && !group.isFee);
  const backOf = (kind: LedgerGroup['kind']) => ({
    number: total(prices(kind), ({ number }) => number),
    amount: negated(total(prices(kind), ({ receivable }) => receivable)),
  });
  const sale = prices('sale');
  const sold = {
    number: total(sale, ({ number }) => number),
    amount: total(sale, ({ receivable }) => receivable),
  };
  const [refunded, exchanged, voided] = [backOf('refund'), backOf('exchange'), backOf('void')];
  const fees = groups.filter(({ isFee }) => isFee);
  return {
    sold,
    refunded,
    exchanged,
    voided,
    fees: {
      number: total(fees, ({ number }) => number),
      amount: total(fees, ({ receivable }) => receivable),
    },
    open: {
      number: sold.number - refunded.number - exchanged.number - voided.number,
      amount: total(groups, ({ receivable }) => receivable),
    },
    vat: vatOf(groups),
  };
}

/** The sums of each day that has a group, the earliest first. */
export function daysOf(groups: readonly LedgerGroup[]): (Sums & { readonly day: string })[] {
  const days = [...new Set(groups.map(({ day }) => day))].toSorted();
  return days.map((day) => ({ day, ...sumsOf(groups.filter((group) => group.day === day)) }));
}

// What a partner sold, gave back and owes in a month, by the operator's days of the acts.
import type { MonthSums, Reconciliation } from '@kippu/contract/partner/reconciliation';
import { epochToIso } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import type { OwnedBy } from '../orders/order-store.ts';
import { daysOf, sumsOf } from './month-sums.ts';
import { daysOfMonth, listClosings, readBalanceBefore, readGroups } from './reconcile-store.ts';

/** Adds up a month `YYYY-MM` of the ledger, in one currency. Returns how many postings it has, too. */
export async function readMonth(
  db: Db,
  owner: OwnedBy & { readonly currency: string },
  month: string,
): Promise<{ readonly sums: MonthSums; readonly entries: number }> {
  const groups = await readGroups(db, { ...owner, ...daysOfMonth(month) });
  const before = await readBalanceBefore(db, owner, month);
  const total = sumsOf(groups);
  const { currency } = owner;
  return {
    sums: { month, currency, before, after: before + total.open.amount, total, days: daysOf(groups) },
    entries: groups.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/**
 * Returns a partner's own reconciliation. Only the postings of this partner and mode are read.
 * @param month `YYYY-MM`
 * @param currency the operator's, ISO 4217
 */
export async function reconciliationOf(
  db: Db,
  owner: OwnedBy,
  month: string,
  { currency }: { readonly currency: string },
): Promise<Reconciliation> {
  const { sums } = await readMonth(db, { ...owner, currency }, month);
  const closing = (await listClosings(db, owner)).find((row) => row.month === month);
  if (!closing) return sums;
  const { closed_at, entries, hash } = closing;
  return { ...sums, closed: { at: epochToIso(closed_at.getTime()), entries, hash } };
}

// What a manager sees of a partner's month: its sums, whether it agrees, and whether it is closed or can be.
import type { DeskReconciliation } from '@kippu/contract/calls/desk/partners';
import { addMonths, dateAt } from '@kippu/domain/time/service-day';
import { readMonthState } from '../../partner/reconcile/close-month.ts';
import { readMonth } from '../../partner/reconcile/reconciliation.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { readPartnerName } from './partner-store.ts';

/** Test orders are never paid, so their months are not closed. */
const MODE = 'live';

/** Names the ledger of a partner for `readMonth` and its neighbours. Throws AppError REQ-0005 for an unknown partner. */
export async function ledgerOf(db: Db, { settings }: Pick<OperatorData, 'settings'>, partnerId: string) {
  const name = await readPartnerName(db, partnerId);
  if (name === undefined) throw new AppError('REQ-0005', { detail: 'no such partner' });
  return { partnerId, mode: MODE, currency: settings.currency, name } as const;
}

/** Lists the months from `first` to `last`, the newest first. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = addMonths(`${month}-01`, -1).slice(0, 7)) months.push(month);
  return months;
}

/** Shows a month `YYYY-MM` at `now`, in epoch milliseconds. Throws AppError REQ-0005 for an unknown partner. */
export async function showReconciliation(
  db: Db,
  operator: Pick<OperatorData, 'settings'>,
  { partnerId, month }: { readonly partnerId: string; readonly month: string },
  now: number,
): Promise<DeskReconciliation> {
  const { name, ...ledger } = await ledgerOf(db, operator, partnerId);
  // Sums that are newer than the version are refused when the month is closed over them.
  const state = await readMonthState(db, { ...ledger, month }, now);
  const { sums } = await readMonth(db, ledger, month);
  const { closing, hindrance, closings } = state;
  const present = dateAt(now).slice(0, 7);
  const nameOf = await readNamesAt(db, closing ? [{ actor: closing.closed_by, at: closing.closed_at }] : []);
  return {
    partnerId,
    name,
    ...sums,
    months: monthsBetween(state.firstMonth ?? present, present).map((each) => ({
      month: each,
      closed: closings.some((row) => row.month === each),
    })),
    ...(closing
      ? {
          closed: {
            at: wireTime(closing.closed_at),
            by: nameOf(closing.closed_by, closing.closed_at) ?? '',
            entries: closing.entries,
            hash: closing.hash,
          },
        }
      : {}),
    ...(hindrance ? { hindrance } : {}),
    faults: [...state.faults],
    version: state.version,
  };
}

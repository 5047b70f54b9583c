// Closes a month of a partner's ledger for good: no posting enters it any more, and its sums and entries are recorded.
import type { Hindrance, LedgerFault } from '@kippu/contract/calls/desk/partners';
import { addMonths, dateAt, startOfDay } from '@kippu/domain/time/service-day';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { lockLedger } from '../../platform/db/locks.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OwnedBy } from '../orders/order-store.ts';
import { checkLedger } from './check-ledger.ts';
import * as store from './reconcile-store.ts';
import { readMonth } from './reconciliation.ts';

/** The month after a month `YYYY-MM`. */
const after = (month: string): string => addMonths(`${month}-01`, 1).slice(0, 7);

interface MonthOf extends OwnedBy {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The operator's, ISO 4217. */
  readonly currency: string;
}

/** How a month stands: the closing of it, why it cannot be closed, what the check found, and its version. */
export interface MonthState {
  readonly closing: store.ClosingRow | undefined;
  /** The newest closing before the month. */
  readonly former: store.ClosingRow | undefined;
  readonly hindrance: Hindrance | undefined;
  readonly faults: readonly LedgerFault[];
  readonly version: string;
  /** The month of the first posting, or of the first closing. */
  readonly firstMonth: string | undefined;
  readonly closings: readonly store.ClosingRow[];
}

async function hindranceOf(
  db: Db,
  of: MonthOf,
  { former, firstMonth, faults }: Pick<MonthState, 'former' | 'firstMonth' | 'faults'>,
  now: number,
): Promise<Hindrance | undefined> {
  const { month } = of;
  if (dateAt(now).slice(0, 7) <= month) return 'notOver';
  if (firstMonth === undefined || month < firstMonth) return 'nothing';
  if (month !== (former ? after(former.month) : firstMonth)) return 'earlierOpen';
  const end = new Date(startOfDay(`${after(month)}-01`));
  if (await store.hasOpenOrder(db, of, { end, now: new Date(now) })) return 'underWay';
  return faults.length > 0 ? 'disagrees' : undefined;
}

/** Reads how a month stands at `now`, in epoch milliseconds. */
export async function readMonthState(db: Db, of: MonthOf, now: number): Promise<MonthState> {
  const posted = await store.readState(db, of, of.month);
  const closings = await store.listClosings(db, of);
  const closing = closings.find(({ month }) => month === of.month);
  const former = closings.find(({ month }) => month < of.month);
  const firstMonth = closings.at(-1)?.month ?? (await store.readFirstMonth(db, of));
  const faults = await checkLedger(db, of, of.currency, of.month);
  const known = { closing, former, firstMonth, faults, closings };
  return {
    ...known,
    hindrance: closing ? undefined : await hindranceOf(db, of, known, now),
    version: `${posted}.${closing ? 'closed' : 'open'}`,
  };
}

/**
 * Closes a month as the manager saw it. It waits for postings that are under way, and they are then in the month; later ones are dated in the next.
 * @param actor who closes it: `desk:` and the id
 * @param now epoch milliseconds
 * @throws AppError DESK-0001 posted to or closed since `version`; DESK-0015 it cannot be closed yet
 */
export async function closeMonth(
  trx: Trx,
  of: MonthOf,
  { version, actor, now }: { readonly version: string; readonly actor: string; readonly now: number },
): Promise<void> {
  const { partnerId, mode, month } = of;
  await lockLedger(trx, partnerId, mode);
  const state = await readMonthState(trx, of, now);
  if (state.version !== version) throw new AppError('DESK-0001');
  const reason = state.closing ? 'closed' : state.hindrance;
  if (reason !== undefined) throw new AppError('DESK-0015', { detail: reason });
  const { sums, entries } = await readMonth(trx, of, month);
  await store.insertClosing(trx, {
    partner_id: partnerId,
    mode,
    month,
    currency: of.currency,
    entries,
    sums: jsonText(sums),
    balance: sums.after,
    hash: await store.hashOfMonth(trx, of, month, state.former?.hash ?? ''),
    closed_at: new Date(now),
    closed_by: actor,
  });
}

// Cancels a verified entry that is still open, within the operator's limits.
import { CANCEL_ENTRY_CODE, cancellableUntil, type CancelRules } from '@kippu/domain/ticket/entries';
import { addDays, dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import type { GateRules } from '@kippu/contract/page-settings';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as entries from './ticket-entry-store.ts';
import { insertEvents, lockTicket } from '../record/ticket-store.ts';

/**
 * Returns until when (epoch milliseconds, exclusive) the traveller may cancel the entry; null when they may not. The day's limit is that of the day on which the
 * entries were verified, so that midnight changes no answer.
 */
export async function findCancellableUntil(
  db: Db,
  rules: CancelRules,
  entry: Pick<entries.EntryRow, 'ticket_id' | 'direction' | 'state' | 'verified_at'>,
): Promise<number | null> {
  if (entry.direction !== 'in' || entry.state !== 'open') return null;
  const day = dateAt(entry.verified_at.getTime());
  const midnight = (date: string) => new Date(wallToEpoch(`${date} 00:00:00`));
  const cancelled = await entries.countCancelled(db, entry.ticket_id, {
    from: midnight(day),
    until: midnight(addDays(day, 1)),
  });
  return cancellableUntil(entry.verified_at.getTime(), cancelled, rules);
}

/**
 * Recomputes locked tickets from all that happened to them: their entries, times, conflicts, and whether their journeys are used up. `now` in epoch
 * milliseconds. Gates' reports are not this feature's, so it is given what does this.
 */
export type Recompute = (
  trx: Trx,
  ticketIds: readonly string[],
  rules: GateRules,
  now: number,
) => Promise<void>;

/**
 * Cancels the account's entry. An entry whose five minutes are over can be cancelled too, within the operator's
 * limit: otherwise a traveller who turned back before the gate could not enter again.
 * @param now epoch milliseconds
 * @throws AppError TKT-0001 no such record, TKT-0009 not an open entry, TKT-0019 too late or too many on this day
 */
export async function cancelEntry(
  trx: Trx,
  { rules, recompute }: { readonly rules: CancelRules & GateRules; readonly recompute: Recompute },
  { accountId, recordId }: { readonly accountId: string; readonly recordId: string },
  now: number,
): Promise<void> {
  const entry = await entries.findEntry(trx, accountId, recordId);
  if (!entry || !(await lockTicket(trx, accountId, entry.ticket_id))) throw new AppError('TKT-0001');
  const until = await findCancellableUntil(trx, rules, entry);
  if (entry.state === 'open' && entry.direction === 'in' && (until === null || now >= until))
    throw new AppError('TKT-0019', { values: { minutes: rules.cancelMinutes, times: rules.cancelsPerDay } });
  if (!(await entries.cancelOpenEntry(trx, recordId, now))) throw new AppError('TKT-0009');
  const at = await entries.momentAfter(trx, entry.ticket_id, now);
  await insertEvents(trx, [
    {
      ticket_id: entry.ticket_id,
      kind: 'cancelEntry',
      code: CANCEL_ENTRY_CODE,
      station_id: entry.station_id,
      method: entry.method,
      actor: `account:${accountId}`,
      at,
      detail: JSON.stringify({ recordId }),
    },
  ]);
  // Gates may have reported the last journey while this entry kept the ticket in use.
  await recompute(trx, [entry.ticket_id], rules, now);
}

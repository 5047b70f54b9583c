// Cancels a verified entry that nothing has closed yet.
import { CANCEL_ENTRY_CODE } from '@kippu/domain/ticket-entry';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as entries from './ticket-entry-store.ts';
import { insertEvents, lockTicket } from './ticket-store.ts';

/**
 * Cancels the account's entry at `now` (epoch milliseconds). One whose five minutes are over may be cancelled too: else a
 * traveller who turned back could never enter again. Throws AppError TKT-0001 no such record, TKT-0009 not an open entry.
 */
export async function cancelEntry(trx: Trx, accountId: string, recordId: string, now: number): Promise<void> {
  const entry = await entries.findEntry(trx, accountId, recordId);
  if (!entry || !(await lockTicket(trx, accountId, entry.ticket_id))) throw new AppError('TKT-0001');
  if (!(await entries.cancelOpenEntry(trx, recordId, now))) throw new AppError('TKT-0009');
  await entries.restoreEntryDate(trx, entry.ticket_id, entry.verified_at);
  const at = entries.momentAfter(await entries.findStationState(trx, entry.ticket_id), now);
  await insertEvents(trx, [
    {
      ...{ ticket_id: entry.ticket_id, kind: 'cancelEntry', code: CANCEL_ENTRY_CODE },
      ...{ station_id: entry.station_id, method: entry.method },
      ...{ actor: `account:${accountId}`, at, detail: JSON.stringify({ recordId }) },
    },
  ]);
}

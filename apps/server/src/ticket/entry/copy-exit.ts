// Copies a completed journey from a reissued ticket to its replacement, so that gates and stations count it.
import { randomUUID } from 'node:crypto';
import type { Trx } from '../../platform/db/database.ts';
import { insertEntry } from './ticket-entry-store.ts';
import { insertEvents } from '../record/ticket-store.ts';

/** The `method` of a copied record. */
export const REISSUE_METHOD = 'reissue';
/** The `kind` of the copied event. */
export const COPIED_EXIT = 'carriedExit';

interface CopiedExit {
  readonly code: number | null;
  readonly station_id: string | null;
  readonly method: string | null;
  readonly actor: string;
  readonly at: Date;
  /** The gate's event; null for an exit without a gate. The copy does not count when the gate's event does not. */
  readonly event: string | null;
}

/** Copies an exit of ticket `from` to the locked ticket `to` that replaces it. */
export async function copyExit(
  trx: Trx,
  { from, to }: { readonly from: string; readonly to: string },
  { code, station_id, method, actor, at, event }: CopiedExit,
): Promise<void> {
  await insertEvents(trx, [
    {
      ticket_id: to,
      kind: COPIED_EXIT,
      code,
      from_status: null,
      to_status: null,
      station_id,
      method,
      actor,
      at,
      detail: JSON.stringify({ reissueOf: from, ...(event === null ? {} : { eventId: event }) }),
    },
  ]);
  await insertEntry(trx, {
    record_id: randomUUID(),
    ticket_id: to,
    station_id: station_id ?? '',
    direction: 'out',
    method: REISSUE_METHOD,
    state: 'passed',
    verified_at: at,
    verified_until: at,
    closed_at: at,
  });
}

/** Takes the copies of exits at these times (epoch milliseconds) back, because the exits do not count any more. */
export async function takeBackExits(trx: Trx, ticketId: string, times: readonly number[]): Promise<void> {
  if (times.length === 0) return;
  await trx
    .updateTable('ticket_entry')
    .set({ state: 'cancelled' })
    .where('ticket_id', '=', ticketId)
    .where('method', '=', REISSUE_METHOD)
    .where(
      'verified_at',
      'in',
      times.map((at) => new Date(at)),
    )
    .execute();
}

// A journey of a ticket that was reissued, written for the new one too: where gates and stations count, it is over.
import { randomUUID } from 'node:crypto';
import type { Trx } from '../db/database.ts';
import { insertEntry } from './ticket-entry-store.ts';
import { insertEvents } from './ticket-store.ts';

/** What the record of a carried journey bears in place of how it was verified. */
export const REISSUE_METHOD = 'reissue';
/** The kind of the event. */
export const CARRIED_EXIT = 'carriedExit';

interface CarriedExit {
  readonly code: number | null;
  readonly station_id: string | null;
  readonly method: string | null;
  readonly actor: string;
  readonly at: Date;
}

/** Writes the exit of the ticket `from` for the locked ticket `to` that replaces it. */
export async function carryExit(
  trx: Trx,
  { from, to }: { readonly from: string; readonly to: string },
  { code, station_id, method, actor, at }: CarriedExit,
): Promise<void> {
  await insertEvents(trx, [
    {
      ...{ ticket_id: to, kind: CARRIED_EXIT, code, from_status: null, to_status: null },
      ...{ station_id, method, actor, at, detail: JSON.stringify({ reissueOf: from }) },
    },
  ]);
  await insertEntry(trx, {
    ...{ record_id: randomUUID(), ticket_id: to, station_id: station_id ?? '', direction: 'out' },
    ...{ method: REISSUE_METHOD, state: 'passed', verified_at: at, verified_until: at, closed_at: at },
  });
}

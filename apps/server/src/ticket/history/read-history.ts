// Reads a page of the usage history of one ticket or of an account, and the cursor of the next page.
import type { DataOf } from '@kippu/contract/call';
import { namesOf, wireNames } from '@kippu/contract/names';
import { SITE_CODES, START_METHODS } from '@kippu/contract/values';
import type { history, HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import type { Db } from '../../platform/db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { listHistory, type HistoryPosition, type HistoryRow } from './history-store.ts';
import { productOf } from '../record/ticket-answer.ts';

const PAGE_ITEMS = 20;

function positionOf(cursor: string): HistoryPosition {
  const [at, eventId] = placeOf(cursor, 2);
  if (!isInstant(at)) throw wrongCursor();
  if (typeof eventId !== 'string' || !/^\d{1,18}$/.test(eventId)) throw wrongCursor();
  return { at, eventId };
}

/** Who recorded the event, and how. What staff record at a gate counts as theirs. */
function recorderOf({ actor, method }: HistoryRow): Pick<HistoryItem, 'method' | 'by'> {
  if (actor.startsWith('staff:')) return { method: 'staff', by: 'staff' };
  if (actor.startsWith('gate:')) return { method: 'gate', by: 'gate' };
  return { method: START_METHODS.find((known) => known === method) ?? 'manual', by: 'traveller' };
}

/** A station that has left the feed is shown by its id, since histories are read years later. */
export function stationNamesOf({ stations }: OperatorData, stationId: string | null) {
  const station = stations.get(stationId ?? '');
  return station
    ? namesOf(station, 'stationName')
    : wireNames('stationName', stationId === null ? {} : { und: stationId });
}

/** The product's names in its newest version. */
const productNamesOf = (row: HistoryRow) => namesOf(productOf(row), 'productName');

/**
 * Reads a page of the history of one ticket, or of all the account's tickets, the newest first. It is empty for another
 * account's ticket. Throws AppError REQ-0001 on a wrong cursor.
 */
export async function readHistory(
  db: Db,
  operator: OperatorData,
  accountId: string,
  { ticketId, site, cursor }: { ticketId?: string; site: keyof typeof SITE_CODES; cursor?: string },
): Promise<DataOf<typeof history>> {
  const after = cursor === undefined ? null : positionOf(cursor);
  const list = { codes: SITE_CODES[site], limit: PAGE_ITEMS + 1, after };
  const rows = await listHistory(db, { accountId, ticketId }, list);
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      code: row.code,
      at: wireTime(row.at),
      ticketId: row.ticket_id,
      ...productNamesOf(row),
      ...stationNamesOf(operator, row.station_id),
      ...recorderOf(row),
      ...(row.reason === null ? {} : { reason: row.reason }),
    })),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last.at.getTime(), last.event_id) } : {}),
  };
}

// A page of the usage history of one ticket or of an account's, and the cursor that names where the next one begins.
import type { DataOf } from '@kippu/contract/call';
import { SITE_CODES, START_METHODS } from '@kippu/contract/ticket';
import type { history, HistoryItem } from '@kippu/contract/voucher';
import type { Db } from '../db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../http/page-cursor.ts';
import { isInstant, wireTime } from '../http/wire-time.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { listHistory, type HistoryPosition, type HistoryRow } from './history-store.ts';
import { productOf } from './ticket-answer.ts';

const PAGE_ITEMS = 20;

function positionOf(cursor: string): HistoryPosition {
  const [at, eventId] = placeOf(cursor, 2);
  if (!isInstant(at)) throw wrongCursor();
  if (typeof eventId !== 'string' || !/^\d{1,18}$/.test(eventId)) throw wrongCursor();
  return { at, eventId };
}

/** Who noted it, and how. What staff noted at a gate, forced or not, counts as theirs. */
function noterOf({ actor, method }: HistoryRow): Pick<HistoryItem, 'method' | 'by'> {
  if (actor.startsWith('staff:')) return { method: 'staff', by: 'staff' };
  if (actor.startsWith('gate:')) return { method: 'gate', by: 'gate' };
  return { method: START_METHODS.find((known) => known === method) ?? 'manual', by: 'traveller' };
}

/** A station that has left the feed since is shown by its id, for a history is read years later. */
export function stationNamesOf({ stations }: OperatorData, stationId: string | null) {
  const station = stations.get(stationId ?? '');
  const id = stationId ?? '';
  return {
    stationNameCn: station?.stationNameCn ?? id,
    stationNameEn: station?.stationNameEn ?? id,
    stationNameJp: station?.stationNameJp ?? id,
    stationNameKr: station?.stationNameKr ?? id,
    stationNameTc: station?.stationNameTc ?? id,
  };
}

/** The product as it was last sold. */
function productNamesOf(row: HistoryRow) {
  const { productNameCn, productNameEn, productNameJp, productNameTC, productNameKr } = productOf(row);
  return { productNameCn, productNameEn, productNameJp, productNameTC, productNameKr };
}

/**
 * Gives a page of what the account's tickets were used for, of one of them or of all, the newest first; empty for a ticket
 * of somebody else. Throws AppError REQ-0001 on a wrong cursor.
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
      ...noterOf(row),
    })),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last.at.getTime(), last.event_id) } : {}),
  };
}

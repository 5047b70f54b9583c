// Lists the seats that are refunded because their train was very late.
import type { DataOf } from '@kippu/contract/call';
import type { deskSeatRefunds } from '@kippu/contract/calls/desk/occupancy';
import type { Language } from '@kippu/contract/languages';
import { textsOf, wireNames } from '@kippu/contract/names';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { statusWord } from '@kippu/words/server-words';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { listSeatRefunds as listRows } from '../../reservation/store/late-refund-store.ts';
import { stationOf } from '../../reservation/timetable/departure.ts';

const PAGE_ITEMS = 50;

function positionOf(cursor: string): string {
  const [refundId] = placeOf(cursor, 1);
  if (typeof refundId !== 'string' || !/^\d{1,18}$/.test(refundId)) throw wrongCursor();
  return refundId;
}

/** Lists a page of refunded seats, the newest first. Throws AppError REQ-0001 on a wrong cursor. */
export async function listSeatRefunds(
  db: Db,
  operator: OperatorData,
  cursor: string | undefined,
  language: Language,
): Promise<DataOf<typeof deskSeatRefunds>> {
  const before = cursor === undefined ? null : positionOf(cursor);
  const rows = await listRows(db, { before, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = rows.length > PAGE_ITEMS ? shown.at(-1) : undefined;
  const stationName = (stationId: string) => textsOf(stationOf(operator, stationId), 'stationName');
  return {
    items: shown.map((row) => ({
      refundId: row.refund_id,
      ticketNo: row.ticket_no,
      status: row.status,
      statusWord: statusWord(row.status, language),
      trainNo: row.train_no,
      ...wireNames('fromName', stationName(row.from_station)),
      ...wireNames('toName', stationName(row.to_station)),
      departAt: wireTime(row.depart_at),
      seat: row.seat,
      carClass: row.car_class,
      minutes: lateMinutes(row.late),
      foundAt: wireTime(row.found_at),
    })),
    ...(last ? { next: cursorOf(last.refund_id) } : {}),
  };
}

// Lists the account's reservations, page by page.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { reserveList } from '@kippu/contract/calls/traveller/seat';
import type { Db } from '../../platform/db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { isInstant } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { pageReservations, type ReservationKey } from '../store/reservation-store.ts';

const PAGE = 20;

function keyOf(cursor: string): ReservationKey {
  const [departAt, reservationId] = placeOf(cursor, 2);
  if (!isInstant(departAt)) throw wrongCursor();
  if (typeof reservationId !== 'string' || !/^[\w-]{1,64}$/.test(reservationId)) throw wrongCursor();
  return { departAt, reservationId };
}

/**
 * Lists a page of the account's reservations: upcoming ones, the earliest first, or past and cancelled ones, the latest
 * first. The time `now` (epoch milliseconds) decides which are past. Throws AppError REQ-0001 for a wrong cursor.
 */
export async function listReservations(
  db: Db,
  operator: OperatorData,
  accountId: string,
  { tab, cursor }: QueryOf<typeof reserveList>,
  now: number,
): Promise<DataOf<typeof reserveList>> {
  const after = cursor === undefined ? undefined : keyOf(cursor);
  const rows = await pageReservations(db, accountId, tab, {
    moment: momentOf(operator, now),
    after,
    limit: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => reservationAnswer(operator, row, now)),
    ...(last && { next: cursorOf(last.depart_at.getTime(), last.reservation_id) }),
  };
}

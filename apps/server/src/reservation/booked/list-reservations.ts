// The account's reservations, page by page.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { reserveList } from '@kippu/contract/seat';
import type { Db } from '../db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../http/page-cursor.ts';
import { isInstant } from '../http/wire-time.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { pageReservations, type ReservationKey } from './reservation-store.ts';

const PAGE = 20;

function keyOf(cursor: string): ReservationKey {
  const [departAt, reservationId] = placeOf(cursor, 2);
  if (!isInstant(departAt)) throw wrongCursor();
  if (typeof reservationId !== 'string' || !/^[\w-]{1,64}$/.test(reservationId)) throw wrongCursor();
  return { departAt, reservationId };
}

/**
 * Gives a page of the account's reservations: upcoming ones earliest first, or past and cancelled ones latest first;
 * which is which is told by the clock, `now` in epoch milliseconds. Throws AppError REQ-0001 for a cursor not of ours.
 */
export async function listReservations(
  db: Db,
  operator: OperatorData,
  accountId: string,
  { tab, cursor }: QueryOf<typeof reserveList>,
  now: number,
): Promise<DataOf<typeof reserveList>> {
  const after = cursor === undefined ? undefined : keyOf(cursor);
  const rows = await pageReservations(db, accountId, tab, { now, after, limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => reservationAnswer(operator, row, now)),
    ...(last && {
      next: cursorOf(last.depart_at.getTime(), last.reservation_id),
    }),
  };
}

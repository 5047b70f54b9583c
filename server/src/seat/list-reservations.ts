// The account's reservations, page by page.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { reserveList } from '@kippu/contract/seat';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { pageReservations, type ReservationKey } from './reservation-store.ts';

const PAGE = 20;

const cursorOf = ({ departAt, reservationId }: ReservationKey): string =>
  Buffer.from(`${departAt} ${reservationId}`).toString('base64url');

function keyOf(cursor: string): ReservationKey {
  const parts = /^(\d{1,14}) ([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!parts?.[2]) throw new AppError('REQ-0001', { values: { field: 'cursor' } });
  return { departAt: Number(parts[1]), reservationId: parts[2] };
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
      next: cursorOf({ departAt: last.depart_at.getTime(), reservationId: last.reservation_id }),
    }),
  };
}

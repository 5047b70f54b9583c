// How the account's next trains run, for a phone that asks again and again.
import type { DataOf } from '@kippu/contract/call';
import type { liveReservations } from '@kippu/contract/calls/traveller/seat';
import type { Db } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { pageReservations } from '../store/reservation-store.ts';
import { reservationAnswer } from './reservation-answer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_SHOWN = 100;
/** A late train may leave so long after its timetable. Reservations of a cancelled train stay among the coming ones for days. */
const LATE_MS = 12 * HOUR_MS;

/** Lists what changes with the trains of the account's reservations that leave within a day, the earliest first; `now` in epoch milliseconds. */
export async function listLiveReservations(
  db: Db,
  operator: OperatorData,
  accountId: string,
  now: number,
): Promise<DataOf<typeof liveReservations>> {
  const page = {
    moment: momentOf(operator, now),
    after: { departAt: now - LATE_MS, reservationId: '' },
    limit: MAX_SHOWN,
  };
  const rows = await pageReservations(db, accountId, 'upcoming', page);
  const soon = rows.filter((row) => row.depart_at.getTime() < now + DAY_MS);
  return {
    items: soon.map((row) => {
      const { reservationId, state, departAt, arriveAt, platform, live, connection, changeableUntil } =
        reservationAnswer(operator, row, now);
      return {
        reservationId,
        state,
        departAt,
        arriveAt,
        ...(platform === undefined ? {} : { platform }),
        ...(live ? { live } : {}),
        ...(connection ? { connection } : {}),
        changeableUntil,
      };
    }),
  };
}

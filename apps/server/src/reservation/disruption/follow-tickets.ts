// Brings seats to their tickets that stayed behind, since their train seemed to have arrived, and turns out to be late.
import { randomUUID } from 'node:crypto';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { requireNewest, type Edition } from '../../platform/operator/timetable.ts';
import { listLeftBehind, lockLeftBehind, type LeftBehind } from '../store/left-behind-store.ts';
import { moveSeats } from '../store/move-seats-store.ts';
import { cancelReservation } from '../store/reservation-store.ts';

function follow(db: Db, edition: Edition, left: LeftBehind, now: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await requireNewest(trx, edition);
    if (!(await lockLeftBehind(trx, left))) return;
    const { ticketId, from, to, isEnded } = left;
    const moment = momentOf(edition.operator, now);
    const owner = isEnded || to === null ? from : to;
    const moved = await moveSeats(trx, { ticketIds: [ticketId], from, to: owner, moment }, randomUUID);
    if (isEnded) for (const id of moved) await cancelReservation(trx, from, id, now);
  });
}

/**
 * Gives the seats of trains that may still leave after all to the accounts of their tickets, and releases those of ended tickets.
 * @param now epoch milliseconds
 * @throws TimetableChangedError if a train changed meanwhile: the next run goes on
 */
export async function followTickets(db: Db, edition: Edition, now: number): Promise<void> {
  for (const left of await listLeftBehind(db, momentOf(edition.operator, now)))
    await follow(db, edition, left, now);
}

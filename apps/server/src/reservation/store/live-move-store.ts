// The SQL of trains whose reservations must follow a live change.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/**
 * A booking that began before a live change may commit after the train's reservations have followed it. They are looked at once more
 * after this time, which no booking outlives.
 */
const ONCE_MORE_AFTER_MS = 30_000;

/** Lists the trains with reservations that have to follow a live change at `now` (epoch milliseconds), in no order. */
export async function listTrainsToMove(db: Db, now: number): Promise<string[]> {
  const { rows } = await sql<{ departure_id: string }>`
    select departure_id from live_train l where l.move_from <= ${new Date(now)}::timestamptz
      and exists (select 1 from reservation r
        where r.service_date = l.service_date::text and r.departure_id = l.departure_id and r.state = 1)`.execute(
    db,
  );
  return rows.map(({ departure_id }) => departure_id);
}

/**
 * Locks a train whose reservations have to follow. Returns false if they have. While another process moves them, waits for it, or returns
 * false with `skipLocked`.
 */
export async function lockTrainToMove(
  trx: Trx,
  departureId: string,
  { now, skipLocked }: { readonly now: number; readonly skipLocked: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from live_train where departure_id = ${departureId} and move_from <= ${new Date(now)}::timestamptz
    for update ${skipLocked ? sql`skip locked` : sql``}`.execute(trx);
  return rows.length > 0;
}

/** Marks a train as followed; after the first time it is looked at once more. */
export async function markTrainMoved(trx: Trx, departureId: string, now: number): Promise<void> {
  await sql`
    update live_train set moves_left = moves_left - 1,
      move_from = case when moves_left > 1 then ${new Date(now + ONCE_MORE_AFTER_MS)}::timestamptz end
    where departure_id = ${departureId}`.execute(trx);
}

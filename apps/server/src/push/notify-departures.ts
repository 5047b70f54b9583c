// Notifies phones once that their train leaves soon.
import { inTransaction } from '../platform/db/database.ts';
import type { NewJob } from '../platform/jobs/job-queue.ts';
import { pushJob } from './push-job.ts';
import { reservedRide } from './reserved-ride.ts';
import { claimDepartures, listLeaving } from './notification-store.ts';
import type { NotifyDeps } from './notify-trains.ts';

const MINUTE_MS = 60_000;
/** How long before a train leaves its travellers are notified. */
const BEFORE_MS = 30 * MINUTE_MS;
/** A train may leave so much later than by the timetable. */
const MAX_LATE_MS = 6 * 60 * MINUTE_MS;
/** Reservations of one transaction. */
const AT_ONCE = 500;

/** Queues the messages about trains that leave within half an hour, also late ones. Returns how many. */
export async function notifyDepartures(deps: NotifyDeps): Promise<number> {
  const { db, clock, queue, timetable, config, pushKeys } = deps;
  const now = clock();
  const { operator } = timetable.current;
  const rows = await listLeaving(db, {
    from: new Date(now - MAX_LATE_MS),
    to: new Date(now + BEFORE_MS),
    keyId: pushKeys.current.keyId,
    limit: AT_ONCE,
  });
  const due = rows.flatMap((row) => {
    const ride = reservedRide(operator, row, now);
    return ride?.state.runs && ride.leavesAt - now <= BEFORE_MS ? [{ row, ride }] : [];
  });
  if (due.length === 0) return 0;
  return inTransaction(db, async (trx) => {
    const claimed = await claimDepartures(
      trx,
      due.map(({ row }) => row.reservation_id),
      new Date(now),
    );
    const jobs: NewJob[] = due.flatMap(({ row, ride }) => {
      // Who reserves so late knows it.
      const isJustReserved = row.reserved_at.getTime() > ride.leavesAt - BEFORE_MS;
      if (!claimed.has(row.reservation_id) || isJustReserved) return [];
      const receiver = { subscriptionId: row.subscription_id, host: row.host, accountId: row.account_id };
      const about = { topic: 'departure', reservationId: row.reservation_id } as const;
      return pushJob(receiver, about, { expiresAt: ride.leavesAt, settings: config.push }) ?? [];
    });
    await queue.addAll(trx, jobs, now);
    return jobs.length;
  }).then((queued) => {
    if (queued > 0) queue.wake();
    return queued;
  });
}

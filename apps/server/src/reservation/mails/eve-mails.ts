// Queues the mails of the evening before a trip, each once, by any process.
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt, startOfDay, wallToEpoch } from '@kippu/domain/time/service-day';
import { inTransaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { tripMailJob } from '../../platform/mail/mail.ts';
import { claimTrips } from './eve-store.ts';

/** Reservations of one transaction. */
const AT_ONCE = 200;
const EVERY_MS = 60_000;

type EveDeps = Pick<Deps, 'db' | 'clock' | 'queue'>;

/**
 * Queues the mails about trips of the next day, from the railway's hour on. The day and the hour are those of the railway's clock, and the day of a
 * trip is that on which its train leaves, also after midnight.
 * @returns how many
 */
export async function queueEveMails({ db, clock, queue }: EveDeps): Promise<number> {
  const hour = theRules().eveMailHour;
  if (hour === undefined) return 0;
  const now = clock();
  const today = dateAt(now);
  const begins = wallToEpoch(`${today} ${String(hour).padStart(2, '0')}:00:00`);
  if (now < begins) return 0;
  const day = addDays(today, 1);
  const due = {
    day,
    from: startOfDay(day),
    to: startOfDay(addDays(day, 1)),
    bookedBefore: begins,
    limit: AT_ONCE,
  };
  let queued = 0;
  for (;;) {
    const trips = await inTransaction(db, async (trx) => {
      const claimed = await claimTrips(trx, due);
      const jobs = claimed.map(
        ({ reservation_id: reservationId, account_id: accountId, depart_at: leaves }) =>
          tripMailJob({ kind: 'tripEve', accountId, reservationId, day }, leaves.getTime()),
      );
      await queue.addAll(trx, jobs, now);
      return claimed.length;
    });
    if (trips === 0) return queued;
    queued += trips;
    queue.wake();
  }
}

/**
 * Queues the mails that are due, now and every minute, unless it is paused: with a wrong clock another day seems to be the next one. Failures are
 * reported to `failed`; the next round tries again.
 * @returns a function that ends it and waits for the current round
 */
export function keepReminding(
  deps: EveDeps & { readonly isPaused: () => boolean },
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<unknown> | undefined;
  const begin = () => {
    if (round || deps.isPaused()) return;
    round = queueEveMails(deps)
      .catch(failed)
      .finally(() => {
        round = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

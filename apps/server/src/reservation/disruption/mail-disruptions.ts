// Queues the mails about disruptions, each once, even when a process ends early.
import type { Language } from '@kippu/contract/languages';
import type { Disruption, Reservation } from '@kippu/contract/calls/traveller/seat';
import { inTransaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { queueMail, type Mail } from '../../platform/mail/mail.ts';
import { mailWords } from '@kippu/words/server-words';
import { reservationAddress, type MailOrigin } from '../mails/reservation-address.ts';
import { reservationCalendar } from '../mails/reservation-calendar.ts';
import { claimUnmailed, findReceiver, markMailed } from '../store/disruption-store.ts';
import { disruptionTexts } from './disruption-texts.ts';
import { reservationAnswer } from '../booked/reservation-answer.ts';
import { readReservations } from '../store/reservation-store.ts';

/** How long a claimed disruption may take. Then it is claimed again, since its process may have ended. */
const LAPSE_MS = 5 * 60_000;
const AT_ONCE = 20;

/** The mail to the traveller of a disrupted reservation. */
function disruptionMail(
  { to, language }: { to: string; language: Language },
  reservation: Reservation,
  disruption: Disruption,
  at: MailOrigin & { readonly now: number },
): Mail {
  const { title, what, facts, next, open } = disruptionTexts(reservation, disruption, language);
  const address = reservationAddress(at, reservation.reservationId);
  const calendar = reservationCalendar(reservation, language, at);
  const inCalendar =
    mailWords(language).reservation.calendar[calendar.method === 'CANCEL' ? 'removed' : 'updated'];
  const text = [what, '', ...facts, '', next, inCalendar, '', `${open}${address}`].join('\n');
  return { kind: 'disruption', to, language, subject: title, text, calendars: [calendar] };
}

/**
 * Queues the mails of all disruptions that have none yet.
 * @returns the number of mails queued
 */
export async function mailDisruptions({
  db,
  queue,
  timetable,
  clock,
  config,
}: Pick<Deps, 'db' | 'queue' | 'timetable' | 'clock' | 'config'>): Promise<number> {
  let queued = 0;
  for (;;) {
    const now = clock();
    const claimed = await inTransaction(db, (trx) =>
      claimUnmailed(trx, { now, lapse: LAPSE_MS, limit: AT_ONCE }),
    );
    if (claimed.length === 0) return queued;
    const rows = await readReservations(
      db,
      claimed.map((each) => each.reservation_id),
    );
    for (const row of rows) {
      const reservation = reservationAnswer(timetable.current.operator, row, now);
      const { disruption } = reservation;
      const claim = claimed.find((each) => each.reservation_id === row.reservation_id);
      // The reservation was moved or cancelled, or has a newer disruption: this mail is out of date.
      if (!claim || disruption?.disruptionId !== claim.disruption_id) continue;
      // Nobody is known yet who will ride with an order's seats.
      const receiver = row.account_id === null ? undefined : await findReceiver(db, row.account_id);
      await inTransaction(db, async (trx) => {
        await markMailed(trx, claim.disruption_id, clock());
        if (!receiver) return;
        const mail = disruptionMail(receiver, reservation, disruption, { config, now });
        // A newer disruption of the reservation makes this mail wrong.
        const key = `disruption:${row.reservation_id}`;
        await queueMail(trx, queue, mail, { accountId: row.account_id, key }, clock());
      });
      if (receiver) queued += 1;
      queue.wake();
    }
  }
}

const EVERY_MS = 60_000;

/**
 * Queues the mails that are due, now and every minute, one round at a time. Failures are reported to `failed`.
 * @returns `begin`, which starts a round at once, and `stop`, which ends it and waits for the current round
 */
export function keepMailing(deps: Parameters<typeof mailDisruptions>[0], failed: (error: unknown) => void) {
  let round: Promise<unknown> = Promise.resolve();
  let running = false;
  const begin = () => {
    if (running) return;
    running = true;
    round = mailDisruptions(deps)
      .catch(failed)
      .finally(() => {
        running = false;
      });
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await round;
  };
  return { begin, stop };
}

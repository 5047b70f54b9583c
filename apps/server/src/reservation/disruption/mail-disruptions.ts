// Mails what a newer timetable did to reservations: each once, also when a start was cut off or the relay was down.
import type { Language } from '@kippu/contract/limits';
import type { Disruption, Reservation } from '@kippu/contract/seat';
import { inTransaction } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import type { Mail } from '../mail/send-mail.ts';
import { claimUnmailed, findReceiver, markMailed } from './disruption-store.ts';
import { disruptionTexts } from './disruption-words.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { readReservations } from './reservation-store.ts';

/** Longer than a relay takes: what is unsent by then was lost with its process. */
const LAPSE_MS = 5 * 60_000;
const AT_ONCE = 20;

/** The mail to the traveller of a disrupted reservation. */
function disruptionMail(
  { to, language, origin }: { to: string; language: Language; origin: string },
  reservation: Reservation,
  disruption: Disruption,
): Mail {
  const { title, what, facts, next, open } = disruptionTexts(reservation, disruption, language);
  const address = `${origin}/#/packages/haruka/reservation?reservationId=${reservation.reservationId}`;
  return { to, subject: title, text: [what, '', ...facts, '', next, '', `${open}${address}`].join('\n') };
}

/**
 * Sends every mail that is due at the clock's now; gives how many were sent. One that fails is told to `failed`, which learns
 * no address, and is tried again by a later call after five minutes.
 */
export async function mailDisruptions(
  { db, mail, operator, clock, config }: Pick<Deps, 'db' | 'mail' | 'operator' | 'clock' | 'config'>,
  failed: (error: unknown) => void,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const now = clock();
    const claimed = await inTransaction(db, (trx) =>
      claimUnmailed(trx, { now, lapse: LAPSE_MS, limit: AT_ONCE }),
    );
    if (claimed.length === 0) return sent;
    const rows = await readReservations(
      db,
      claimed.map((each) => each.reservation_id),
    );
    for (const row of rows) {
      const reservation = reservationAnswer(operator, row, now);
      const { disruption } = reservation;
      const claim = claimed.find((each) => each.reservation_id === row.reservation_id);
      // Moved, cancelled or told anew meanwhile: this word no longer holds.
      if (!claim || disruption?.disruptionId !== claim.disruption_id) continue;
      const receiver = await findReceiver(db, row.account_id);
      try {
        if (receiver)
          await mail.send(
            disruptionMail({ ...receiver, origin: config.publicOrigin }, reservation, disruption),
          );
      } catch (error) {
        failed(error);
        continue;
      }
      await inTransaction(db, (trx) => markMailed(trx, claim.disruption_id, clock()));
      if (receiver) sent += 1;
    }
  }
}

const EVERY_MS = 60_000;

/**
 * Mails what is due, at once and every minute from then on, never two rounds at a time; what fails is told to `failed`.
 * Gives a function that ends it and waits for the round that is under way.
 */
export function keepMailing(deps: Parameters<typeof mailDisruptions>[0], failed: (error: unknown) => void) {
  let round: Promise<unknown> = Promise.resolve();
  let under = false;
  const begin = () => {
    if (under) return;
    under = true;
    round = mailDisruptions(deps, failed)
      .catch(failed)
      .finally(() => {
        under = false;
      });
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await round;
  };
}

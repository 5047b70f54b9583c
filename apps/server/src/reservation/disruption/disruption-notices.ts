// The notices of an account: what a newer timetable did to its reservations.
import type { Language } from '@kippu/contract/languages';
import type { Notice } from '@kippu/contract/calls/traveller/notice';
import type { Db } from '../../platform/db/database.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { disruptionTexts } from './disruption-texts.ts';
import { reservationAnswer } from '../booked/reservation-answer.ts';
import { listDisruptedReservations } from '../store/reservation-store.ts';

/** Lists the account's own notices, the newest first; `now` in epoch milliseconds. */
export type OwnNotices = (db: Db, accountId: string, language: Language, now: number) => Promise<Notice[]>;

/**
 * Returns the reader of an account's notices: one for each reservation with an open disruption. `current` returns the operator's data at
 * each call.
 */
export function disruptionNotices(current: () => OperatorData): OwnNotices {
  return async (db, accountId, language, now) => {
    const operator = current();
    const rows = await listDisruptedReservations(db, accountId, momentOf(operator, now));
    return rows.flatMap((row) => {
      const reservation = reservationAnswer(operator, row, now);
      const { disruption } = reservation;
      if (!disruption) return [];
      const { title, what, facts, next } = disruptionTexts(reservation, disruption, language);
      const list = facts.map((fact) => `- ${fact}`).join('\n');
      return [
        {
          noticeId: disruption.disruptionId,
          title,
          at: disruption.foundAt,
          level: 'important' as const,
          once: true,
          body: [what, list, `**${next}**`].join('\n\n'),
        },
      ];
    });
  };
}

// A traveller's own notices: what a newer timetable did to their reservations.
import type { Language } from '@kippu/contract/limits';
import type { Notice } from '@kippu/contract/notice';
import type { Db } from '../db/database.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { disruptionTexts } from './disruption-words.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { listDisruptedReservations } from './reservation-store.ts';

/** Takes an account, a language and now (epoch milliseconds); gives the account's own notices, newest first. */
export type OwnNotices = (db: Db, accountId: string, language: Language, now: number) => Promise<Notice[]>;

/** Takes the operator's data; gives the reader of own notices: one for each reservation whose disruption still matters. */
export function disruptionNotices(operator: OperatorData): OwnNotices {
  return async (db, accountId, language, now) => {
    const rows = await listDisruptedReservations(db, accountId, now);
    return rows.flatMap((row) => {
      const reservation = reservationAnswer(operator, row, now);
      const { disruption } = reservation;
      if (!disruption) return [];
      const { title, what, facts, next } = disruptionTexts(reservation, disruption, language);
      const list = facts.map((fact) => `- ${fact}`).join('\n');
      return [
        {
          ...{ noticeId: disruption.disruptionId, title, at: disruption.foundAt },
          ...{ level: 'important' as const, once: true },
          body: [what, list, `**${next}**`].join('\n\n'),
        },
      ];
    });
  };
}

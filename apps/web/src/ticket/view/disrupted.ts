// How a newer timetable, or a train that runs otherwise today, affects a reservation.
import type { Language } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Messages } from '@kippu/words/app-words';
import type { RouteParams } from '../../app/router/link-to.ts';
import { runsAsPlanned } from '../../reservation/journey/live-line.tsx';

/** Whether the train or the seat is gone, so that another must be chosen. */
export const hasNoSeat = ({ disruption }: Reservation): boolean =>
  disruption?.kind === 'cancelled' || disruption?.kind === 'seatGone';

/** Whether another train must be chosen, and one is left before the tickets end. */
export const mayChooseOther = (reservation: Reservation): boolean =>
  hasNoSeat(reservation) && !reservation.disruption?.noTrainLeft && !reservation.disruption?.givenUp;

/** Returns the route on which the traveller chooses another train. `today` is the date in the railway's zone. */
export function otherTrain(reservation: Reservation, today: string): RouteParams['train'] {
  const { reservationId, seats, from, to, date, disruption } = reservation;
  return {
    ticketIds: seats.map(({ ticketId }) => ticketId).join(','),
    from: from.stationId,
    to: to.stationId,
    date: disruption?.nextTrainDate ?? (date < today ? today : date),
    change: reservationId,
  };
}

/**
 * Returns what to say of a disruption, as the train runs now; undefined where there is none, or where the train does not run and its
 * reservation does not know that yet.
 */
export function disruptionWords(
  reservation: Pick<Reservation, 'disruption' | 'live' | 'from' | 'to' | 'departAt' | 'arriveAt'>,
  words: Messages['seat'],
  language: Language,
): { readonly title: string; readonly text: string } | undefined {
  const { disruption, live, from, to } = reservation;
  if (!disruption) return undefined;
  const { kind } = disruption;
  const text = disruption.noTrainLeft
    ? words.noTrainLeft
    : disruption.nextTrainDate === undefined
      ? words.disruptedText[kind]
      : words.noTrainThatDay;
  if (disruption.givenUp) return { title: words.givenUp, text: words.givenUpText };
  // The train runs, but not where the traveller needs it.
  if (kind === 'cancelled' && live && !live.runs && live.cut !== 'train') {
    const station = nameIn(live.cut === 'to' ? to : from, 'stationName', language);
    return { title: words.live.noStop(station), text };
  }
  if (kind === 'restored' && live && !live.runs) return undefined;
  if (kind === 'restored' && !runsAsPlanned(reservation)) return words.runsAfterAll;
  return { title: words.disrupted[kind], text };
}

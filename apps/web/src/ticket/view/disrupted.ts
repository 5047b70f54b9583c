// What a newer timetable did to a reservation, as screens ask for it.
import type { Reservation } from '@kippu/contract/seat';
import type { RouteParams } from '../app/link-to.ts';

/** Whether its train or its seat is gone, so that another has to be chosen. */
export const hasNoSeat = ({ disruption }: Reservation): boolean =>
  disruption?.kind === 'cancelled' || disruption?.kind === 'seatGone';

/** Takes a reservation and today's date in Tokyo; gives where its traveller chooses another train. */
export function otherTrain(reservation: Reservation, today: string): RouteParams['train'] {
  const { reservationId, seats, from, to, date } = reservation;
  return {
    ticketIds: seats.map(({ ticketId }) => ticketId).join(','),
    from: from.stationId,
    to: to.stationId,
    date: date < today ? today : date,
    change: reservationId,
  };
}

// How a newer timetable affects a reservation.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { RouteParams } from '../../app/router/link-to.ts';

/** Whether the train or the seat is gone, so that another must be chosen. */
export const hasNoSeat = ({ disruption }: Reservation): boolean =>
  disruption?.kind === 'cancelled' || disruption?.kind === 'seatGone';

/** Returns the route on which the traveller chooses another train. `today` is the date in the railway's zone. */
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

// The other half of a round trip: reserved already, or still to be reserved.
import { loadPlanInfo, RESERVATION_STATE, type PlanInfo, type Reservation } from '@kippu/contract/seat';
import type { RouteParams } from '../app/link-to.ts';
import { useRead } from '../app/queries.ts';
import { useReservations } from './seat-queries.ts';

export type WayBack =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  /** Where to reserve it. */
  | { readonly kind: 'open'; readonly params: RouteParams['train'] };

const ticketsOf = ({ seats }: Reservation): readonly string[] => seats.map(({ ticketId }) => ticketId);

/**
 * Takes a reservation, the account's reservations to come, and what its tickets may reserve now; gives the other half,
 * or null where there is none. A pass has no other half to be reserved: it goes anywhere.
 */
export function wayBackOf(
  reservation: Reservation,
  upcoming: readonly Reservation[],
  plan: PlanInfo | undefined,
): WayBack | null {
  const { direction, date } = reservation;
  if (reservation.state === RESERVATION_STATE.cancelled) return null;
  const ticketIds = ticketsOf(reservation);
  const other = upcoming.find(
    (one) =>
      one.state === RESERVATION_STATE.reserved &&
      one.direction !== direction &&
      ticketsOf(one).some((ticketId) => ticketIds.includes(ticketId)),
  );
  if (other) return { kind: 'reserved', reservation: other };
  const [section, ...more] = plan?.sections ?? [];
  const left = plan?.perTicket.every((ticket) => ticket.left > 0);
  // Of a round trip with one half reserved, the other is all that is left.
  if (!section || more.length > 0 || section.direction === direction || !left) return null;
  const [from, to] = [section.from.stationId, section.to.stationId];
  return { kind: 'open', params: { ticketIds: ticketIds.join(','), from, to, date } };
}

/** wayBackOf by what the server says; null while it is not known. */
export function useWayBack(reservation: Reservation | undefined): WayBack | null {
  const upcoming = useReservations('upcoming');
  const ticketIds = reservation ? ticketsOf(reservation).join(',') : '';
  const plan = useRead(loadPlanInfo, { ticketIds }, { enabled: ticketIds !== '' });
  if (!reservation || !upcoming.data) return null;
  return wayBackOf(
    reservation,
    upcoming.data.pages.flatMap((page) => page.items),
    plan.data,
  );
}

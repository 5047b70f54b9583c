// The other half of a round trip: already reserved, or open for reservation.
import { loadPlanInfo } from '@kippu/contract/routes/traveller/seat';
import type { PlanInfo, Reservation } from '@kippu/contract/calls/traveller/seat';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useRead } from '../../app/query/queries.ts';
import { useReservations } from './seat-queries.ts';

export type WayBack =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  /** `params` lead to the train list for reserving it. */
  | { readonly kind: 'open'; readonly params: RouteParams['train'] };

const ticketsOf = ({ seats }: Reservation): readonly string[] => seats.map(({ ticketId }) => ticketId);

/**
 * Returns the other half of a round trip, or null if there is none. `upcoming` are the account's upcoming
 * reservations, `plan` is what the tickets may reserve now. A pass has no other half, because it is not bound to a
 * route.
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
  // If one half of a round trip is reserved, only the other half is left in the plan.
  if (!section || more.length > 0 || section.direction === direction || !left) return null;
  const [from, to] = [section.from.stationId, section.to.stationId];
  return { kind: 'open', params: { ticketIds: ticketIds.join(','), from, to, date } };
}

/** wayBackOf with data from the server; null until it is loaded. */
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

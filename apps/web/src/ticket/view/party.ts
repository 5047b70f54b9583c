// The rides of the account with their tickets, as the rule of the next act reads them.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { firstNeed, nextAct, type PartyRide, type PartyTicket } from '@kippu/domain/reservation/next-act';
import { isCodeRead, opensGates } from '@kippu/domain/rules';
import { dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import { leavesAt, shownTimes } from '../../reservation/journey/live-times.ts';
import { hasNoSeat } from './disrupted.ts';
import { asOf, isOver, isUsable } from './ticket-view.ts';

export interface Ride extends PartyRide {
  readonly reservation: Reservation;
}

/** The ticket as it is at `now` (epoch milliseconds, server's clock). */
function partyTicket(listed: TicketSummary, now: number): PartyTicket {
  const ticket = asOf(listed, now);
  const { ticketId, kind, status, useDate, entry } = ticket;
  return {
    ticketId,
    passes: opensGates(kind) ? (isCodeRead(kind) ? 'code' : 'verify') : 'no',
    use: isUsable(ticket) ? 'waiting' : status === 'inUse' && !isOver(ticket) ? 'inUse' : 'over',
    wasInUse: useDate !== undefined,
    isInside: entry !== null,
  };
}

/** Returns a reservation with those of its tickets that the phone knows. `now` is in epoch milliseconds, server's clock. */
export function rideOf(reservation: Reservation, tickets: readonly TicketSummary[], now: number): Ride {
  const { state, live, seats, departAt } = reservation;
  return {
    reservation,
    isCancelled: state === RESERVATION_STATE.cancelled,
    runs: live?.runs !== false && !hasNoSeat(reservation),
    departAt: wallToEpoch(departAt),
    leavesAt: leavesAt(reservation),
    arrivesAt: wallToEpoch(shownTimes(reservation).arriveAt),
    hasLeft: state === RESERVATION_STATE.departed || live?.hasLeft === true,
    tickets: seats.flatMap(({ ticketId }) => {
      const ticket = tickets.find((each) => each.ticketId === ticketId);
      return ticket ? [partyTicket(ticket, now)] : [];
    }),
  };
}

/** The ride that needs the traveller first, with what to do; undefined if none does. `now` as for `rideOf`. */
export const needOf = (coming: readonly Reservation[], tickets: readonly TicketSummary[], now: number) =>
  firstNeed(
    coming.map((reservation) => rideOf(reservation, tickets, now)),
    now,
  );
export type Need = NonNullable<ReturnType<typeof needOf>>;

/** The tickets that must be put into use for a train of today. `now` as for `rideOf`. */
export const toUseToday = (
  coming: readonly Reservation[],
  tickets: readonly TicketSummary[],
  now: number,
): ReadonlySet<string> =>
  new Set(
    coming.flatMap((reservation) => {
      const { act, ticketIds } = nextAct(rideOf(reservation, tickets, now), now);
      return act === 'use' ? ticketIds : [];
    }),
  );

/**
 * Returns the tickets that travel on other trains than a ticket does today; none if it travels on no train today.
 * @param now epoch milliseconds, server's clock
 */
export function onOtherTrains(
  ticketId: string,
  coming: readonly Reservation[],
  now: number,
): ReadonlySet<string> {
  const idsOf = (reservations: readonly Reservation[]) =>
    reservations.flatMap(({ seats }) => seats.map((seat) => seat.ticketId));
  const need = needOf(
    coming.filter((each) => idsOf([each]).includes(ticketId)),
    [],
    now,
  );
  if (!need || dateAt(need.ride.departAt) > dateAt(now)) return new Set();
  const { departureId } = need.ride.reservation;
  const here = idsOf(coming.filter((each) => each.departureId === departureId));
  return new Set(idsOf(coming).filter((each) => !here.includes(each)));
}

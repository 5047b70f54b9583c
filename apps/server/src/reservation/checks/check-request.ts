// Checks whether tickets may reserve seats on a ride: the ticket's state first, then the rules of seats.
import { type Refusal, refuse } from '@kippu/domain/outcome';
import { checkDeparture, checkSeatRequest, checkWindow } from '@kippu/domain/reservation/seat-rules';
import { epochToWall } from '@kippu/domain/time/service-day';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Journey } from '../timetable/departure.ts';
import { lastDepartureOf } from '../timetable/leaving.ts';
import { cutOf } from '../timetable/live-answer.ts';
import { covers, leftOn, refusalOfTicket, reservedForTrip, type SeatTicket } from './seat-ticket.ts';

interface RideRequest {
  readonly ride: Journey;
  readonly tickets: readonly SeatTicket[];
  readonly seatCount: number;
  readonly seatsLeft: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns SEAT-0015 when the train does not run on its day, SEAT-0016 when it does not call at one of the stops, else null. */
export function refusalOfCut(ride: Journey): Refusal | null {
  const cut = cutOf(ride);
  if (cut === undefined) return null;
  return refuse(cut === 'train' ? 'SEAT-0015' : 'SEAT-0016');
}

/**
 * Returns the first reason against the request, or null: TKT-0005 to 0007 for a ticket; SEAT-0015 when the train does not run on its
 * day, SEAT-0016 when it does not call at one of the stops; SEAT-0004, 0005, 0009 for the time (0009 also when the train leaves after the ticket's last day); then as
 * checkSeatRequest. A late train closes later.
 */
export function refusalOfRide(operator: OperatorData, request: RideRequest): Refusal | null {
  const { ride, tickets, now } = request;
  for (const ticket of tickets) {
    const refusal = refusalOfTicket(ticket, now);
    if (refusal) return refusal;
  }
  const cut = refusalOfCut(ride);
  if (cut) return cut;
  if (ride.hasLeft) return refuse('SEAT-0004');
  const { leavesAt } = ride;
  for (const outcome of [checkDeparture(leavesAt, now), checkWindow(ride.departAt, now)])
    if (!outcome.ok) return outcome;
  const late = tickets.find((ticket) => ride.departAt > lastDepartureOf(ticket));
  if (late)
    return refuse('SEAT-0009', { ticketId: late.ticketId, until: epochToWall(lastDepartureOf(late)) });
  const outcome = checkSeatRequest({
    departAt: leavesAt,
    now,
    tickets: tickets.map((ticket) => ({
      ticketId: ticket.ticketId,
      left: leftOn(ticket),
      covered:
        ticket.product !== undefined &&
        covers(operator, ticket.product, ride.from.stationId, ride.to.stationId),
      reservedForTrip: reservedForTrip(operator, ticket, ride),
    })),
    seatCount: request.seatCount,
    seatsLeft: request.seatsLeft,
  });
  return outcome.ok ? null : outcome;
}

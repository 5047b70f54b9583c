// Turns a hold into a reservation, or moves a reservation to a hold's seats: all of them or none.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Trx } from '../../platform/db/database.ts';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { refusalOfRide } from '../checks/check-request.ts';
import { findJourney } from '../timetable/departure.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';
import { isAsHeld } from '../checks/is-as-held.ts';
import { requireChangeable } from '../checks/require-changeable.ts';
import { reservationAnswer } from '../booked/reservation-answer.ts';
import { leaveReservation } from '../store/disruption-store.ts';
import {
  cancelReservation,
  findReservation,
  lockReservation,
  moveReservation,
  saveHold,
  type NewReservation,
  type ReservationRow,
} from '../store/reservation-store.ts';
import { requireAllowed } from '../checks/seat-refusal.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import { lockHold, type SeatTicketRow, type TicketBooking } from '../store/seat-ticket-store.ts';
import { replacedBy, requireTickets } from '../checks/seat-ticket.ts';

/** What a booking did. */
export interface Booked {
  readonly reservation: Reservation;
  /** Whether this call did it: a repeated one returns what the first one did. */
  readonly isNew: boolean;
  /** The reservations that lost their seats and were cancelled, since their tickets have these seats instead. */
  readonly cancelled: readonly string[];
}

/**
 * Saves the account's hold as a reservation with the same id, so that a repeated save returns the same reservation.
 *
 * @param now epoch milliseconds
 * @throws AppError SEAT-0008 when the hold lapsed, was released, is for a change, or is not this account's; otherwise the
 * refusals of refusalOfRide, checked again on the locked tickets
 */
export async function saveHeldSeats(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  holdId: string,
  now: number,
): Promise<Booked> {
  const { hold, tickets } = await lockHold(trx, accountId, holdId);
  const saved = hold ? undefined : await findReservation(trx, accountId, holdId);
  if (saved) return { reservation: reservationAnswer(operator, saved, now), isNew: false, cancelled: [] };
  if (!hold || hold.change_of !== null) throw new AppError('SEAT-0008');
  const { save, replaced } = requireSavable(operator, hold, tickets, now);
  const cancelled = replaced.length > 0 ? await leaveReservations(trx, save, replaced) : [];
  await saveHold(trx, save);
  const reservation = reservationAnswer(operator, rowOf(save, save.holdId, new Date(now)), now);
  return { reservation, isNew: true, cancelled };
}

/**
 * Moves a reservation to the seats of a hold made for it. The id stays the same. A repeated call returns the reservation
 * unchanged.
 * @param now epoch milliseconds
 * @throws AppError as saveHeldSeats and as requireChangeable
 */
export async function changeSeats(
  trx: Trx,
  operator: OperatorData,
  accountId: string,
  { reservationId, holdId }: { reservationId: string; holdId: string },
  now: number,
): Promise<Booked> {
  const { hold, tickets } = await lockHold(trx, accountId, holdId);
  const mine = await findReservation(trx, accountId, reservationId);
  if (!mine) throw new AppError('SEAT-0001');
  if (!hold && mine.moved_by === holdId)
    return { reservation: reservationAnswer(operator, mine, now), isNew: false, cancelled: [] };
  const ticketIds = hold?.ticket_ids ?? mine.seats.map((seat) => seat.ticket_id);
  const before = await requireChangeable(trx, operator, accountId, reservationId, ticketIds, now);
  if (!hold || hold.change_of !== reservationId) throw new AppError('SEAT-0008');
  const { save } = requireSavable(operator, hold, tickets, now);
  await lockDepartures(trx, [before.departure_id, hold.departure_id]);
  if (!(await moveReservation(trx, save, reservationId))) throw new AppError('SEAT-0008');
  const reservation = reservationAnswer(operator, rowOf(save, reservationId, before.reserved_at), now);
  return { reservation, isNew: true, cancelled: [] };
}

function requireSavable(
  operator: OperatorData,
  hold: SeatHoldTable,
  rows: readonly SeatTicketRow[],
  now: number,
): { save: NewReservation; replaced: readonly TicketBooking[] } {
  const { account_id: accountId } = hold;
  if (accountId === null || hold.expires_at.getTime() <= now) throw new AppError('SEAT-0008');
  const { departure_id: departureId, ticket_ids: ticketIds } = hold;
  const ride = findJourney(operator, departureId, hold.from_station, hold.to_station);
  if (!ride) throw new AppError('SEAT-0013');
  // A newer timetable may have changed the train since the hold was made.
  if (!isAsHeld(hold, ride)) throw new AppError('SEAT-0008');
  const tickets = requireTickets(operator, rows, ticketIds, hold.change_of ?? undefined);
  const count = hold.seats.length;
  requireAllowed(refusalOfRide(operator, { ride, tickets, seatCount: count, seatsLeft: count, now }));
  const save = {
    holdId: hold.hold_id,
    accountId,
    departureId,
    now,
    tripId: ride.trip.tripId,
    serviceDate: ride.serviceDate,
    fromStation: hold.from_station,
    toStation: hold.to_station,
    firstLeg: hold.first_leg,
    endLeg: hold.end_leg,
    departAt: ride.departAt,
    arriveAt: ride.arriveAt,
    seats: tickets.map(({ ticketId }, i) => {
      const seat = hold.seats[i] ?? '';
      const car = carOfSeat(ride.formation, seat);
      if (!car) throw new AppError('SEAT-0008');
      return { ticket_id: ticketId, seat, seat_type: 'reserved' as const, car_class: car.class };
    }),
  };
  return { save, replaced: tickets.flatMap((ticket) => replacedBy(operator, ticket, ride)) };
}

/** Removes the tickets of `save` from reservations that lost their seats. Cancels a reservation that has no ticket left, and returns the ids of those. */
async function leaveReservations(
  trx: Trx,
  { accountId, departureId, seats, now }: NewReservation,
  lost: readonly TicketBooking[],
): Promise<string[]> {
  const ids = [...new Set(lost.map(({ reservationId }) => reservationId))].toSorted();
  const left: ReservationRow[] = [];
  for (const id of ids) {
    const row = await lockReservation(trx, accountId, id);
    if (row) left.push(row);
  }
  await lockDepartures(trx, [departureId, ...left.map((row) => row.departure_id)]);
  const cancelled: string[] = [];
  for (const row of left) {
    const leaving = new Set(seats.map((seat) => seat.ticket_id));
    const stays = row.seats.some((seat) => !leaving.has(seat.ticket_id));
    if (stays) await leaveReservation(trx, row.reservation_id, [...leaving], now);
    else if (await cancelReservation(trx, accountId, row.reservation_id, now))
      cancelled.push(row.reservation_id);
  }
  return cancelled;
}

/** The saved row, built without another query. */
const rowOf = (save: NewReservation, reservationId: string, reservedAt: Date): ReservationRow => ({
  reservation_id: reservationId,
  account_id: save.accountId,
  order_id: null,
  departure_id: save.departureId,
  trip_id: save.tripId,
  service_date: save.serviceDate,
  from_station: save.fromStation,
  to_station: save.toStation,
  first_leg: save.firstLeg,
  end_leg: save.endLeg,
  depart_at: new Date(save.departAt),
  arrive_at: new Date(save.arriveAt),
  state: 1,
  reserved_at: reservedAt,
  changed_at: null,
  cancelled_at: null,
  moved_by: null,
  disruption: null,
  late: null,
  tickets: [],
  feeders: [],
  seats: save.seats,
});

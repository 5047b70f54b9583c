// A ticket for seat rules: what it covers, how many reservations are left, until when it is valid for travel.
import type { Direction } from '@kippu/contract/values';
import type { Refusal } from '@kippu/domain/outcome';
import { dateAt, serviceDateOf } from '@kippu/domain/time/service-day';
import { refusalOfState, reservationsLeft, STATE_OF } from '@kippu/domain/ticket/life';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import type { Journey } from '../timetable/departure.ts';
import type { SeatTicketRow, TicketBooking } from '../store/seat-ticket-store.ts';

export interface SeatTicket {
  readonly ticketId: string;
  readonly row: SeatTicketRow;
  /** Undefined when the operator no longer has the product. Then it covers nothing. */
  readonly product: Product | undefined;
  /** Its active reservations, including departed ones, without lost ones and without the one being changed. */
  readonly bookings: readonly TicketBooking[];
  /** Its reservations whose seat a newer timetable removed. They do not block a new booking. */
  readonly lost: readonly TicketBooking[];
}

/**
 * Returns the account's tickets in the order of `ticketIds`. Throws AppError TKT-0001 (404) when one is missing or another
 * account's. `change` is the reservation whose seats count as free.
 */
export function requireTickets(
  operator: OperatorData,
  rows: readonly SeatTicketRow[],
  ticketIds: readonly string[],
  change?: string,
): SeatTicket[] {
  const byId = new Map(rows.map((row) => [row.ticket_id, row]));
  return [...new Set(ticketIds)].map((ticketId) => {
    const row = byId.get(ticketId);
    if (!row) throw new AppError('TKT-0001', { values: { ticketId } });
    const others = row.bookings.filter((booking) => booking.reservationId !== change);
    const product = operator.products.get(row.product_id);
    const lost = others.filter((booking) => booking.lost);
    return { ticketId, row, product, bookings: others.filter((booking) => !booking.lost), lost };
  });
}

/** Returns TKT-0005, 0006 or 0007 when the ticket's state at `now` (epoch milliseconds) allows no reservation, else null. */
export function refusalOfTicket({ ticketId, row }: SeatTicket, now: number): Refusal | null {
  const refusal = refusalOfState(
    {
      status: row.status,
      ticketState: STATE_OF[row.status],
      useExpireDate: dateAt(row.use_expire_date.getTime()),
      abtExpireDate: row.abt_expire_date && wireTime(row.abt_expire_date),
    },
    now,
  );
  return refusal && { ...refusal, values: { ticketId } };
}

/** How many reservations are left; the one being changed counts as free. */
export const leftOn = ({ product, bookings }: SeatTicket): number =>
  product
    ? reservationsLeft({
        tripType: product.tripType,
        reservedNum: bookings.length,
        productReservations: product.reservations,
      })
    : 0;

/** Whether a round trip already has its seat in this direction. Other tickets have no limit per direction. */
export function directionUsed(operator: OperatorData, ticket: SeatTicket, direction: Direction): boolean {
  return (
    ticket.product?.tripType === 20 &&
    ticket.bookings.some((b) => operator.trips.get(b.tripId)?.direction === direction)
  );
}

/** Returns the ticket's booking on the same train, or on one that runs at the same time. */
export const overlapOf = ({ bookings }: SeatTicket, ride: Journey): TicketBooking | undefined =>
  bookings.find(
    (b) => b.departureId === ride.departureId || (b.departAt < ride.arriveAt && ride.departAt < b.arriveAt),
  );

/** Whether the ticket already has a seat for the same train, overlapping hours, or the same direction of a round trip. */
export function reservedForTrip(operator: OperatorData, ticket: SeatTicket, ride: Journey): boolean {
  return overlapOf(ticket, ride) !== undefined || directionUsed(operator, ticket, ride.trip.direction);
}

/** A train after midnight belongs to the previous service day and to the next calendar day; either match counts. */
const isSameDay = ({ departAt, departureId }: TicketBooking, ride: Journey) =>
  dateAt(departAt) === dateAt(ride.departAt) || serviceDateOf(departureId) === ride.serviceDate;

/** The lost reservations that this ride replaces: the same direction, and for a pass also the same day. */
export const replacedBy = (operator: OperatorData, { product, lost }: SeatTicket, ride: Journey) =>
  lost.filter(
    (booking) =>
      (operator.trips.get(booking.tripId) ?? operator.former.trips.get(booking.tripId))?.direction ===
        ride.trip.direction &&
      (product?.tripType !== undefined || isSameDay(booking, ride)),
  );

/** The car classes that all the tickets may use. */
export function sharedClasses(tickets: readonly SeatTicket[]): ReadonlySet<string> {
  const [first, ...others] = tickets.map((ticket) => ticket.product?.carClasses ?? []);
  return new Set(first?.filter((carClass) => others.every((classes) => classes.includes(carClass))));
}

const pair = (from: string, to: string) => `${from}\u0000${to}`;
const covered = new WeakMap<OperatorData['trips'], WeakMap<Product, ReadonlySet<string>>>();

/**
 * Returns whether a product covers a ride: the ride is one of its sections, or some train of the feed calls at the
 * section's start, the ride's start, the ride's end and the section's end, in this order.
 */
export function covers(operator: OperatorData, product: Product, from: string, to: string): boolean {
  const byProduct = covered.get(operator.trips) ?? new WeakMap<Product, ReadonlySet<string>>();
  covered.set(operator.trips, byProduct);
  const known = byProduct.get(product) ?? stretchesOf(operator, product);
  byProduct.set(product, known);
  return known.has(pair(from, to));
}

function stretchesOf(operator: OperatorData, product: Product): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { stops } of operator.trips.values()) {
    const calls = stops.map((stop) => stop.stationId);
    for (const section of product.sections) {
      const start = calls.indexOf(section.from);
      const inside = start < 0 ? [] : calls.slice(start, calls.indexOf(section.to, start + 1) + 1);
      for (const [i, from] of inside.entries())
        for (const to of inside.slice(i + 1)) found.add(pair(from, to));
    }
  }
  return found;
}

// A ticket as seats see it: what it covers, how many reservations are left, until when one may travel on it.
import type { CarClass } from '@kippu/contract/seat';
import type { Direction } from '@kippu/contract/station';
import type { Refusal } from '@kippu/domain/outcome';
import { addDays, dateAt, endOfDay, serviceDateOf } from '@kippu/domain/service-day';
import { refusalOfState, reservationsLeft, STATE_OF } from '@kippu/domain/ticket-life';
import { AppError } from '../http/app-error.ts';
import { wireTime } from '../http/wire-time.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import type { Product } from '../operator/operator-schemas.ts';
import type { Journey } from './departure.ts';
import type { SeatTicketRow, TicketBooking } from './seat-ticket-store.ts';

export interface SeatTicket {
  readonly ticketId: string;
  readonly row: SeatTicketRow;
  /** Undefined when the operator no longer names the product: then it covers nothing. */
  readonly product: Product | undefined;
  /** Its living reservations, departed ones included, those without a seat and the one being changed left out. */
  readonly bookings: readonly TicketBooking[];
  /** Its reservations whose seat a newer timetable took: they keep it from nothing. */
  readonly lost: readonly TicketBooking[];
}

/**
 * Takes the account's ticket rows and the ids asked for; gives the tickets in the order asked. Throws AppError TKT-0001
 * (404) when one is missing, whoever it belongs to. `change` is the reservation whose seats count as free.
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

/** Takes now (epoch milliseconds); gives TKT-0005, 0006 or 0007 when the ticket's state allows no reservation. */
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

/** Reservations left, the one being changed counted as free. */
export const leftOn = ({ product, bookings }: SeatTicket): number =>
  product
    ? reservationsLeft({
        kind: product.kind,
        tripType: product.tripType,
        reservedNum: bookings.length,
        productReservations: product.reservations,
      })
    : 0;

/**
 * The last moment (epoch milliseconds) a train may leave for this ticket: abtExpireDate once in use, before that the last
 * day of use when activated on its last day, in Asia/Tokyo.
 */
export function lastDepartureOf({ row, product }: SeatTicket): number {
  if (row.status === 'inUse' && row.abt_expire_date) return row.abt_expire_date.getTime() + 999;
  return endOfDay(addDays(dateAt(row.use_expire_date.getTime()), (product?.days ?? 1) - 1)) + 999;
}

/** A round trip holds one seat each way; other tickets are not bound to a direction. */
export function directionUsed(operator: OperatorData, ticket: SeatTicket, direction: Direction): boolean {
  return (
    ticket.product?.tripType === 20 &&
    ticket.bookings.some((b) => operator.trips.get(b.tripId)?.direction === direction)
  );
}

/** Whether the ticket already has a seat that this ride would double: same train, same hours, or same way of a round trip. */
export function reservedForTrip(operator: OperatorData, ticket: SeatTicket, ride: Journey): boolean {
  const doubled = ticket.bookings.some(
    (b) => b.departureId === ride.departureId || (b.departAt < ride.arriveAt && ride.departAt < b.arriveAt),
  );
  return doubled || directionUsed(operator, ticket, ride.trip.direction);
}

/** Past midnight a train is of the evening before, by the timetable, and of the day that begins, by the calendar. */
const isSameDay = ({ departAt, departureId }: TicketBooking, ride: Journey) =>
  dateAt(departAt) === dateAt(ride.departAt) || serviceDateOf(departureId) === ride.serviceDate;

/** The lost reservations that this ride stands in for: the same way, on the same day where the ticket has more of it. */
export const replacedBy = (operator: OperatorData, { product, lost }: SeatTicket, ride: Journey) =>
  lost.filter(
    (booking) =>
      (operator.trips.get(booking.tripId) ?? operator.former.trips.get(booking.tripId))?.direction ===
        ride.trip.direction &&
      (product?.tripType !== undefined || isSameDay(booking, ride)),
  );

/** The car classes that every one of the tickets may use. */
export function sharedClasses(tickets: readonly SeatTicket[]): ReadonlySet<CarClass> {
  const [first, ...others] = tickets.map((ticket) => ticket.product?.carClasses ?? []);
  return new Set(first?.filter((carClass) => others.every((classes) => classes.includes(carClass))));
}

const pair = (from: string, to: string) => `${from}\u0000${to}`;
const covered = new WeakMap<OperatorData, Map<string, ReadonlySet<string>>>();

/**
 * Tells whether a product covers a ride: one of its sections is the ride, or some train of the feed calls at the section's
 * start, the ride's start, its end and the section's end in this order. So a section covers every stretch inside it.
 */
export function covers(operator: OperatorData, product: Product, from: string, to: string): boolean {
  const byProduct = covered.get(operator) ?? new Map<string, ReadonlySet<string>>();
  covered.set(operator, byProduct);
  const known = byProduct.get(product.productId) ?? stretchesOf(operator, product);
  byProduct.set(product.productId, known);
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

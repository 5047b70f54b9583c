// Whether held seats fit the tickets of an order: by the same rules as for a traveller's own tickets.
import { endOfDay } from '@kippu/domain/time/service-day';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { isAsHeld } from '../checks/is-as-held.ts';
import { refusalOfRide } from '../checks/check-request.ts';
import { requireAllowed } from '../checks/seat-refusal.ts';
import type { SeatTicket } from '../checks/seat-ticket.ts';
import { findJourney, type Journey } from '../timetable/departure.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';

/** Tickets of one product that are to be sold together. */
interface TicketsToSell {
  readonly product: Product;
  /** The last day on which their use may begin. */
  readonly useBy: string;
  readonly count: number;
}

/**
 * Returns the rides of holds that have one seat for each of the tickets.
 * @param now epoch milliseconds
 * @throws AppError SEAT-0013 the train is gone, SEAT-0016 it runs at other times than when it was held, SEAT-0007 the numbers differ, SEAT-0010 a class that the
 * product does not include, and the refusals of refusalOfRide
 */
export function ridesOfHolds(
  operator: OperatorData,
  { product, useBy, count }: TicketsToSell,
  holds: readonly SeatHoldTable[],
  now: number,
): Journey[] {
  const rides: Journey[] = [];
  for (const hold of holds) {
    const ride = findJourney(operator, hold.departure_id, hold.from_station, hold.to_station);
    if (!ride) throw new AppError('SEAT-0013');
    if (!isAsHeld(hold, ride)) throw new AppError('SEAT-0016');
    if (hold.seats.length !== count) throw new AppError('SEAT-0007');
    for (const seat of hold.seats) {
      const carClass = carOfSeat(ride.formation, seat)?.class ?? '';
      if (!product.carClasses.includes(carClass))
        throw new AppError('SEAT-0010', { values: { seat, carClass } });
    }
    const ticket = ticketWith(product, useBy, rides);
    requireAllowed(refusalOfRide(operator, { ride, tickets: [ticket], seatCount: 1, seatsLeft: 1, now }));
    rides.push(ride);
  }
  return rides;
}

/** A ticket as it will be when a traveller has added it, with seats on the rides. */
const ticketWith = (product: Product, useBy: string, rides: readonly Journey[]): SeatTicket => {
  const bookings = rides.map((ride) => ({
    reservationId: '',
    departureId: ride.departureId,
    tripId: ride.trip.tripId,
    departAt: ride.departAt,
    arriveAt: ride.arriveAt,
    lost: false,
  }));
  return {
    ticketId: '',
    product,
    bookings,
    lost: [],
    row: {
      ticket_id: '',
      product_id: product.productId,
      status: 'bound',
      use_expire_date: new Date(endOfDay(useBy)),
      abt_expire_date: null,
      bookings,
    },
  };
};

// An order as its partner reads it.
import type { OrderState, PartnerOrder } from '@kippu/contract/partner/orders';
import type { PassengerCategory } from '@kippu/contract/values';
import { epochToIso } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { findDeparture } from '../../reservation/timetable/departure.ts';
import { carOfSeat } from '../../reservation/timetable/formation-seats.ts';
import { priceAnswer } from '../catalogue/sellable.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import {
  findOrder,
  readWhole,
  type OrderRow,
  type PassengerRow,
  type WholeOrder,
} from './order-read-store.ts';
import type { OwnedBy } from './order-store.ts';
import { chargeOf, isReturnable, lastDayOf, type Returning } from './returning.ts';

/** An order that was not confirmed in time is open in the database. `now` in epoch milliseconds. */
export const stateOf = ({ state, expires_at }: OrderRow, now: number): OrderState =>
  state === 'open' && expires_at.getTime() <= now ? 'lapsed' : state;

/** Reads an order. Throws PartnerProblem `not-found` for another partner's as for one that does not exist. */
export async function requireOrder(db: Db, owner: OwnedBy, orderId: string): Promise<OrderRow> {
  const order = await findOrder(db, owner, orderId);
  if (!order) throw new PartnerProblem('not-found');
  return order;
}

/** Reads an order and returns its answer. */
export async function answerOrder(
  db: Db,
  operator: OperatorData,
  owner: OwnedBy,
  orderId: string,
  now: number,
): Promise<PartnerOrder> {
  const order = await requireOrder(db, owner, orderId);
  const [whole] = await readWhole(db, owner, [order], now);
  if (!whole) throw new PartnerProblem('not-found');
  return orderAnswer(operator, whole, now);
}

export function orderAnswer(operator: OperatorData, whole: WholeOrder, now: number): PartnerOrder {
  const { order, items, passengers } = whole;
  const time = (at: Date) => epochToIso(at.getTime());
  const sum = (part: 'price' | 'tax') => passengers.reduce((total, row) => total + row[part], 0);
  return {
    orderId: order.order_id,
    reference: order.reference,
    state: stateOf(order, now),
    createdAt: time(order.created_at),
    expiresAt: time(order.expires_at),
    ...(order.confirmed_at ? { confirmedAt: time(order.confirmed_at) } : {}),
    ...(order.cancelled_at ? { cancelledAt: time(order.cancelled_at) } : {}),
    total: { amount: sum('price'), currency: order.currency, tax: sum('tax') },
    items: items.map(({ position, product_id, use_by }) => ({
      position,
      productId: product_id,
      useBy: use_by,
      passengers: passengers
        .filter(({ item }) => item === position)
        .map((row) => passengerAnswer(operator, order, { row, productId: product_id, useBy: use_by }, now)),
    })),
    rides: ridesOf(operator, whole),
  };
}

function passengerAnswer(
  operator: OperatorData,
  { currency, adopted }: OrderRow,
  {
    row,
    productId,
    useBy,
  }: { readonly row: PassengerRow; readonly productId: string; readonly useBy: string },
  now: number,
): PartnerOrder['items'][number]['passengers'][number] {
  const product = operator.products.get(productId);
  const returning = (how: Returning) => {
    if (!product || adopted || !isReturnable(product, how, { ...row, useBy }, now)) return undefined;
    const { fee } = chargeOf(operator, product, how, row);
    return { fee, amount: row.price - fee, until: lastDayOf(product, how, useBy) ?? useBy };
  };
  const [refundable, exchangeable] = [returning('refund'), returning('exchange')];
  return {
    passengerId: row.passenger_id,
    category: row.category as PassengerCategory,
    ...(row.reference === null ? {} : { reference: row.reference }),
    price: priceAnswer({ price: row.price, tax: row.tax, taxRate: row.tax_rate }, currency),
    state: row.state,
    ...(row.ticket_id === null ? {} : { ticketId: row.ticket_id }),
    ...(row.ticket_no === null ? {} : { ticketNo: row.ticket_no }),
    ...(row.status === null ? {} : { ticketStatus: row.status }),
    ...(refundable ? { refundable } : {}),
    ...(exchangeable ? { exchangeable } : {}),
  };
}

/** Groups the seats by ride. */
function ridesOf(operator: OperatorData, { rides }: WholeOrder): PartnerOrder['rides'] {
  const grouped = new Map<string, PartnerOrder['rides'][number]>();
  for (const row of rides) {
    const id = [row.departure_id, row.from_station, row.to_station].join(' ');
    const formation = findDeparture(operator, row.departure_id)?.formation;
    const carClass = (formation && carOfSeat(formation, row.seat)?.class) ?? '';
    const seat = { passengerId: row.passenger_id, seat: row.seat, carClass };
    const known = grouped.get(id);
    if (known) known.seats.push(seat);
    else
      grouped.set(id, {
        departureId: row.departure_id,
        from: row.from_station,
        to: row.to_station,
        departAt: epochToIso(row.depart_at.getTime()),
        arriveAt: epochToIso(row.arrive_at.getTime()),
        seats: [seat],
      });
  }
  return [...grouped.values()];
}

// Issues the tickets of an order's item: their numbers and codes, their price in the ledger, their seats.
import { sql } from 'kysely';
import { digitsOf } from '@kippu/contract/page-settings';
import { SALES_SYSTEM } from '@kippu/contract/values';
import { hundredthsOf } from '@kippu/domain/money/minor-units';
import type { Trx } from '../../platform/db/database.ts';
import type { SeatHoldTable } from '../../platform/db/tables/tables.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { ridesOfHolds } from '../../reservation/partner/check-held-seats.ts';
import { reserveForOrder } from '../../reservation/partner/partner-hold-store.ts';
import { carOfSeat } from '../../reservation/timetable/formation-seats.ts';
import { actorOf } from '../../session/staff-session.ts';
import { insertNumbered } from '../../ticket/issue/issue-tickets.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { saleLines } from '../ledger/ledger-lines.ts';
import { post } from '../ledger/ledger-store.ts';
import type { OrderRow } from './order-read-store.ts';
import { endOfUse, type Sale } from './price-item.ts';

/** The name of the place of sale on tickets that partners sold. */
const SALES_SITE = 'partner';

export interface ItemToIssue {
  readonly product: Product;
  readonly useBy: string;
  readonly holds: readonly SeatHoldTable[];
  readonly passengers: readonly {
    readonly passengerId: string;
    readonly category: string;
    readonly price: number;
    readonly tax: number;
    readonly taxRate: number;
  }[];
}

/**
 * Issues an item. The order's and the partner's seats are locked.
 * @throws AppError as ridesOfHolds, PartnerProblem `hold-unusable` where a hold has lost a seat
 */
export async function issueItem(
  trx: Trx,
  { operator, partner, now }: Pick<Sale, 'operator' | 'partner' | 'now'>,
  order: OrderRow,
  { product, useBy, holds, passengers }: ItemToIssue,
): Promise<void> {
  const at = new Date(now);
  const count = passengers.length;
  const rides = ridesOfHolds(operator, { product, useBy, count }, holds, now);
  const digits = digitsOf(order.currency);
  const tickets = await insertNumbered(
    trx,
    passengers.map(({ category, price }) => ({
      product_id: product.productId,
      status: 'unbound' as const,
      passenger_category: category,
      order_id: order.order_id,
      order_time: at,
      issuer: operator.agency.name,
      seller: partner.name,
      sales_site: SALES_SITE,
      sales_company: operator.agency.name,
      sale_price: hundredthsOf(price, digits),
      use_expire_date: endOfUse(useBy),
      created_at: at,
    })),
  );
  await sql`
    update partner_passenger p set state = 'issued', ticket_id = s.ticket_id
    from unnest(${passengers.map(({ passengerId }) => passengerId)}::text[],
      ${tickets.map(({ ticket_id }) => ticket_id)}::text[]) as s(passenger_id, ticket_id)
    where p.passenger_id = s.passenger_id and p.order_id = ${order.order_id}`.execute(trx);
  const issued = { kind: 'issue', from_status: null, to_status: 'unbound', detail: null } as const;
  await insertEvents(
    trx,
    tickets.map(({ ticket_id }) => ({ ...issued, ticket_id, actor: actorOf(SALES_SYSTEM), at })),
  );
  await post(
    trx,
    {
      order,
      kind: 'sale',
      passengers: passengers.map(({ passengerId, ...price }) => ({
        passengerId,
        taxRate: price.taxRate,
        lines: saleLines(price),
      })),
    },
    now,
  );
  const seated = holds.flatMap((hold, place) => {
    const ride = rides[place];
    if (!ride) return [];
    const seats = hold.seats.map((seat, passenger) => ({
      ticket_id: tickets[passenger]?.ticket_id ?? '',
      seat,
      seat_type: 'reserved' as const,
      car_class: carOfSeat(ride.formation, seat)?.class ?? '',
    }));
    return [{ hold, ride, orderId: order.order_id, seats }];
  });
  if (seated.length > 0 && !(await reserveForOrder(trx, seated, now)))
    throw new PartnerProblem('hold-unusable');
}

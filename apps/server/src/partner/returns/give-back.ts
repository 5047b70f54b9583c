// Gives tickets of a partner's order back: by the rules of their products, all of them or none.
import { sql } from 'kysely';
import { SALES_SYSTEM } from '@kippu/contract/values';
import type { Trx } from '../../platform/db/database.ts';
import { lockDepartures, lockSeatsOfAccounts, seatsOwnerOf } from '../../platform/db/locks.ts';
import { changeTicket, type Changed } from '../../desk/tickets/change-ticket.ts';
import { hasServed } from '../../desk/tickets/desk-ticket-store.ts';
import { orderLock, partnerLock } from '../../reservation/partner/partner-hold-store.ts';
import { actorOf } from '../../session/staff-session.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { requireOrder, stateOf } from '../orders/order-answer.ts';
import { readWhole, type OrderRow, type PassengerRow } from '../orders/order-read-store.ts';
import type { Sale } from '../orders/price-item.ts';
import { chargeOf, isReturnable, type Returning } from '../orders/returning.ts';

export type ReturnAct = Pick<Sale, 'operator' | 'partner' | 'now'> & { readonly publicOrigin: string };

interface GivingBack {
  readonly returning: Returning;
  /** The partner's holds for the tickets of an exchange. */
  readonly nextHolds?: readonly string[];
}

export interface GivenBack {
  readonly order: OrderRow;
  /** In the order of the request. */
  readonly passengers: readonly PassengerRow[];
  /** The position of a further item of the order. */
  readonly nextItem: number;
  readonly changed: readonly Changed[];
}

/** Why a ticket was given back, for its history at the desk. */
const REASON = { refund: 'refunded by its seller', exchange: 'exchanged by its seller' } as const;

/** Locks the seats of the order, of the partner, and of the accounts that have its tickets, in the order of their names. */
async function lockOwners(trx: Trx, { partner }: ReturnAct, orderId: string): Promise<void> {
  const locked = new Set<string>();
  for (;;) {
    const rows = await trx
      .selectFrom('ticket')
      .select(['account_id', 'order_id'])
      .where('order_id', '=', orderId)
      .execute();
    const owners = [orderLock(orderId), partnerLock(partner.partnerId), ...rows.map(seatsOwnerOf)];
    const open = owners.filter((owner) => !locked.has(owner));
    if (open.length === 0) return;
    await lockSeatsOfAccounts(trx, open);
    for (const owner of open) locked.add(owner);
  }
}

/**
 * Locks tickets by their ids, then their reservations and the trains of these and of holds: those of the tickets, and the partner's that take their place. No train is
 * locked later, when the lock of the ledger is held.
 */
async function lockSeats(
  trx: Trx,
  { partner }: ReturnAct,
  ticketIds: readonly string[],
  nextHolds: readonly string[],
): Promise<void> {
  const ids = sql`${[...ticketIds]}::text[]`;
  await sql`select 1 from ticket where ticket_id = any(${ids}) order by ticket_id for update`.execute(trx);
  const { rows } = await sql<{ departure_id: string }>`
    select r.departure_id from reservation r where r.state = 1 and r.reservation_id in (
      select reservation_id from reservation_seat where ticket_id = any(${ids}))
    order by r.reservation_id for update`.execute(trx);
  const { rows: held } = await sql<{ departure_id: string }>`
    select h.departure_id from seat_hold h join ticket t on t.account_id = h.account_id
    where t.ticket_id = any(${ids}) and h.ticket_ids && ${ids}
    union select departure_id from seat_hold
    where hold_id = any(${[...nextHolds]}::text[]) and partner_id = ${partner.partnerId}`.execute(trx);
  await lockDepartures(trx, [...new Set([...rows, ...held].map((row) => row.departure_id))]);
}

/**
 * Gives tickets back, with their fee in the ledger.
 * @throws PartnerProblem `not-found` for an order or a passenger that is not the partner's, `order-not-confirmed`, `not-refundable` or `not-exchangeable` with the
 * places of the passengers
 */
export async function giveBack(
  trx: Trx,
  act: ReturnAct,
  orderId: string,
  passengerIds: readonly string[],
  { returning, nextHolds = [] }: GivingBack,
): Promise<GivenBack> {
  const { operator, partner, now } = act;
  const place = (at: number) => ({ pointer: `/passengerIds/${at}` });
  await requireOrder(trx, partner, orderId);
  await lockOwners(trx, act, orderId);
  const order = await requireOrder(trx, partner, orderId);
  const state = stateOf(order, now);
  if (state !== 'confirmed') throw new PartnerProblem('order-not-confirmed', { values: { state } });
  const [before] = await readWhole(trx, partner, [order], now);
  const ticketIds = (before?.passengers ?? [])
    .filter((row) => passengerIds.includes(row.passenger_id))
    .flatMap((row) => row.ticket_id ?? []);
  await lockSeats(trx, act, ticketIds, nextHolds);
  // Read again under the locks: a gate may have reported a passage meanwhile.
  const [whole] = await readWhole(trx, partner, [order], now);
  if (!whole) throw new PartnerProblem('not-found');
  const passengers = passengerIds.map((id, at) => {
    const row = whole.passengers.find((each) => each.passenger_id === id);
    if (!row) throw new PartnerProblem('not-found', { places: [place(at)] });
    return row;
  });
  const itemOf = ({ item }: PassengerRow) => whole.items.find(({ position }) => position === item);
  const kept: number[] = [];
  for (const [at, row] of passengers.entries()) {
    const item = itemOf(row);
    const product = operator.products.get(item?.product_id ?? '');
    const isAllowed =
      !order.adopted && isReturnable(product, returning, { ...row, useBy: item?.use_by ?? '' }, now);
    if (!isAllowed || row.ticket_id === null || (await hasServed(trx, row.ticket_id))) kept.push(at);
  }
  if (kept.length > 0)
    throw new PartnerProblem(returning === 'refund' ? 'not-refundable' : 'not-exchangeable', {
      places: kept.map(place),
    });
  const desk = { actor: actorOf(SALES_SYSTEM), publicOrigin: act.publicOrigin, clock: () => now, operator };
  const changed: Changed[] = [];
  for (const row of passengers) {
    const product = operator.products.get(itemOf(row)?.product_id ?? '');
    if (!product || row.ticket_id === null) throw new Error('a checked passenger has no product or ticket');
    const bySeller = { kind: returning, charge: chargeOf(operator, product, returning, row) };
    changed.push(
      await changeTicket(
        trx,
        desk,
        { ticketId: row.ticket_id, action: 'refund', reason: REASON[returning], seen: null },
        bySeller,
      ),
    );
  }
  const nextItem = Math.max(...whole.items.map(({ position }) => position)) + 1;
  return { order, passengers, nextItem, changed };
}

// Tickets as the contract's answers.
import { createHash } from 'node:crypto';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Section } from '@kippu/contract/calls/traveller/station';
import { namesOf } from '@kippu/contract/names';
import { PASSENGER_CATEGORIES, type PassengerCategory } from '@kippu/contract/values';
import type { Ticket, TicketSummary, TripType, WaitingTicket } from '@kippu/contract/calls/traveller/ticket';
import { dateAt } from '@kippu/domain/time/service-day';
import { exitUntil } from '@kippu/domain/ticket/entries';
import { isExpired, nextStatus, refusalOfState, reservationsLeft, STATE_OF } from '@kippu/domain/ticket/life';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import type { TicketView } from './ticket-store.ts';

/** The product's data in its newest version. The cast is safe: syncProducts writes it from a validated file. */
export const productOf = (view: Pick<TicketView, 'data'>): Product => view.data as Product;

/** The ticket in the form that domain's ticket rules read. */
export function lifeOf(view: Pick<TicketView, 'status' | 'use_expire_date' | 'abt_expire_date'>) {
  return {
    status: view.status,
    ticketState: STATE_OF[view.status],
    useExpireDate: wireTime(view.use_expire_date),
    abtExpireDate: view.abt_expire_date && wireTime(view.abt_expire_date),
  };
}

/** The passenger category as the contract names it. Throws on an unknown category. */
export function categoryOf(view: Pick<TicketView, 'passenger_category'>): PassengerCategory {
  const category = PASSENGER_CATEGORIES.find((known) => known === view.passenger_category);
  if (!category) throw new Error(`unknown passenger category '${view.passenger_category}'`);
  return category;
}

/** How many seats can still be reserved with the ticket, whatever its state. */
const seatsLeft = (view: TicketView): number =>
  reservationsLeft({
    tripType: view.trip_type as TripType | null,
    reservedNum: view.reserved ?? 0,
    productReservations: view.reservations,
  });

/** The last second (epoch milliseconds) in which the ticket may exit; null without an open entry made within the validity. */
function exitUntilOf(view: Pick<TicketView, 'status' | 'abt_expire_date' | 'entry_at'>): number | null {
  if (view.status !== 'inUse' || view.abt_expire_date === null) return null;
  return exitUntil(view.abt_expire_date.getTime(), view.entry_at?.getTime() ?? null);
}

/** Whether the ticket may only exit: its validity is over at `now` (epoch milliseconds), but an entry is open. */
export function isExitOnly(view: TicketView, now: number): boolean {
  const until = exitUntilOf(view);
  return until !== null && isExpired(lifeOf(view), now) && now <= until + 999;
}

function entryOf(view: TicketView): TicketSummary['entry'] {
  if (view.entry_station === null || view.entry_at === null) return null;
  return {
    stationId: view.entry_station,
    at: wireTime(view.entry_at),
    ...(view.entry_record === null ? {} : { recordId: view.entry_record }),
    ...(view.entry_until === null ? {} : { verifiedUntil: wireTime(view.entry_until) }),
  };
}

/** What the account's tickets of one order have in common. It does not reveal the order to the owner of a ticket. */
const partyOf = ({ account_id, order_id }: TicketView): string =>
  createHash('sha256').update(`party ${account_id} ${order_id}`).digest('base64url').slice(0, 16);

/** The link by which the ticket waits to be taken. */
const waitingLinkOf = (view: TicketView, now: number): Pick<TicketSummary, 'waitingLink'> =>
  view.link_until === null || view.link_until.getTime() <= now || !nextStatus(view.status, 'transfer').ok
    ? {}
    : { waitingLink: { until: wireTime(view.link_until) } };

/** A ticket in a list; `now` in epoch milliseconds. */
export function summaryAnswer(view: TicketView, now: number): TicketSummary {
  const product = productOf(view);
  const life = lifeOf(view);
  const exit = exitUntilOf(view);
  return {
    ticketId: view.ticket_id,
    ticketNo: view.ticket_no,
    productId: view.product_id,
    ...namesOf(product, 'productName'),
    kind: view.kind,
    status: view.status,
    ticketState: life.ticketState,
    ...(view.trip_type === null ? {} : { tripType: view.trip_type as TripType }),
    passengerCategory: categoryOf(view),
    useExpireDate: dateAt(view.use_expire_date.getTime()),
    ...(life.abtExpireDate === null ? {} : { abtExpireDate: life.abtExpireDate }),
    ...(view.use_date === null ? {} : { useDate: wireTime(view.use_date) }),
    expired: isExpired(life, now),
    ...(exit === null ? {} : { exitUntil: wireTime(exit) }),
    reservedNum: view.reserved ?? 0,
    reservationsLeft: seatsLeft(view),
    reservable: refusalOfState(life, now) === null && seatsLeft(view) > 0,
    party: partyOf(view),
    ...waitingLinkOf(view, now),
    entry: entryOf(view),
  };
}

/** What a visitor who has the ticket's link may know. */
export function waitingAnswer(view: TicketView, now: number): WaitingTicket {
  const { kind, passengerCategory, useExpireDate } = summaryAnswer(view, now);
  return { ...namesOf(productOf(view), 'productName'), kind, passengerCategory, useExpireDate };
}

/** What an account that may take somebody's ticket by a link learns of it before: no number, and nothing of its owner. */
export function sentAnswer(view: TicketView, now: number): TicketSummary {
  const { useDate: _useDate, party: _party, waitingLink: _link, ...summary } = summaryAnswer(view, now);
  return { ...summary, ticketId: '', ticketNo: '', reservedNum: 0 };
}

/** What a ticket's page shows besides the ticket itself. */
interface TicketExtras {
  readonly sections: Section[];
  readonly reservations: Reservation[];
  /** When somebody else, who had added it to their account, gave it; null for a ticket that is no gift. */
  readonly givenAt: Date | null;
}

const purchaseOf = (view: TicketView) => ({
  orderId: view.order_id,
  seller: view.seller,
  salesSite: view.sales_site,
  salesCompany: view.sales_company,
  salePrice: Number(view.sale_price),
});

/** What the receiver of a gift reads of its purchase. */
const GIVERS_PURCHASE: ReturnType<typeof purchaseOf> & { readonly isGift: true } = {
  isGift: true,
  orderId: '',
  seller: '',
  salesSite: '',
  salesCompany: '',
  salePrice: 0,
};

/** A ticket's page; `now` in epoch milliseconds. */
export function ticketAnswer(
  view: TicketView,
  { sections, reservations, givenAt }: TicketExtras,
  now: number,
): Ticket {
  const summary = summaryAnswer(view, now);
  const product = productOf(view);
  const { station_from_date: from, station_depart_date: depart } = view;
  // When the giver bought a gift is theirs, like the rest of the purchase.
  const orderTime = givenAt ?? view.order_time;
  return {
    ...summary,
    issuedTicketNo: view.issued_ticket_no,
    voucherNo: view.voucher_no ?? '',
    orderTime: wireTime(orderTime),
    issuer: view.issuer,
    ...(givenAt ? GIVERS_PURCHASE : purchaseOf(view)),
    quantity: view.quantity,
    validity: {
      start: dateAt((view.use_date ?? orderTime).getTime()),
      end: dateAt((view.abt_expire_date ?? view.use_expire_date).getTime()),
    },
    ...(from === null ? {} : { stationFromDate: wireTime(from) }),
    ...(depart === null ? {} : { stationDepartDate: wireTime(depart) }),
    validDays: product.days,
    sections,
    reservations,
    transferable: nextStatus(view.status, 'transfer').ok && !summary.expired && summary.entry === null,
    ...namesOf(product, 'notes'),
  };
}

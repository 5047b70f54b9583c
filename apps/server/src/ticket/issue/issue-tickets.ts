// Issues an order's tickets with their numbers, codes and links. Each ticket can be added by one traveller.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { deskTickets, IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { MAX_USE_BY_DAYS } from '@kippu/contract/limits';
import { addDays, dateAt, endOfDay, isDate } from '@kippu/domain/time/service-day';
import { seenId } from '@kippu/domain/text/seen-text';
import type { Insertable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { TicketTable } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireLine, requireOrderId } from '../../platform/wire/require-text.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { newCode, newTicketNo } from './ticket-codes.ts';
import { linkOf, newLinkToken } from './ticket-link.ts';
import * as store from '../record/ticket-store.ts';

export type Order = BodyOf<typeof deskTickets>;
type OrderedTicket = Order['tickets'][number];

interface Issuer {
  readonly operator: OperatorData;
  /** The start of each link. */
  readonly publicOrigin: string;
  /** Who issues, for the tickets' history: `desk:api-key` or `system`. */
  readonly actor: string;
}

const VOUCHER_LETTERS = 12;
const REDEEM_LETTERS = 16;
/** How often clashing numbers are drawn again. More clashes in a row are not a coincidence. */
const DRAWS = 5;

function requireDates(order: Order, now: number): void {
  const last = addDays(dateAt(now), MAX_USE_BY_DAYS);
  order.tickets.forEach(({ useExpireDate }, at) => {
    if (!isDate(useExpireDate) || useExpireDate > last)
      throw new AppError('REQ-0001', { values: { field: `tickets.${at}.useExpireDate` } });
    if (useExpireDate < dateAt(now)) throw new AppError('TKT-0005');
  });
}

/** Normalises the order's texts, so that blanks, widths or invisible characters in an id do not make another order. */
const normalised = (order: Order): Order => ({
  ...order,
  orderId: requireOrderId('orderId', order.orderId),
  issuer: requireLine('issuer', order.issuer),
  seller: requireLine('seller', order.seller),
  salesSite: requireLine('salesSite', order.salesSite),
});

/** The id, numbers and codes of a new ticket. */
const newNumbers = () => ({
  ticket_id: randomUUID(),
  ticket_no: newTicketNo(),
  issued_ticket_no: newTicketNo(),
  voucher_no: newCode(VOUCHER_LETTERS),
  redeem_code: newCode(REDEEM_LETTERS),
  link_token: newLinkToken(),
});
type Numbers = ReturnType<typeof newNumbers>;
/** A new ticket's row without its numbers. */
type TicketTerms = Omit<Insertable<TicketTable>, keyof Numbers>;
type NumberedTicket = TicketTerms & Numbers;

/** Returns a function that makes a ticket's row of the order. */
function termsOf({ operator }: Issuer, order: Order, now: number) {
  const product = operator.products.get(order.productId);
  if (!product) throw new AppError('REQ-0005', { detail: `no product '${order.productId}'` });
  const at = new Date(now);
  return ({ passengerCategory, useExpireDate, salePrice }: OrderedTicket): TicketTerms => ({
    product_id: product.productId,
    status: 'unbound',
    passenger_category: passengerCategory,
    order_id: order.orderId,
    order_time: at,
    issuer: order.issuer,
    seller: order.seller,
    sales_site: order.salesSite,
    sales_company: operator.agency.name,
    sale_price: salePrice,
    use_expire_date: new Date(endOfDay(useExpireDate)),
    created_at: at,
  });
}
/** Inserts tickets and draws the numbers of clashing ones again. Returns the rows in the same order. */
export async function insertNumbered(
  trx: Trx,
  terms: readonly TicketTerms[],
  draws = DRAWS,
): Promise<NumberedTicket[]> {
  if (draws === 0) throw new Error('ticket numbers clash again and again');
  const rows = terms.map((each) => ({ ...each, ...newNumbers() }));
  const inserted = await store.insertTickets(trx, rows);
  const lost = rows.flatMap((row, at) => (inserted.has(row.ticket_id) ? [] : [at]));
  if (lost.length === 0) return rows;
  const again = await insertNumbered(
    trx,
    terms.filter((_, at) => lost.includes(at)),
    draws - 1,
  );
  return rows.map((row, at) => again[lost.indexOf(at)] ?? row);
}

/** A new ticket and its order's link, as the seller receives them. */
export const issuedAnswer = (
  row: NumberedTicket,
  orderToken: string,
  publicOrigin: string,
): IssuedTicket => ({
  ticketId: row.ticket_id,
  ticketNo: row.ticket_no,
  voucherNo: row.voucher_no,
  redeemCode: row.redeem_code,
  link: linkOf(publicOrigin, row.link_token),
  orderLink: linkOf(publicOrigin, orderToken),
});

/**
 * Issues the order's tickets.
 *
 * @param now epoch milliseconds
 * @returns the tickets in the order's sequence
 * @throws AppError REQ-0005 no such product, REQ-0001 a day that does not exist, a text without a visible character, or an order's id with other characters than printable ASCII,
 * TKT-0005 a day in the past, REQ-0002 the order was issued before
 */
export async function issueTickets(
  trx: Trx,
  issuer: Issuer,
  given: Order,
  now: number,
): Promise<IssuedTicket[]> {
  const order = normalised(given);
  const termsFor = termsOf(issuer, order, now);
  requireDates(order, now);
  const linkToken = newLinkToken();
  const formerId = seenId(given.orderId);
  if (!(await store.insertOrder(trx, { orderId: order.orderId, formerId, linkToken, now })))
    throw new AppError('REQ-0002', { detail: `order '${order.orderId}' was issued before` });
  const rows = await insertNumbered(trx, order.tickets.map(termsFor));
  const issued = { kind: 'issue', from_status: null, to_status: 'unbound', detail: null } as const;
  const by = { ...issued, actor: issuer.actor, at: new Date(now) };
  await store.insertEvents(
    trx,
    rows.map((row) => ({ ...by, ticket_id: row.ticket_id })),
  );
  return rows.map((row) => issuedAnswer(row, linkToken, issuer.publicOrigin));
}

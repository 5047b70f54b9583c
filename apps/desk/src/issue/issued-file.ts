// Writes the issued tickets to a file, for the person who sends out the links.
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { appFileName } from '@kippu/words/railway';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import type { Order } from './csv-orders.ts';

export interface Issued {
  readonly order: Order;
  readonly tickets: readonly IssuedTicket[];
}

/** `link` adds one ticket; `order_link` adds all tickets of the order that are in no account yet. */
const TITLES = [
  'order_id',
  'product_id',
  'category',
  'valid_until',
  'ticket_no',
  'voucher_no',
  'redeem_code',
  'link',
  'order_link',
];

/** Returns the file's text. Each order's tickets are in the order of the server's answer. */
const issuedCsv = (all: readonly Issued[]): string =>
  csvText([
    TITLES,
    ...all.flatMap(({ order, tickets }) =>
      tickets.map((ticket, at) => [
        order.orderId,
        order.productId,
        order.tickets[at]?.passengerCategory ?? '',
        order.tickets[at]?.useExpireDate ?? '',
        ticket.ticketNo,
        ticket.voucherNo,
        ticket.redeemCode,
        ticket.link,
        ticket.orderLink,
      ]),
    ),
  ]);

/** Has the browser save the file, named by the order if there is only one. */
export const saveIssued = (all: readonly Issued[]): void =>
  saveFile(
    all.length === 1 && all[0]
      ? `${appFileName()}-${all[0].order.orderId}.csv`
      : `${appFileName()}-tickets.csv`,
    issuedCsv(all),
  );

// The routes of tickets.
import type { Route } from '../../route.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';

export const ticketList = {
  name: 'ticketList',
  method: 'GET',
  path: `${TICKET}/list`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const ticketLoad = {
  name: 'ticketLoad',
  method: 'GET',
  path: `${TICKET}/load`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

/** What the traveller bought in one order, for printing. */
export const purchase = {
  name: 'purchase',
  method: 'GET',
  path: `${TICKET}/purchase`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

/** Adds tickets to the account by a link, a voucher number or a redeem code; with `preview`, only shows them. */
export const bind = {
  name: 'bind',
  method: 'POST',
  path: `${TICKET}/bind`,
  auth: 'guest',
} as const satisfies Route;

/** Shows a visitor what a ticket's or an order's link would add. */
export const waitingTickets = {
  name: 'waitingTickets',
  method: 'POST',
  path: '/jtr-jwqs-app/open/ticket/info/waiting',
  auth: 'open',
  readOnly: true,
} as const satisfies Route;

/** Activates a ticket. It cannot be undone. */
export const use = {
  name: 'use',
  method: 'POST',
  path: `${TICKET}/use`,
  auth: 'guest',
} as const satisfies Route;

/** Certifies a ticket for the phone's key. The phone then makes its codes itself. */
export const qrcode = {
  name: 'qrcode',
  method: 'GET',
  path: `${TICKET}/qrcode`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const transferTicket = {
  name: 'transferTicket',
  method: 'POST',
  path: `${TICKET}/transferTicket`,
  auth: 'guest',
} as const satisfies Route;

/** Records an entry or exit that the traveller verifies at a station. */
export const start = {
  name: 'start',
  method: 'POST',
  path: `${TICKET}/start`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

/** The current state of an entry or exit that `start` recorded. */
export const verificationResult = {
  name: 'useResult',
  method: 'GET',
  path: `${TICKET}/useResult`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

/** Cancels an entry that `start` recorded. */
export const deleteUseFlag = {
  name: 'deleteUseFlag',
  method: 'DELETE',
  path: `${TICKET}/deleteUseFlag`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

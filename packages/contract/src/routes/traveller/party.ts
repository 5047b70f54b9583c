// The routes of acts with several tickets, and of links that pass one on. In a file of their own, because the phone's first screen makes none of them.
import type { Route } from '../../route.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';

/** Activates several tickets at once, or none of them. It cannot be undone. */
export const activateTickets = {
  name: 'useTickets',
  method: 'POST',
  path: `${TICKET}/useTickets`,
  auth: 'guest',
} as const satisfies Route;

/** Transfers several tickets to one account at once, or none of them. */
export const transferTickets = {
  name: 'transferTickets',
  method: 'POST',
  path: `${TICKET}/transferTickets`,
  auth: 'guest',
} as const satisfies Route;

/** Makes a link by which somebody takes one ticket over. */
export const sendLink = {
  name: 'sendLink',
  method: 'POST',
  path: `${TICKET}/sendLink`,
  auth: 'guest',
} as const satisfies Route;

/** Ends a ticket's link. Does nothing where none waits. */
export const callBackLink = {
  name: 'callBackLink',
  method: 'POST',
  path: `${TICKET}/callBackLink`,
  auth: 'guest',
} as const satisfies Route;

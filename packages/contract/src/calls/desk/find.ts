// How the counter finds a ticket by whatever a traveller can name of it, and an account by its email.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import {
  Cursor,
  EmailText,
  Id,
  LanguageField,
  Money,
  WireDate,
  WireTime,
  fiveNames,
  page,
  text,
} from './fields.ts';
import { PassengerCategoryField, TICKET_KINDS, TICKET_STATUSES } from './ticket.ts';

/** A ticket in a list of the desk; whose it is is not told. */
export const TicketLine = strict({
  ticketNo: Type.String(),
  orderId: Type.String(),
  productId: Type.String(),
  ...fiveNames('productName', 'TC'),
  passengerCategory: PassengerCategoryField,
  status: Type.Enum([...TICKET_STATUSES]),
  /** The status in words, in the request's language. */
  statusWord: Type.String(),
  /** Closed or past its end. */
  expired: Type.Boolean(),
  bound: Type.Boolean(),
  /** The last day it may be activated. */
  useExpireDate: WireDate,
  /** The last second it may be used, once activated. */
  abtExpireDate: Type.Optional(WireTime),
});
export type TicketLine = Static<typeof TicketLine>;

/** As long as what is looked for may be: an order's id is the longest. */
export const FIND_MOST = 100;

/**
 * Tickets by a ticket number, an issued number, a voucher number, a redeem code or an order's id: a page of 50, of an order
 * adults before children. Numbers and codes are found however they are typed: full width, in small letters, with hyphens or
 * spaces. The record says what was found, never what was typed.
 */
export const deskFind = defineCall({
  name: 'deskFind',
  method: 'GET',
  path: '/desk/find',
  auth: 'desk',
  callers: ['counter', 'sales'],
  query: strict({ q: text(FIND_MOST, 1), cursor: Type.Optional(Cursor) }),
  data: page(TicketLine),
});

/** Who has an account. */
export const DeskAccount = strict({
  accountId: Type.String(),
  email: Type.String(),
  fullname: Type.String(),
  username: Type.String(),
  country: Type.String(),
  /** What they are written to in. */
  language: LanguageField,
  createdAt: WireTime,
  status: Type.Enum(['active', 'suspended']),
});
export type DeskAccount = Static<typeof DeskAccount>;

/** A reservation whose train is still to leave. */
const UpcomingReservation = strict({
  reservationId: Type.String(),
  trainNo: Type.String(),
  ...fiveNames('trainName'),
  ...fiveNames('fromName'),
  ...fiveNames('toName'),
  departAt: WireTime,
  arriveAt: WireTime,
  seats: Type.Array(strict({ seat: Type.String(), ticketNo: Type.String() })),
});

/**
 * An account by its email, its tickets as in `deskFind` (those in use first, closed ones last) and its next 20 reservations;
 * null where nobody has the email. A POST, for an email stands in no address; it changes nothing.
 */
export const deskFindAccount = defineCall({
  name: 'deskFindAccount',
  method: 'POST',
  path: '/desk/accounts/find',
  auth: 'desk',
  callers: ['counter'],
  looks: true,
  body: strict({ email: EmailText }),
  data: Type.Union([
    Type.Null(),
    strict({
      account: DeskAccount,
      tickets: page(TicketLine),
      reservations: Type.Array(UpcomingReservation),
    }),
  ]),
});

/** The following pages of an account's tickets. */
export const deskAccountTickets = defineCall({
  name: 'deskAccountTickets',
  method: 'GET',
  path: '/desk/accounts/tickets',
  auth: 'desk',
  callers: ['counter'],
  query: strict({ accountId: Id, cursor: Type.Optional(Cursor) }),
  data: page(TicketLine),
});

/** Who has a ticket: an act of its own, recorded with the ticket. REQ-0005 for no such ticket, and for one of nobody's. */
export const deskTicketAccount = defineCall({
  name: 'deskTicketAccount',
  method: 'GET',
  path: '/desk/ticket/account',
  auth: 'desk',
  callers: ['counter'],
  query: strict({ ticketNo: Id }),
  data: DeskAccount,
  refusals: ['REQ-0005'],
});

export const DeskProduct = strict({
  productId: Type.String(),
  ...fiveNames('productName', 'TC'),
  kind: Type.Enum([...TICKET_KINDS]),
  price: strict({ adult: Money, child: Money }),
  /** Days from its sale until it must have been activated, unless the order says otherwise. */
  activateWithinDays: Type.Integer(),
  /** Days of use, the day of activation included. */
  days: Type.Integer(),
});
export type DeskProduct = Static<typeof DeskProduct>;

/** What may be issued, all of it in the operator's order, and in whose name. */
export const deskProducts = defineCall({
  name: 'deskProducts',
  method: 'GET',
  path: '/desk/products',
  auth: 'desk',
  callers: ['counter', 'sales'],
  data: strict({ issuer: Type.String(), products: Type.Array(DeskProduct) }),
});

// How the counter finds a ticket by any number that a traveller can name, and an account by its email; what a manager does to an account.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/find.ts';
import {
  Cursor,
  EmailText,
  Id,
  LanguageField,
  Money,
  WireDate,
  WireTime,
  nameFields,
  page,
  text,
} from '../../fields.ts';
import type { ErrorCode } from '../../errors.ts';
import { PassengerCategoryField } from '../traveller/ticket.ts';
import { TICKET_STATUSES } from '../../values.ts';
import { MAX_FIND } from '../../limits.ts';

/** A ticket in a list of the desk, without its owner. */
export const TicketLine = strict({
  ticketNo: Type.String(),
  orderId: Type.String(),
  productId: Type.String(),
  ...nameFields('productName'),
  passengerCategory: PassengerCategoryField,
  status: Type.Enum([...TICKET_STATUSES]),
  /** The status in words, in the request's language. */
  statusWord: Type.String(),
  /** Closed or past its end. */
  expired: Type.Boolean(),
  bound: Type.Boolean(),
  /** The last day on which it may be activated. */
  useExpireDate: WireDate,
  /** The last second in which it may be used, once activated. */
  abtExpireDate: Type.Optional(WireTime),
});
export type TicketLine = Static<typeof TicketLine>;

/**
 * Finds tickets by a ticket number, an issued number, a voucher number, a redeem code or an order's id: a page of 50,
 * within an order adults before children. Numbers and codes match however they are typed: full width, in lower case,
 * with hyphens or spaces. The record keeps what was found, never what was typed.
 */
export const deskFind = defineCall(routes.deskFind, {
  query: strict({ q: text(MAX_FIND, 1), cursor: Type.Optional(Cursor) }),
  data: page(TicketLine),
});

/** The owner of an account. */
export const DeskAccount = strict({
  accountId: Type.String(),
  email: Type.String(),
  fullname: Type.String(),
  username: Type.String(),
  country: Type.String(),
  /** The language of their mails. */
  language: LanguageField,
  createdAt: WireTime,
  /** A deleted account has no email and names. */
  status: Type.Enum(['active', 'suspended', 'deleted']),
});
export type DeskAccount = Static<typeof DeskAccount>;

/** A reservation whose train has not left yet. */
const UpcomingReservation = strict({
  reservationId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  ...nameFields('fromName'),
  ...nameFields('toName'),
  departAt: WireTime,
  arriveAt: WireTime,
  seats: Type.Array(strict({ seat: Type.String(), ticketNo: Type.String() })),
});

/**
 * Finds an account by its email, with its tickets as in `deskFind` (those in use first, closed ones last) and its
 * next 20 reservations; null if nobody has the email. Changes nothing; a POST, because an email may not appear in an
 * address.
 */
export const deskFindAccount = defineCall(routes.deskFindAccount, {
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
export const deskAccountTickets = defineCall(routes.deskAccountTickets, {
  query: strict({ accountId: Id, cursor: Type.Optional(Cursor) }),
  data: page(TicketLine),
});

/** The owner of a ticket. Recorded as an act on the ticket. REQ-0005: no such ticket, or it has no owner. */
export const deskTicketAccount = defineCall(routes.deskTicketAccount, {
  query: strict({ ticketNo: Id }),
  data: DeskAccount,
  refusals: ['REQ-0005'],
});

export const DeskProduct = strict({
  productId: Type.String(),
  ...nameFields('productName'),
  /** A kind of operator.json. */
  kind: Type.String(),
  price: strict({ adult: Money, child: Money }),
  /** Days from its sale within which it must be activated, unless the order says otherwise. */
  activateWithinDays: Type.Integer(),
  /** Days of use, the day of activation included. */
  days: Type.Integer(),
});
export type DeskProduct = Static<typeof DeskProduct>;

/** All products that may be issued, in the operator's order, and the name of the issuer. */
export const deskProducts = defineCall(routes.deskProducts, {
  data: strict({ issuer: Type.String(), products: Type.Array(DeskProduct) }),
});

/** What a manager may do to a traveller's account. */
const accountAct = {
  body: strict({ accountId: Id }),
  data: DeskAccount,
  refusals: ['REQ-0005'] satisfies ErrorCode[],
};

/** Signs the traveller out; the password stays valid. REQ-0005: no such account, or it was deleted. */
export const deskEndSession = defineCall(routes.deskEndSession, accountAct);

/** Signs the traveller out and refuses every login and reset until the account is resumed. Tickets stay as they are. */
export const deskSuspendAccount = defineCall(routes.deskSuspendAccount, accountAct);

/** Lets the traveller log in again. Ended sessions stay ended. */
export const deskResumeAccount = defineCall(routes.deskResumeAccount, accountAct);

// What staff see of one ticket, and the status changes that only the desk makes.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/ticket.ts';
import { IssuedTicket } from './issue.ts';
import { Id, WireDate, WireTime, nameFields, text } from '../../fields.ts';
import { PassengerCategoryField } from '../traveller/ticket.ts';
import { TICKET_STATUSES } from '../../values.ts';

/** The desk's events of a ticket. The table in docs/ticket-life.md says from which status each is allowed. */
const DESK_ACTIONS = ['suspend', 'resume', 'refund', 'void', 'disuse', 'reissue'] as const;
export type DeskAction = (typeof DESK_ACTIONS)[number];

const status = Type.Enum([...TICKET_STATUSES]);

export const ChangedTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  status,
  /** The status in words, in the request's language. */
  statusWord: Type.String(),
  /** The new ticket, after a reissue. */
  reissued: Type.Optional(IssuedTicket),
});
export type ChangedTicket = Static<typeof ChangedTicket>;

/**
 * Changes one ticket, named by either its id or its number. Idempotent by its Idempotency-Key.
 * TKT-0007: the ticket is suspended. TKT-0006: its status does not allow the change. Both have `status` in `values`,
 * so that the caller can recognise a change that was already made.
 * TKT-0008: a reissue while the traveller is inside a station. REQ-0005: no such ticket.
 * DESK-0001 with `status` in `values`: the ticket is no longer as `seen`, or a refund of a used ticket names only a
 * status; nothing was done.
 */
export const deskChangeTicket = defineCall(routes.deskChangeTicket, {
  body: strict({
    ticketId: Type.Optional(Id),
    ticketNo: Type.Optional(Id),
    action: Type.Enum([...DESK_ACTIONS]),
    /**
     * What the caller saw: the `version` of deskTicket, or at least the status. A refund of a used ticket needs the
     * version.
     */
    seen: Type.Union([strict({ version: text(64, 1) }), strict({ status })]),
    /** Kept in the ticket's history for staff; not shown to the traveller. */
    reason: text(200, 1),
  }),
  data: ChangedTicket,
  refusals: ['REQ-0005', 'TKT-0006', 'TKT-0007', 'TKT-0008', 'DESK-0001'],
});

const DeskTicketEvent = strict({
  at: WireTime,
  /** 'issue', 'bind', 'use', 'transfer', 'entry', 'suspend', … */
  kind: Type.String(),
  /** 31 to 38, for what happened at a station. */
  code: Type.Optional(Type.Integer()),
  from: Type.Optional(status),
  to: Type.Optional(status),
  stationId: Type.Optional(Type.String()),
  /** The names of that station. */
  station: Type.Optional(strict(nameFields('stationName'))),
  /** 'traveller', 'desk:…', 'gate:…', 'staff:…' at a gate, or 'system'. */
  by: Type.String(),
  /** The name of the member of staff at the desk; not sent to a sales system. */
  byName: Type.Optional(Type.String()),
  /** What staff wrote. */
  reason: Type.Optional(Type.String()),
});
export const DeskTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  issuedTicketNo: Type.String(),
  productId: Type.String(),
  ...nameFields('productName'),
  /** A kind of operator.json. */
  kind: Type.String(),
  passengerCategory: PassengerCategoryField,
  status,
  statusWord: Type.String(),
  /** Changes whenever anything happens to the ticket or its seats. */
  version: Type.String(),
  /** For a suspended ticket: the status after a resume. */
  statusBefore: Type.Optional(status),
  /** Closed or past its end. For a suspended ticket: what a resume would find. */
  expired: Type.Boolean(),
  useExpireDate: WireDate,
  abtExpireDate: Type.Optional(WireTime),
  useDate: Type.Optional(WireTime),
  orderId: Type.String(),
  orderTime: WireTime,
  seller: Type.String(),
  salesSite: Type.String(),
  /** Whether it is in an account. The owner is not included. */
  bound: Type.Boolean(),
  /** The number of the ticket that it replaces, and of the one that replaces it. */
  reissueOf: Type.Optional(Type.String()),
  reissuedAs: Type.Optional(Type.String()),
  /** Present while its traveller is inside a station. */
  entry: Type.Union([
    Type.Null(),
    strict({ stationId: Type.String(), ...nameFields('stationName'), at: WireTime }),
  ]),
  /** Reservations that end with the ticket, earliest first: whose train may still leave, or that may still be changed. */
  seats: Type.Array(
    strict({
      reservationId: Type.String(),
      trainNo: Type.String(),
      ...nameFields('trainName'),
      from: Type.String(),
      to: Type.String(),
      ...nameFields('fromName'),
      ...nameFields('toName'),
      departAt: WireTime,
      /** '4-12A'. */
      seat: Type.String(),
    }),
  ),
  /** The last 20, newest first. */
  events: Type.Array(DeskTicketEvent),
});
export type DeskTicket = Static<typeof DeskTicket>;

/** A ticket by its number, without anything that identifies its owner. */
export const deskTicket = defineCall(routes.deskTicket, {
  query: strict({ ticketNo: Id }),
  data: DeskTicket,
  refusals: ['REQ-0005'],
});

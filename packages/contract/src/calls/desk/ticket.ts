// What staff see of one ticket, and the changes of its life that only the desk makes.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { IssuedTicket } from './desk.ts';
import { Id, WireDate, WireTime, fiveNames, text } from './fields.ts';
import { PassengerCategoryField, TICKET_KINDS, TICKET_STATUSES } from './ticket.ts';

/** The events of a ticket's life that are the desk's; the table of docs/ticket-life.md says from which status each is allowed. */
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
 * Changes one ticket, named by exactly one of its id and its number. Refused where the table does not allow it: TKT-0007 of a
 * suspended ticket, TKT-0006 of any other, both with its `status` in `values`, so that one that is so already is told apart;
 * TKT-0008 a reissue while its traveller is inside a station. REQ-0005 there is no such ticket. Idempotent by its
 * Idempotency-Key.
 */
export const deskChangeTicket = defineCall({
  name: 'deskChangeTicket',
  method: 'POST',
  path: '/desk/tickets/change',
  auth: 'desk',
  callers: ['counter', 'sales'],
  body: strict({
    ticketId: Type.Optional(Id),
    ticketNo: Type.Optional(Id),
    action: Type.Enum([...DESK_ACTIONS]),
    /** Stays in the ticket's history for staff; the traveller is not told. */
    reason: text(200, 1),
  }),
  data: ChangedTicket,
  refusals: ['REQ-0005', 'TKT-0006', 'TKT-0007', 'TKT-0008'],
});

const DeskTicketEvent = strict({
  at: WireTime,
  /** 'issue', 'bind', 'use', 'transfer', 'entry', 'suspend', … */
  kind: Type.String(),
  /** 31 to 38, of what happened at a station. */
  code: Type.Optional(Type.Integer()),
  from: Type.Optional(status),
  to: Type.Optional(status),
  stationId: Type.Optional(Type.String()),
  /** The names of that station. */
  station: Type.Optional(strict(fiveNames('stationName'))),
  /** 'traveller', 'desk:…', 'gate:…', 'staff:…' at a gate, or 'system'. */
  by: Type.String(),
  /** The name of the member of staff at the desk; a sales system is not told it. */
  byName: Type.Optional(Type.String()),
  /** What staff wrote. */
  reason: Type.Optional(Type.String()),
});
export const DeskTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  issuedTicketNo: Type.String(),
  productId: Type.String(),
  ...fiveNames('productName', 'TC'),
  kind: Type.Enum([...TICKET_KINDS]),
  passengerCategory: PassengerCategoryField,
  status,
  statusWord: Type.String(),
  /** Of a suspended ticket: what a resume makes of it. */
  statusBefore: Type.Optional(status),
  /** Closed or past its end; of a suspended one, what a resume would find. */
  expired: Type.Boolean(),
  useExpireDate: WireDate,
  abtExpireDate: Type.Optional(WireTime),
  useDate: Type.Optional(WireTime),
  orderId: Type.String(),
  orderTime: WireTime,
  seller: Type.String(),
  salesSite: Type.String(),
  /** Whether it is in somebody's account; whose is not told. */
  bound: Type.Boolean(),
  /** The number of the ticket it was reissued for, and of the one that was issued instead of it. */
  reissueOf: Type.Optional(Type.String()),
  reissuedAs: Type.Optional(Type.String()),
  /** While its traveller is inside a station. */
  entry: Type.Union([
    Type.Null(),
    strict({ stationId: Type.String(), ...fiveNames('stationName'), at: WireTime }),
  ]),
  /** Those whose train is still to leave, the earliest first. */
  seats: Type.Array(
    strict({
      reservationId: Type.String(),
      trainNo: Type.String(),
      ...fiveNames('trainName'),
      from: Type.String(),
      to: Type.String(),
      ...fiveNames('fromName'),
      ...fiveNames('toName'),
      departAt: WireTime,
      /** '4-12A'. */
      seat: Type.String(),
    }),
  ),
  /** The last 20, the newest first. */
  events: Type.Array(DeskTicketEvent),
});
export type DeskTicket = Static<typeof DeskTicket>;

/** A ticket by its number, with nothing that tells whose it is. */
export const deskTicket = defineCall({
  name: 'deskTicket',
  method: 'GET',
  path: '/desk/ticket',
  auth: 'desk',
  callers: ['counter', 'sales'],
  query: strict({ ticketNo: Id }),
  data: DeskTicket,
  refusals: ['REQ-0005'],
});

// What staff see of one ticket, and the status changes that only the desk makes.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/ticket.ts';
import { IssuedTicket } from './issue.ts';
import { Count, Id, WireDate, WireTime, nameFields, text } from '../../fields.ts';
import {
  CarClassField,
  PlanInfo,
  SeatInfo,
  TICKET_REFUSALS,
  seatCancel,
  seatChange,
} from '../traveller/seat.ts';
import { seatHold } from '../traveller/seat-hold.ts';
import { PassengerCategoryField } from '../traveller/ticket.ts';
import { TICKET_STATUSES } from '../../values.ts';

/** The desk's events of a ticket. The table in docs/ticket-life.md says from which status each is allowed. */
const DESK_ACTIONS = ['suspend', 'resume', 'refund', 'void', 'disuse', 'reissue'] as const;
export type DeskAction = (typeof DESK_ACTIONS)[number];

const status = Type.Enum([...TICKET_STATUSES]);
const reason = text(200, 1);

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
    reason,
    /** Only for a reissue: the new ticket has the seats. Otherwise they are cancelled. */
    keepSeats: Type.Optional(Type.Boolean()),
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

const SeatTrain = strict({
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  departAt: WireTime,
  arriveAt: WireTime,
  /** Seats left that the ticket may have. */
  left: Count,
});
export type SeatTrain = Static<typeof SeatTrain>;

const FreeSeat = strict({ seat: SeatInfo, carClass: CarClassField, window: Type.Boolean() });
export type FreeSeat = Static<typeof FreeSeat>;

/**
 * What the traveller's ticket may reserve, by the traveller's own rules; with `reservationId` instead of that seat. With `date`, `from` and `to` the trains that
 * can be chosen; with `departureId` too, its free seats. Refuses as the traveller's calls do. REQ-0005: no such ticket. TKT-0006: it is in no account.
 */
export const deskSeatChoice = defineCall(routes.deskSeatChoice, {
  query: strict({
    ticketNo: Id,
    reservationId: Type.Optional(Id),
    date: Type.Optional(WireDate),
    from: Type.Optional(Id),
    to: Type.Optional(Id),
    departureId: Type.Optional(Id),
  }),
  data: strict({
    sections: PlanInfo.properties.sections,
    bookableFrom: WireDate,
    bookableTo: WireDate,
    trains: Type.Optional(Type.Array(SeatTrain)),
    seats: Type.Optional(Type.Array(FreeSeat)),
  }),
  refusals: [
    ...TICKET_REFUSALS,
    ...(['REQ-0001', 'REQ-0005', 'SEAT-0001', 'SEAT-0004', 'SEAT-0005', 'SEAT-0009'] as const),
    ...(['SEAT-0010', 'SEAT-0012', 'SEAT-0013', 'SEAT-0015', 'SEAT-0016'] as const),
  ],
});

/** The ticket as the caller saw it: the `version` of deskTicket. */
const seenVersion = strict({ version: text(64, 1) });
const SeatAct = strict({ ticketNo: Type.String(), reservationId: Type.String(), seat: Type.String() });

/**
 * Reserves a seat for the traveller by the traveller's rules, or moves the seat of `reservationId` to it. A seat of a group becomes a reservation of its own first. The
 * traveller gets the same mail as after their own act. Refuses as seatHold and seatChange do. REQ-0005: no such ticket. TKT-0006: it is in no account, or its status does not allow it. DESK-0001 with
 * `status` in `values`: the ticket or one of its seats is no longer as `seen`; nothing was done.
 */
export const deskReserveSeat = defineCall(routes.deskReserveSeat, {
  body: strict({
    ticketNo: Id,
    seen: seenVersion,
    reservationId: Type.Optional(Id),
    departureId: Id,
    from: Id,
    to: Id,
    seat: SeatInfo,
    reason,
  }),
  data: SeatAct,
  refusals: [...new Set([...seatHold.refusals, ...seatChange.refusals, 'REQ-0005', 'DESK-0001'] as const)],
});

/** Cancels the ticket's seat in a reservation; those of its companions stay. Refuses as seatCancel does, and as deskReserveSeat. */
export const deskCancelSeat = defineCall(routes.deskCancelSeat, {
  body: strict({ ticketNo: Id, seen: seenVersion, reservationId: Id, reason }),
  data: SeatAct,
  refusals: [...new Set([...seatCancel.refusals, 'TKT-0006', 'REQ-0005', 'DESK-0001'] as const)],
});

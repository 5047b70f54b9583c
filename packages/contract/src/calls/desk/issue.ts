// The desk and sales systems: tickets are issued here, and what gates could not decide among themselves is settled.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Cursor, Id, Money, WireDate, WireTime, fiveNames, page, text } from './fields.ts';
import { GateCodeField } from './gate.ts';
import { PassengerCategoryField, TICKET_STATUSES } from './ticket.ts';

export const IssuedTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  voucherNo: Type.String(),
  redeemCode: Type.String(),
  /** Adds this ticket alone. */
  link: Type.String(),
  /** Adds every ticket of the order that nobody has added yet; the same on each of them. */
  orderLink: Type.String(),
});
export type IssuedTicket = Static<typeof IssuedTicket>;

/** Idempotent by its Idempotency-Key; staff with a role, or an API key. */
export const deskTickets = defineCall({
  name: 'deskTickets',
  method: 'POST',
  path: '/desk/tickets',
  auth: 'desk',
  callers: ['counter', 'sales'],
  body: strict({
    orderId: Id,
    productId: Id,
    tickets: Type.Array(
      strict({ passengerCategory: PassengerCategoryField, useExpireDate: WireDate, salePrice: Money }),
      { minItems: 1, maxItems: 200 },
    ),
    issuer: text(100, 1),
    seller: text(100, 1),
    salesSite: text(100, 1),
  }),
  data: Type.Array(IssuedTicket),
  refusals: ['REQ-0005', 'TKT-0005'],
});

/**
 * What a gate did that does not fit: `sameDirection` entered or left twice in a row (two gates without a network),
 * `noEntry` left without having entered, `usedUp` entered after its last journey, `revoked` passed with a ticket that was
 * suspended, refunded or given on meanwhile, `wrongDirection` a way that the gate was not enrolled for, `wrongClock` told to
 * have been in the future or before the ticket was issued, which counts as of when it was heard, `unknownTicket` a number
 * that is no ticket of ours, `forged` a certificate that no key of ours signed, or another ticket's. The ticket of a forged
 * one is who was named, not who passed: it stays as it was.
 */
const GATE_CONFLICT_KINDS = [
  'sameDirection',
  'noEntry',
  'usedUp',
  'revoked',
  'wrongDirection',
  'wrongClock',
  'unknownTicket',
  'forged',
] as const;
export type GateConflictKind = (typeof GATE_CONFLICT_KINDS)[number];

const gatePassage = {
  gateId: Type.String(),
  stationId: Type.String(),
  ...fiveNames('stationName'),
  code: GateCodeField,
  /** By the gate's clock, right or wrong; of the passages before it, as they count. */
  at: WireTime,
};
export const GateConflict = strict({
  conflictId: Type.String(),
  kind: Type.Enum([...GATE_CONFLICT_KINDS]),
  ...gatePassage,
  eventId: Type.String(),
  /** When the server heard of it: days later where the gate had no network. */
  receivedAt: WireTime,
  foundAt: WireTime,
  /** The ticket's id, or the number that staff typed. */
  told: Type.String(),
  /** Why staff let it pass by hand. */
  reason: Type.Optional(Type.String()),
  /** Absent where what was told is no ticket of ours. */
  ticket: Type.Optional(
    strict({
      ticketId: Type.String(),
      ticketNo: Type.String(),
      status: Type.Enum([...TICKET_STATUSES]),
      /** In the language of the request, as the traveller reads it. */
      statusWord: Type.String(),
    }),
  ),
  /** The ticket's last passages before it, the newest first: what it does not fit to. */
  before: Type.Array(strict(gatePassage)),
  /** Absent while it is open. */
  settled: Type.Optional(
    strict({
      at: WireTime,
      by: Type.String(),
      /** Of one of the staff. */
      byName: Type.Optional(Type.String()),
      note: Type.String(),
    }),
  ),
});
export type GateConflict = Static<typeof GateConflict>;

/** A page of 50, the open ones first, in each part the newest found first. */
export const deskGateConflicts = defineCall({
  name: 'deskGateConflicts',
  method: 'GET',
  path: '/desk/gate-conflicts',
  auth: 'desk',
  callers: ['counter', 'sales'],
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'settled'])),
    stationId: Type.Optional(Id),
    ticketId: Type.Optional(Id),
    cursor: Type.Optional(Cursor),
  }),
  data: page(GateConflict),
});

/** Settles one for good, with what was found out; one that was settled before is answered as it then was. */
export const deskSettleGateConflict = defineCall({
  name: 'deskSettleGateConflict',
  method: 'POST',
  path: '/desk/gate-conflicts/settle',
  auth: 'desk',
  callers: ['counter', 'sales'],
  body: strict({
    conflictId: Type.String({ pattern: '^\\d{1,18}$' }),
    note: text(500, 1),
  }),
  data: GateConflict,
  refusals: ['REQ-0005'],
});

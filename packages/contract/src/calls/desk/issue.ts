// How the desk and sales systems issue tickets, and how staff resolve what gates could not decide among themselves.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/issue.ts';
import { Cursor, Id, Money, WireDate, WireTime, nameFields, page, text } from '../../fields.ts';
import { GateCodeField } from '../gate/gate.ts';
import { PassengerCategoryField } from '../traveller/ticket.ts';
import { BODY_BYTES, MAX_SETTLED_AT_ONCE } from '../../limits.ts';
import { TICKET_STATUSES } from '../../values.ts';

export const IssuedTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  voucherNo: Type.String(),
  redeemCode: Type.String(),
  /** Adds this ticket alone. */
  link: Type.String(),
  /**
   * Adds every ticket of the order that is in no account yet; the same link on each of them. The reissue of such a ticket replaces it: the former
   * one adds nothing.
   */
  orderLink: Type.String(),
});
export type IssuedTicket = Static<typeof IssuedTicket>;

/** Idempotent by its Idempotency-Key. Called by staff with a role, or with an API key. */
export const deskTickets = defineCall(routes.deskTickets, {
  body: strict({
    /** Printable ASCII. Full-width forms, other dashes and blanks are folded; REQ-0001 where another character is left. */
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
  /** 200 tickets, also with white space. */
  bodyBytes: 2 * BODY_BYTES,
  data: Type.Array(IssuedTicket),
  refusals: ['REQ-0005', 'TKT-0005'],
});

/**
 * Reports of gates that contradict the ticket or the rules:
 * `sameDirection`: entered or left twice in a row (two gates without a network, or verified at another station).
 * `noEntry`: left without an entry.
 * `changedHands`: inside when the ticket was transferred or reissued, which the server did not know yet.
 * `usedUp`: entered after the last journey.
 * `noTraveller`: staff let it pass although no traveller had added it.
 * `beforeRefund`: passed before it was refunded, voided or disused, which staff did without knowing it.
 * `revoked`: passed with a ticket that had been suspended or refunded, or that had moved to another phone.
 * `wrongDirection`: a direction that the gate was not enrolled for.
 * `wrongPlace`: at a gate that the product does not open in that direction.
 * `passBack`: the other direction at the same station a moment later (one ticket for two people).
 * `expired`: entered after the validity, or left more than four hours after it.
 * `wrongClock`: reported for the future or before the ticket was issued; counts as of when the server received it.
 * `unknownTicket`: the number is no ticket of ours.
 * `forged`: a certificate that no key of ours signed, or of another ticket.
 * `noMoment`: without the phone's signature, by a gate that sends it otherwise.
 * `formerOwner`: a passage of somebody who had transferred the ticket, or the one that replaced it, before the gate reported it.
 * `noReason`: staff let somebody pass without a certificate and gave no reason.
 * `tooManyByHand`: more of those than a gate may report.
 * `reportedLate`: by a closed gate, for a time until which it counts, but received later. It counts.
 * `afterClosing`: by a closed gate, after the time until which it counts.
 * Events of the kinds `forged`, `formerOwner`, `noMoment`, `noReason`, `tooManyByHand` and `afterClosing` are set aside: the ticket does not change.
 */
export const GATE_CONFLICT_KINDS = [
  'sameDirection',
  'noEntry',
  'changedHands',
  'usedUp',
  'noTraveller',
  'beforeRefund',
  'revoked',
  'wrongDirection',
  'wrongPlace',
  'passBack',
  'expired',
  'wrongClock',
  'unknownTicket',
  'forged',
  'noMoment',
  'formerOwner',
  'noReason',
  'tooManyByHand',
  'reportedLate',
  'afterClosing',
] as const;
export type GateConflictKind = (typeof GATE_CONFLICT_KINDS)[number];
const ConflictId = Type.String({ pattern: '^\\d{1,18}$' });

const gatePassage = {
  gateId: Type.String(),
  stationId: Type.String(),
  ...nameFields('stationName'),
  code: GateCodeField,
  /** By the gate's clock, right or wrong. For earlier passages, the time that counts. */
  at: WireTime,
};
export const GateConflict = strict({
  conflictId: Type.String(),
  kind: Type.Enum([...GATE_CONFLICT_KINDS]),
  ...gatePassage,
  eventId: Type.String(),
  /** When the server received it: days later if the gate had no network. */
  receivedAt: WireTime,
  foundAt: WireTime,
  /** The ticket's id, or the number typed by staff. */
  told: Type.String(),
  /**
   * What the gate sent with it. `phone`: the phone's signature, valid, of that time: nobody invented it. `certificate`: the certificate
   * alone, which anybody can send again who has seen the code (older gates). `hand`: nothing, staff let it pass.
   */
  proof: Type.Enum(['phone', 'certificate', 'hand']),
  /** Why staff let it pass by hand. */
  reason: Type.Optional(Type.String()),
  /** Absent if the reported number is no ticket of ours. */
  ticket: Type.Optional(
    strict({
      ticketId: Type.String(),
      ticketNo: Type.String(),
      status: Type.Enum([...TICKET_STATUSES]),
      /** In the language of the request, as shown to the traveller. */
      statusWord: Type.String(),
    }),
  ),
  /** The ticket's passages before it, newest first: those that it contradicts. */
  before: Type.Array(strict(gatePassage)),
  /**
   * What the passage does not fit: another passage, a traveller's verification at a station, or the time at which the ticket changed hands.
   * Absent if the passage alone is wrong, in conflicts of older releases, and for a gate's report of another's.
   */
  against: Type.Optional(
    Type.Union([
      strict({ what: Type.Literal('passage'), ...gatePassage }),
      strict({
        what: Type.Literal('verification'),
        stationId: Type.String(),
        ...nameFields('stationName'),
        direction: Type.Enum(['in', 'out']),
        at: WireTime,
      }),
      strict({ what: Type.Literal('handover'), at: WireTime }),
    ]),
  ),
  /** Absent while it is open. */
  settled: Type.Optional(
    strict({
      at: WireTime,
      by: Type.String(),
      /** The name of a member of staff. */
      byName: Type.Optional(Type.String()),
      note: Type.String(),
    }),
  ),
});
export type GateConflict = Static<typeof GateConflict>;

/** A page of 50: open ones first, each part newest first. */
export const deskGateConflicts = defineCall(routes.deskGateConflicts, {
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'settled'])),
    stationId: Type.Optional(Id),
    ticketId: Type.Optional(Id),
    gateId: Type.Optional(Id),
    kind: Type.Optional(Type.Enum([...GATE_CONFLICT_KINDS])),
    cursor: Type.Optional(Cursor),
  }),
  data: page(GateConflict),
});

/** Resolves one for good, with a note of the findings. DESK-0001 with `at`: it was resolved before and stays as it was. */
export const deskSettleGateConflict = defineCall(routes.deskSettleGateConflict, {
  body: strict({ conflictId: ConflictId, note: text(500, 1) }),
  data: GateConflict,
  refusals: ['REQ-0005', 'DESK-0001'],
});

/**
 * Resolves many open conflicts for good with one note: either those in `conflictIds`, or all of one gate, the oldest first and 500 at
 * most. `upTo` is the newest conflict that staff saw: later ones stay open. Each is recorded by itself. What was resolved before stays as
 * it was.
 */
export const deskSettleGateConflicts = defineCall(routes.deskSettleGateConflicts, {
  body: strict({
    conflictIds: Type.Optional(
      Type.Array(ConflictId, { minItems: 1, maxItems: MAX_SETTLED_AT_ONCE, uniqueItems: true }),
    ),
    gate: Type.Optional(
      strict({ gateId: Id, upTo: ConflictId, kind: Type.Optional(Type.Enum([...GATE_CONFLICT_KINDS])) }),
    ),
    note: text(500, 1),
  }),
  data: strict({
    settled: Type.Integer(),
    /** How many of `conflictIds` had been resolved before. */
    left: Type.Integer(),
    /** Those of `conflictIds` that are no conflict's. Absent if there are none. */
    unknown: Type.Optional(Type.Array(ConflictId)),
    /** Whether open ones of the gate up to `upTo` remain: call again. */
    more: Type.Boolean(),
  }),
});

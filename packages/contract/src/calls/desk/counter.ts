// What staff take in by hand: the number of an exchanged voucher at a counter, and an e-ticket for admissions.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/counter.ts';
import type { ErrorCode } from '../../errors.ts';
import { Id, WireDate, WireTime, nameFields, text } from '../../fields.ts';
import { PassengerCategoryField } from '../traveller/ticket.ts';
import { TICKET_STATUSES } from '../../values.ts';
import { TAKE_IN_TEXT } from '../../limits.ts';

/** Why a ticket cannot be taken in now. The desk has a text for each. */
const TAKE_IN_REFUSALS = [
  'TKT-0005',
  'TKT-0006',
  'TKT-0007',
  'DESK-0002',
  'DESK-0003',
  'DESK-0004',
] as const satisfies readonly ErrorCode[];
export type TakeInRefusal = (typeof TAKE_IN_REFUSALS)[number];

const DeskCounter = strict({ counterId: Type.String(), ...nameFields('counterName') });

export const TakeIn = strict({
  kind: Type.Enum(['voucher', 'admission', 'other']),
  ticketNo: Type.String(),
  ...nameFields('productName'),
  passengerCategory: PassengerCategoryField,
  status: Type.Enum([...TICKET_STATUSES]),
  /** The status in words, in the request's language. */
  statusWord: Type.String(),
  /** The last day on which it may be activated. */
  useExpireDate: WireDate,
  /** The version that staff saw; sent back with the act. */
  version: Type.String(),
  /** Only for an exchanged voucher. */
  exchange: Type.Optional(
    strict({
      number: Type.String(),
      at: WireTime,
      ...nameFields('exchangeFor'),
      /** Where the traveller exchanged it. The names are empty if the operator has closed that counter. */
      counterId: Type.String(),
      ...nameFields('counterName'),
    }),
  ),
  /** Only for an e-ticket: how many admissions it has, and how many were taken in. */
  admissions: Type.Optional(strict({ of: Type.Integer(), done: Type.Integer() })),
  /** When it was last taken in, and by whom. */
  last: Type.Optional(strict({ at: WireTime, byName: Type.String() })),
  /** Absent if it can be taken in now. */
  refusal: Type.Optional(Type.Enum([...TAKE_IN_REFUSALS])),
});
export type TakeIn = Static<typeof TakeIn>;

/** The counter where staff work: a voucher is taken in only where it was exchanged. */
const counterId = Type.Optional(Id);

/** The counters at which something is exchanged, in the operator's order. */
export const deskCounters = defineCall(routes.deskCounters, { data: Type.Array(DeskCounter) });

/**
 * Reads an exchange number, a ticket's or voucher's number, or the code on a phone. Changes nothing; a POST, because
 * a code may not appear in an address. REQ-0005: nothing of ours. DESK-0005: a code that is no longer valid, or not
 * genuine.
 */
export const deskLookTakeIn = defineCall(routes.deskLookTakeIn, {
  body: strict({ text: text(TAKE_IN_TEXT, 1), counterId }),
  data: TakeIn,
  refusals: ['REQ-0005', 'DESK-0005'],
});

/**
 * Takes one in, once: an exchanged voucher for good, an e-ticket for one admission. DESK-0001: it is no longer at
 * `version`. DESK-0002 with `at`: it was taken in before. Other refusals as `refusal` says.
 */
export const deskTakeIn = defineCall(routes.deskTakeIn, {
  body: strict({ ticketNo: Id, version: text(64, 1), counterId }),
  data: TakeIn,
  refusals: ['REQ-0005', 'DESK-0001', ...TAKE_IN_REFUSALS],
});

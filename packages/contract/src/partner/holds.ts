// How partners hold seats while their customer decides.
import { Type, type Static } from 'typebox';
import { strict } from '../call.ts';
import { Id } from '../fields.ts';
import { MAX_SEATS_OF_CALL } from '../limits.ts';
import { SeatInfo } from '../calls/traveller/seat.ts';
import { definePartnerCall } from './partner-call.ts';
import { PARTNER_PATH } from './problem-types.ts';
import { Instant } from './partner-fields.ts';

const PartnerHold = strict({
  holdId: Type.String(),
  departureId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  departAt: Instant,
  arriveAt: Instant,
  seats: Type.Array(Type.String()),
  /** The seats are free again then. An order that names the hold keeps it until the order's own limit. */
  expiresAt: Instant,
  /** The order that names it. */
  orderId: Type.Optional(Type.String()),
});
export type PartnerHold = Static<typeof PartnerHold>;

const HoldId = strict({ holdId: Id });

export const partnerHold = definePartnerCall(
  {
    name: 'partnerHold',
    method: 'POST',
    path: `${PARTNER_PATH}/holds`,
    scope: 'hold',
    summary: 'Holds seats on a train: named ones, or so many of a class.',
  },
  {
    body: Type.Object(
      {
        departureId: Id,
        from: Id,
        to: Id,
        /** Seats such as `4-1A`. */
        seats: Type.Optional(
          Type.Array(SeatInfo, { minItems: 1, maxItems: MAX_SEATS_OF_CALL, uniqueItems: true }),
        ),
        /** So many seats, near each other where that is possible. */
        any: Type.Optional(
          strict({
            count: Type.Integer({ minimum: 1, maximum: MAX_SEATS_OF_CALL }),
            carClass: Type.Optional(Id),
            prefer: Type.Optional(Type.Enum(['together', 'window', 'aisle'])),
          }),
        ),
      },
      { additionalProperties: false, oneOf: [{ required: ['seats'] }, { required: ['any'] }] },
    ),
    data: PartnerHold,
    status: 201,
    problems: [
      'seats-taken',
      'not-enough-seats',
      'seat-limit',
      'seats-do-not-fit',
      'train-not-found',
      'train-closed',
      'train-changed',
      'booking-not-open',
    ],
  },
);

export const partnerHoldOf = definePartnerCall(
  {
    name: 'partnerHoldOf',
    method: 'GET',
    path: `${PARTNER_PATH}/holds/:holdId`,
    scope: 'hold',
    summary: 'Shows a hold that has not lapsed.',
  },
  { params: HoldId, data: PartnerHold },
);

export const partnerRelease = definePartnerCall(
  {
    name: 'partnerRelease',
    method: 'DELETE',
    path: `${PARTNER_PATH}/holds/:holdId`,
    scope: 'hold',
    summary: 'Frees the seats of a hold that no order names.',
  },
  {
    params: HoldId,
    data: strict({ holdId: Type.String(), released: Type.Literal(true) }),
    problems: ['hold-unusable'],
  },
);

// Seats held while the traveller confirms.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/seat-hold.ts';
import { Id, WireTime } from '../../fields.ts';
import { MAX_SEATS_OF_CALL } from '../../limits.ts';
import { CarClassField, SeatInfo, TICKET_REFUSALS } from './seat.ts';

const SEAT_PREFERENCES = ['window', 'aisle', 'together'] as const;
export type SeatPreference = (typeof SEAT_PREFERENCES)[number];

export const seatHold = defineCall(routes.seatHold, {
  body: Type.Object(
    {
      departureId: Id,
      from: Id,
      to: Id,
      ticketIds: Type.Array(Id, { minItems: 1, maxItems: MAX_SEATS_OF_CALL, uniqueItems: true }),
      /** Chosen seats, one for each ticket. */
      seats: Type.Optional(
        Type.Array(SeatInfo, { minItems: 1, maxItems: MAX_SEATS_OF_CALL, uniqueItems: true }),
      ),
      auto: Type.Optional(
        strict({ prefer: Type.Enum([...SEAT_PREFERENCES]), carClass: Type.Optional(CarClassField) }),
      ),
      /** The reservation that these seats replace. */
      change: Type.Optional(Id),
    },
    { additionalProperties: false, oneOf: [{ required: ['seats'] }, { required: ['auto'] }] },
  ),
  data: strict({ holdId: Type.String(), seats: Type.Array(Type.String()), expiresAt: WireTime }),
  refusals: [
    ...TICKET_REFUSALS,
    'SEAT-0001',
    'SEAT-0002',
    'SEAT-0003',
    'SEAT-0004',
    'SEAT-0005',
    'SEAT-0006',
    'SEAT-0007',
    'SEAT-0009',
    'SEAT-0010',
    'SEAT-0011',
    'SEAT-0012',
    'SEAT-0013',
    'SEAT-0015',
    'SEAT-0016',
  ],
});

export const seatRelease = defineCall(routes.seatRelease, { body: strict({ holdId: Id }) });

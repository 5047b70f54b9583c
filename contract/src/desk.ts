// The desk and sales systems: tickets are issued here.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Id, Money, WireDate, text } from './fields.ts';
import { PassengerCategoryField } from './ticket.ts';

export const IssuedTicket = strict({
  ticketId: Type.String(),
  ticketNo: Type.String(),
  voucherNo: Type.String(),
  redeemCode: Type.String(),
  link: Type.String(),
});
export type IssuedTicket = Static<typeof IssuedTicket>;

/** Idempotent by its Idempotency-Key; staff with a role, or an API key. */
export const deskTickets = defineCall({
  name: 'deskTickets',
  method: 'POST',
  path: '/desk/tickets',
  auth: 'desk',
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

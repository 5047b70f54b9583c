// How partners order, confirm, hand over, give back and exchange.
import { Type, type Static } from 'typebox';
import { strict } from '../call.ts';
import { BODY_BYTES } from '../limits.ts';
import { Id, WireDate } from '../fields.ts';
import { TICKET_STATUSES } from '../values.ts';
import { definePartnerCall } from './partner-call.ts';
import { PARTNER_PATH } from './problem-types.ts';
import { Category, Currency, Instant, Minor, OrderId, paging, Price } from './partner-fields.ts';

/** `lapsed`: it was not confirmed in time. */
const ORDER_STATES = ['open', 'lapsed', 'confirmed', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The most tickets of one order, and of one exchange. */
export const MAX_PASSENGERS = 50;
const MAX_ITEMS = 10;
/** The most holds of one item: a pass includes a few seats. */
const MAX_HOLDS = 8;

const Reference = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]+$' });

const ItemInput = {
  productId: Id,
  /** From `offers`: its prices count. Without one, today's prices. */
  offerId: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: '^[\\x21-\\x7e]+$' })),
  /** The last day on which the use may begin; without it the latest one that is allowed. */
  useBy: Type.Optional(WireDate),
  /** Your holds: each has one seat for each passenger, in their order. */
  holds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_HOLDS, uniqueItems: true })),
};

const ItemOfOrder = strict({
  ...ItemInput,
  passengers: Type.Array(strict({ category: Category, reference: Type.Optional(Reference) }), {
    minItems: 1,
    maxItems: MAX_PASSENGERS,
  }),
});
export type ItemOfOrder = Static<typeof ItemOfOrder>;

/** What giving a ticket back today brings. */
const Returning = strict({
  /** The fee with its tax; what is given back is the price without it. */
  fee: Minor,
  amount: Minor,
  /** The last day. */
  until: Type.String(),
});

const PartnerPassenger = strict({
  passengerId: Type.String(),
  category: Category,
  reference: Type.Optional(Type.String()),
  price: Price,
  state: Type.Enum(['ordered', 'issued', 'refunded', 'exchanged', 'void']),
  ticketId: Type.Optional(Type.String()),
  ticketNo: Type.Optional(Type.String()),
  /** The ticket's own status: `unbound` until a traveller adds it. */
  ticketStatus: Type.Optional(Type.Enum([...TICKET_STATUSES])),
  refundable: Type.Optional(Returning),
  exchangeable: Type.Optional(Returning),
});

const PartnerRide = strict({
  departureId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  departAt: Instant,
  arriveAt: Instant,
  /** One for each passenger that has one. A ticket that a traveller has added takes its seat along: it is not shown any more. */
  seats: Type.Array(strict({ passengerId: Type.String(), seat: Type.String(), carClass: Type.String() })),
});

export const PartnerOrder = strict({
  orderId: Type.String(),
  reference: Type.String(),
  state: Type.Enum([...ORDER_STATES]),
  createdAt: Instant,
  /** Confirm it before then. */
  expiresAt: Instant,
  confirmedAt: Type.Optional(Instant),
  cancelledAt: Type.Optional(Instant),
  /** What its tickets cost, those that were given back included. */
  total: strict({ amount: Minor, currency: Currency, tax: Minor }),
  items: Type.Array(
    strict({
      position: Type.Integer(),
      productId: Type.String(),
      useBy: Type.String(),
      passengers: Type.Array(PartnerPassenger),
    }),
  ),
  rides: Type.Array(PartnerRide),
});
export type PartnerOrder = Static<typeof PartnerOrder>;

const SEAT_PROBLEMS = [
  'hold-unusable',
  'seats-do-not-fit',
  'train-not-found',
  'train-closed',
  'train-changed',
  'booking-not-open',
] as const;
const SALE_PROBLEMS = [
  'product-not-sold',
  'category-not-sold',
  'use-by-not-allowed',
  'offer-expired',
  'daily-limit',
] as const;

export const partnerOrder = definePartnerCall(
  {
    name: 'partnerOrder',
    method: 'POST',
    path: `${PARTNER_PATH}/orders`,
    scope: 'sell',
    summary:
      'Orders products for passengers, with the seats of your holds. Nothing is sold before it is confirmed.',
  },
  {
    body: strict({
      /** Your own number. A second order with the same one is refused. */
      reference: Reference,
      items: Type.Array(ItemOfOrder, { minItems: 1, maxItems: MAX_ITEMS }),
    }),
    bodyBytes: 2 * BODY_BYTES,
    data: PartnerOrder,
    status: 201,
    problems: ['reference-used', ...SALE_PROBLEMS, ...SEAT_PROBLEMS, 'seat-limit'],
  },
);

export const partnerOrders = definePartnerCall(
  {
    name: 'partnerOrders',
    method: 'GET',
    path: `${PARTNER_PATH}/orders`,
    scope: 'read',
    summary: 'Lists your orders, the newest first.',
  },
  {
    query: strict({
      state: Type.Optional(Type.Enum([...ORDER_STATES])),
      reference: Type.Optional(Reference),
      /** Days of the railway on which they were made. */
      from: Type.Optional(WireDate),
      until: Type.Optional(WireDate),
      ...paging,
    }),
    data: strict({ items: Type.Array(PartnerOrder), next: Type.Optional(Type.String()) }),
  },
);

export const partnerOrderOf = definePartnerCall(
  {
    name: 'partnerOrderOf',
    method: 'GET',
    path: `${PARTNER_PATH}/orders/:orderId`,
    scope: 'read',
    summary: 'Shows an order.',
  },
  { params: OrderId, data: PartnerOrder },
);

export const partnerConfirm = definePartnerCall(
  {
    name: 'partnerConfirm',
    method: 'POST',
    path: `${PARTNER_PATH}/orders/:orderId/confirm`,
    scope: 'sell',
    summary: 'Confirms an open order: its tickets are issued and its price is owed.',
  },
  {
    params: OrderId,
    data: PartnerOrder,
    problems: [
      'order-lapsed',
      'order-not-open',
      'product-not-sold',
      'use-by-not-allowed',
      'daily-limit',
      ...SEAT_PROBLEMS,
    ],
  },
);

export const partnerCancel = definePartnerCall(
  {
    name: 'partnerCancel',
    method: 'POST',
    path: `${PARTNER_PATH}/orders/:orderId/cancel`,
    scope: 'sell',
    summary: 'Cancels an open order and frees its seats. A confirmed one is refunded instead.',
  },
  { params: OrderId, data: PartnerOrder, problems: ['order-lapsed', 'order-not-open'] },
);

export const partnerFulfilment = definePartnerCall(
  {
    name: 'partnerFulfilment',
    method: 'GET',
    path: `${PARTNER_PATH}/orders/:orderId/fulfilment`,
    scope: 'sell',
    summary:
      'Gives the links and codes by which travellers add the tickets; at any time, as often as needed.',
  },
  {
    params: OrderId,
    data: strict({
      orderId: Type.String(),
      /** Adds every ticket of the order that nobody has added yet. */
      orderLink: Type.String(),
      tickets: Type.Array(
        strict({
          passengerId: Type.String(),
          ticketId: Type.String(),
          ticketNo: Type.String(),
          status: Type.Enum([...TICKET_STATUSES]),
          /** Present until a traveller has added the ticket: each adds it. */
          link: Type.Optional(Type.String()),
          voucherNo: Type.Optional(Type.String()),
          redeemCode: Type.Optional(Type.String()),
        }),
      ),
    }),
    problems: ['order-not-confirmed'],
  },
);

const PassengerIds = Type.Array(Id, { minItems: 1, maxItems: MAX_PASSENGERS, uniqueItems: true });

export const partnerRefund = definePartnerCall(
  {
    name: 'partnerRefund',
    method: 'POST',
    path: `${PARTNER_PATH}/orders/:orderId/refunds`,
    scope: 'refund',
    summary: 'Refunds tickets that nobody has used, by the rules of their products: all of them or none.',
  },
  {
    params: OrderId,
    body: strict({ passengerIds: PassengerIds }),
    data: PartnerOrder,
    problems: ['order-not-confirmed', 'not-refundable'],
  },
);

export const partnerExchange = definePartnerCall(
  {
    name: 'partnerExchange',
    method: 'POST',
    path: `${PARTNER_PATH}/orders/:orderId/exchanges`,
    scope: 'refund',
    summary: 'Gives tickets that nobody has used back and sells others to the same passengers, in one act.',
  },
  {
    params: OrderId,
    body: strict({ passengerIds: PassengerIds, ...ItemInput }),
    data: PartnerOrder,
    problems: ['order-not-confirmed', 'not-exchangeable', ...SALE_PROBLEMS, ...SEAT_PROBLEMS],
  },
);

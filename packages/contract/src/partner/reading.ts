// What partners read before they sell: products, trains with their seats, offers; and afterwards events and postings.
import { Type, type Static } from 'typebox';
import { strict } from '../call.ts';
import { Cursor, Id, WireDate } from '../fields.ts';
import { definePartnerCall } from './partner-call.ts';
import { PARTNER_PATH } from './problem-types.ts';
import { Category, Currency, GivingBack, Instant, Minor, paging, Price, Texts } from './partner-fields.ts';

const Place = strict({ stationId: Type.String(), name: Texts });

const PartnerProduct = strict({
  productId: Type.String(),
  name: Texts,
  notes: Texts,
  /** Days of use, the first included. */
  days: Type.Integer(),
  /** Seats that a ticket includes; 99 for no limit. */
  reservations: Type.Integer(),
  /** Journeys on which seats can be reserved. */
  sections: Type.Array(strict({ from: Place, to: Place })),
  carClasses: Type.Array(Type.String()),
  /** The first and the last day of its sale. */
  saleFrom: Type.Optional(Type.String()),
  saleUntil: Type.Optional(Type.String()),
  prices: Type.Array(strict({ category: Category, price: Price })),
  /** Absent: a ticket is not refunded, or not exchanged. */
  refund: Type.Optional(GivingBack),
  exchange: Type.Optional(GivingBack),
});
export type PartnerProduct = Static<typeof PartnerProduct>;

export const partnerProducts = definePartnerCall(
  {
    name: 'partnerProducts',
    method: 'GET',
    path: `${PARTNER_PATH}/products`,
    scope: 'read',
    summary: 'Lists the products that you may sell.',
  },
  { data: strict({ items: Type.Array(PartnerProduct) }) },
);

const SeatsOfClass = strict({ carClass: Type.String(), seats: Type.Integer(), left: Type.Integer() });
const PartnerTrain = strict({
  departureId: Type.String(),
  trainNo: Type.String(),
  name: Texts,
  departAt: Instant,
  arriveAt: Instant,
  /** Whether seats can be held now. */
  bookable: Type.Boolean(),
  /** The last part of the problem's `type` that a hold would answer with. */
  reason: Type.Optional(Type.String()),
  classes: Type.Array(SeatsOfClass),
});
export type PartnerTrain = Static<typeof PartnerTrain>;

export const partnerTrains = definePartnerCall(
  {
    name: 'partnerTrains',
    method: 'GET',
    path: `${PARTNER_PATH}/trains`,
    scope: 'read',
    summary: 'Lists the trains of a day between two stations, with the seats left.',
  },
  {
    query: strict({ date: WireDate, from: Id, to: Id }),
    data: strict({ items: Type.Array(PartnerTrain) }),
    problems: ['train-not-found', 'booking-not-open'],
  },
);

export const partnerSeats = definePartnerCall(
  {
    name: 'partnerSeats',
    method: 'GET',
    path: `${PARTNER_PATH}/trains/:departureId/seats`,
    scope: 'read',
    summary: 'Lists the reserved seats of a train, and which are free on the whole ride.',
  },
  {
    params: strict({ departureId: Id }),
    query: strict({ from: Id, to: Id }),
    data: strict({
      items: Type.Array(
        strict({
          seat: Type.String(),
          carClass: Type.String(),
          free: Type.Boolean(),
          window: Type.Boolean(),
          power: Type.Boolean(),
        }),
      ),
    }),
    problems: ['train-not-found', 'train-closed', 'train-changed'],
  },
);

const Offer = strict({
  /** Name it in an order to pay these prices until `validUntil`. */
  offerId: Type.String(),
  productId: Type.String(),
  validUntil: Instant,
  /** The last day on which the use may begin, if the order is confirmed today. */
  useBy: Type.String(),
  prices: Type.Array(strict({ category: Category, price: Price })),
  refund: Type.Optional(GivingBack),
  exchange: Type.Optional(GivingBack),
});
export type Offer = Static<typeof Offer>;

export const partnerOffers = definePartnerCall(
  {
    name: 'partnerOffers',
    method: 'GET',
    path: `${PARTNER_PATH}/offers`,
    scope: 'read',
    summary: 'Offers the products that are on sale today, at prices that are valid for a while.',
  },
  {
    query: strict({ productId: Type.Optional(Id) }),
    data: strict({ items: Type.Array(Offer) }),
    problems: ['product-not-sold'],
  },
);

const PartnerEvent = strict({
  /** Names the place after this event, for `after`. */
  cursor: Type.String(),
  /** Such as `order.confirmed`, `ticket.bind` (a traveller has added it), `ticket.use`. New kinds may be added. */
  kind: Type.String(),
  orderId: Type.String(),
  ticketId: Type.Optional(Type.String()),
  at: Instant,
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
});

export const partnerEvents = definePartnerCall(
  {
    name: 'partnerEvents',
    method: 'GET',
    path: `${PARTNER_PATH}/events`,
    scope: 'read',
    summary: 'Lists what became of your orders and tickets after a cursor, in order and without a gap.',
  },
  {
    query: strict({ after: Type.Optional(Cursor), limit: paging.limit }),
    data: strict({ items: Type.Array(PartnerEvent), next: Type.Optional(Type.String()) }),
  },
);

const LedgerEntry = strict({
  entryId: Type.String(),
  /** Entries of one act have the same. */
  postingId: Type.String(),
  orderId: Type.String(),
  passengerId: Type.String(),
  kind: Type.String(),
  line: Type.String(),
  /** The amount moves from the account `credit` to the account `debit`. What you owe is the balance of `receivable`. */
  debit: Type.String(),
  credit: Type.String(),
  amount: Minor,
  currency: Currency,
  taxRate: Type.Integer(),
  /** The railway's calendar day, `YYYY-MM-DD`. */
  day: Type.String(),
  at: Instant,
});

export const partnerLedger = definePartnerCall(
  {
    name: 'partnerLedger',
    method: 'GET',
    path: `${PARTNER_PATH}/ledger`,
    scope: 'report',
    summary: 'Lists the postings of some days: what you owe, and why.',
  },
  {
    query: strict({ from: WireDate, until: WireDate, ...paging }),
    data: strict({ items: Type.Array(LedgerEntry), next: Type.Optional(Type.String()) }),
  },
);

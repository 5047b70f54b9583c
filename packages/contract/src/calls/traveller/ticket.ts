// Tickets: added, read, activated, shown, transferred, verified at stations, exchanged.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/ticket.ts';
import {
  Accuracy,
  Count,
  Cursor,
  EmailText,
  Encrypted,
  Id,
  Latitude,
  Longitude,
  Money,
  WireDate,
  WireTime,
  nameFields,
  page,
  text,
} from '../../fields.ts';
import { Reservation } from './seat.ts';
import { Section } from './station.ts';
import { TICKET_STATUSES, PASSENGER_CATEGORIES, START_METHODS } from '../../values.ts';

export const PassengerCategoryField = Type.Enum([...PASSENGER_CATEGORIES]);
/** 10 waits for use, 20 is in use, 30 is closed. */
export const TicketState = Type.Union([Type.Literal(10), Type.Literal(20), Type.Literal(30)]);
export type TicketState = Static<typeof TicketState>;
/** 10 one way inbound, 11 one way outbound, 20 round trip. */
export const TripType = Type.Union([Type.Literal(10), Type.Literal(11), Type.Literal(20)]);
export type TripType = Static<typeof TripType>;

const summary = {
  ticketId: Type.String(),
  ticketNo: Type.String(),
  productId: Type.String(),
  ...nameFields('productName'),
  /** A kind of operator.json. */
  kind: Type.String(),
  status: Type.Enum([...TICKET_STATUSES]),
  ticketState: TicketState,
  tripType: Type.Optional(TripType),
  passengerCategory: PassengerCategoryField,
  /** The last day on which it may be activated. */
  useExpireDate: WireDate,
  /** The last second in which it may be used, once activated. */
  abtExpireDate: Type.Optional(WireTime),
  /** When it was activated. */
  useDate: Type.Optional(WireTime),
  expired: Type.Boolean(),
  /**
   * The last second for the exit of its open entry, also after the validity. Absent without an entry made within the
   * validity.
   */
  exitUntil: Type.Optional(WireTime),
  reservedNum: Count,
  /** How many seats may still be reserved with it. Absent in answers that older servers gave. */
  reservationsLeft: Type.Optional(Count),
  /** When it was closed. Only in a list, and only of a ticket that is closed. */
  endedAt: Type.Optional(WireTime),
  /** Whether a seat may be reserved with it now. */
  reservable: Type.Boolean(),
  /** While the owner's link waits for somebody who takes the ticket; `until` is its end. */
  waitingLink: Type.Optional(strict({ until: WireTime })),
  /** The same for the account's tickets of one order: a party. It says nothing about the order. */
  party: Type.Optional(Type.String()),
  entry: Type.Union([
    Type.Null(),
    strict({
      stationId: Type.String(),
      at: WireTime,
      /**
       * Only for the traveller's own verification, which any phone of the account may cancel. An entry by a gate has
       * neither.
       */
      recordId: Type.Optional(Type.String()),
      verifiedUntil: Type.Optional(WireTime),
    }),
  ]),
};
export const TicketSummary = strict(summary);
export type TicketSummary = Static<typeof TicketSummary>;
export const Ticket = strict({
  ...summary,
  issuedTicketNo: Type.String(),
  voucherNo: Type.String(),
  /**
   * Whether somebody else added the ticket to their account and gave it. What they bought is theirs: `orderId`, `seller`, `salesSite` and
   * `salesCompany` are empty then, `salePrice` is 0, and `orderTime` is when it was given. `issuer` is the railway, and stays.
   */
  isGift: Type.Optional(Type.Boolean()),
  orderId: Type.String(),
  orderTime: WireTime,
  issuer: Type.String(),
  seller: Type.String(),
  salesSite: Type.String(),
  salesCompany: Type.String(),
  salePrice: Money,
  quantity: Count,
  validity: strict({ start: WireDate, end: WireDate }),
  /** Days of use once activated, the day of activation included. */
  validDays: Count,
  /** Last station entry and exit. */
  stationFromDate: Type.Optional(WireTime),
  stationDepartDate: Type.Optional(WireTime),
  sections: Type.Array(Section),
  reservations: Type.Array(Reservation),
  transferable: Type.Boolean(),
  ...nameFields('notes'),
});
export type Ticket = Static<typeof Ticket>;

const StationRecord = {
  recordId: Type.String(),
  code: Type.Integer(),
  stationId: Type.String(),
  verifiedAt: WireTime,
  verifiedUntil: WireTime,
  /** Only for an entry: until when the traveller may cancel it; absent if they may not. */
  cancellableUntil: Type.Optional(WireTime),
};
export const Voucher = strict({
  ticketId: Type.String(),
  voucherNo: Type.String(),
  ...nameFields('productName'),
  /** What it is exchanged for. */
  ...nameFields('exchangeFor'),
  hours: Type.String(),
  ...nameFields('notes'),
  state: Type.Enum(['exchangeable', 'exchanged', 'expired', 'unavailable']),
  useExpireDate: WireDate,
  exchanged: Type.Union([
    Type.Null(),
    /** `number` is the one-time number for the counter's staff. */
    strict({
      counterId: Type.String(),
      at: WireTime,
      number: Type.String(),
      /** When the counter's staff took the number in. */
      takenInAt: Type.Optional(WireTime),
    }),
  ]),
});
export type Voucher = Static<typeof Voucher>;
export const Counter = strict({
  counterId: Type.String(),
  ...nameFields('counterName'),
  railway: Type.String(),
  hours: Type.String(),
  /** Breaks during the day, such as '12:35-15:10, 19:30-21:30'; empty for none. */
  closed: Type.String(),
  lat: Type.Number(),
  lon: Type.Number(),
});
export type Counter = Static<typeof Counter>;

export const ticketList = defineCall(routes.ticketList, {
  query: strict({
    tab: Type.Enum(['active', 'past']),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(Type.Number({ minimum: 1, maximum: 50, multipleOf: 1 })),
  }),
  data: page(TicketSummary),
});

export const ticketLoad = defineCall(routes.ticketLoad, {
  query: strict({ ticketId: Id }),
  data: Ticket,
  refusals: ['TKT-0001'],
});

export const Purchase = strict({
  orderId: Type.String(),
  orderTime: WireTime,
  issuer: Type.String(),
  seller: Type.String(),
  salesSite: Type.String(),
  salesCompany: Type.String(),
  items: Type.Array(
    strict({
      ticketNo: Type.String(),
      ...nameFields('productName'),
      passengerCategory: PassengerCategoryField,
      salePrice: Money,
      /** Whether the price was paid back, so that it is not part of the sum. */
      isRefunded: Type.Boolean(),
    }),
  ),
  /** Absent where somebody else sold the tickets: only who was paid can confirm that. */
  receipt: Type.Optional(
    strict({
      ...nameFields('companyName'),
      /** Of the company with the tax office. */
      registration: Type.Optional(Type.String()),
      /** The tax that the prices contain, in percent. */
      taxPercent: Type.Optional(Type.Integer()),
    }),
  ),
});
export type Purchase = Static<typeof Purchase>;

/**
 * The tickets of the order of a ticket that the account itself added, also those that others have now. TKT-0001: another account added the ticket, whose purchase it
 * is.
 */
export const purchase = defineCall(routes.purchase, {
  query: strict({ ticketId: Id }),
  data: Purchase,
  refusals: ['TKT-0001'],
});

export const bind = defineCall(routes.bind, {
  query: strict({ preview: Type.Optional(Type.Boolean()) }),
  body: Type.Object(
    {
      link: Type.Optional(text(2048, 1)),
      voucherNo: Type.Optional(text(64, 1)),
      redeemCode: Type.Optional(text(64, 1)),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  data: strict({ tickets: Type.Array(TicketSummary) }),
  refusals: [
    'TKT-0002',
    'TKT-0003',
    'TKT-0004',
    'TKT-0005',
    'TKT-0006',
    'TKT-0007',
    'TKT-0022',
    'TKT-0023',
    'TKT-0024',
    'TKT-0025',
    'REQ-0004',
  ],
});

/** What everybody who has the link may know of a ticket: nothing of its buyer, and nothing by which it could be used. */
export const WaitingTicket = strict({
  ...nameFields('productName'),
  /** A kind of operator.json. */
  kind: Type.String(),
  passengerCategory: PassengerCategoryField,
  /** The last day on which it may be activated. */
  useExpireDate: WireDate,
});
export type WaitingTicket = Static<typeof WaitingTicket>;

/** Only a link's token is long enough to be asked for without an account. The link is in the body, so that no log has it. */
export const waitingTickets = defineCall(routes.waitingTickets, {
  body: strict({ link: text(2048, 1) }),
  data: strict({ tickets: Type.Array(WaitingTicket) }),
  refusals: ['TKT-0002', 'TKT-0003', 'TKT-0005', 'TKT-0006', 'TKT-0007', 'TKT-0023', 'TKT-0024', 'TKT-0025'],
});

export const use = defineCall(routes.use, {
  body: strict({ ticketId: Id }),
  data: Ticket,
  refusals: ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007'],
});

export const qrcode = defineCall(routes.qrcode, {
  query: strict({
    ticketId: Id,
    /** P-256 public key: the compressed point, 33 bytes, in base64url. */
    deviceKey: Type.String({ minLength: 44, maxLength: 44, pattern: '^[A-Za-z0-9_-]{44}$' }),
  }),
  data: strict({ certificate: Type.String(), issuedAt: WireTime, expiresAt: WireTime, serverTime: WireTime }),
  refusals: ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007', 'TKT-0018'],
});

export const TRANSFER_REFUSALS = [
  'TKT-0001',
  'TKT-0005',
  'TKT-0007',
  'TKT-0008',
  'TKT-0013',
  'TKT-0014',
  'TKT-0015',
  'TKT-0016',
  'AccountOrPwdError',
  'MFA-0011',
  'ACC-0012',
  'REQ-0004',
] as const;
/** To whom, and the sender's password. */
export const Receiver = { email: EmailText, emailRepeat: EmailText, password: Encrypted };

export const transferTicket = defineCall(routes.transferTicket, {
  body: strict({ ticketId: Id, ...Receiver }),
  data: strict({ transferredAt: WireTime }),
  refusals: [...TRANSFER_REFUSALS],
});

export const start = defineCall(routes.start, {
  query: strict({
    ticketId: Id,
    stationId: Id,
    direction: Type.Enum(['in', 'out']),
    method: Type.Enum([...START_METHODS]),
  }),
  body: strict({
    /** The text scanned from the station's poster. */
    poster: Type.Optional(text(512)),
    position: Type.Optional(strict({ lat: Latitude, lon: Longitude, accuracy: Accuracy })),
    /** The ids of the ticked items of the checklist. */
    checked: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  }),
  data: strict(StationRecord),
  refusals: [
    'TKT-0001',
    'TKT-0005',
    'TKT-0006',
    'TKT-0007',
    'TKT-0008',
    'TKT-0009',
    'TKT-0010',
    'TKT-0011',
    'TKT-0012',
    'TKT-0021',
    'SEAT-0010',
    'SEAT-0013',
  ],
});

export const verificationResult = defineCall(routes.verificationResult, {
  query: strict({ recordId: Id }),
  data: strict({ ...StationRecord, state: Type.Enum(['open', 'passed', 'cancelled', 'expired']) }),
  refusals: ['TKT-0001'],
});

/** Cancels one's own entry. TKT-0019 with `minutes` and `times`: too late, or too often today; staff can help. */
export const deleteUseFlag = defineCall(routes.deleteUseFlag, {
  query: strict({ recordId: Id }),
  refusals: ['TKT-0001', 'TKT-0009', 'TKT-0019'],
});

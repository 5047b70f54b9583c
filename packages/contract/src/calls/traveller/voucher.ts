// Usage history, and the exchange voucher of a private railway: what it is, where and when it is exchanged.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Cursor, fiveNames, Id, page, WireTime } from './fields.ts';
import { Counter, START_METHODS, Voucher } from './ticket.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';

export const HistoryItem = strict({
  code: Type.Integer(),
  at: WireTime,
  ticketId: Type.String(),
  ...fiveNames('productName', 'TC'),
  ...fiveNames('stationName'),
  method: Type.Enum([...START_METHODS, 'gate', 'staff']),
  by: Type.Enum(['traveller', 'gate', 'staff']),
});
export type HistoryItem = Static<typeof HistoryItem>;

/** Of one ticket, or of all the account has, each since it is the account's. */
export const history = defineCall({
  name: 'history',
  method: 'GET',
  path: `${TICKET}/history`,
  auth: 'guest',
  query: strict({
    ticketId: Type.Optional(Id),
    site: Type.Enum(['all', 'in', 'out']),
    cursor: Type.Optional(Cursor),
  }),
  data: page(HistoryItem),
  refusals: ['TKT-0001'],
});

export const loadPrivatePieceInfo = defineCall({
  name: 'loadPrivatePieceInfo',
  method: 'GET',
  path: `${TICKET}/loadPrivatePieceInfo`,
  auth: 'guest',
  query: strict({ ticketId: Id }),
  data: Voucher,
  refusals: ['TKT-0001', 'TKT-0006'],
});

export const getPrivatePieceStation = defineCall({
  name: 'getPrivatePieceStation',
  method: 'GET',
  path: `${TICKET}/getPrivatePieceStation`,
  auth: 'guest',
  query: strict({ ticketId: Id }),
  data: Type.Array(Counter),
  refusals: ['TKT-0001', 'TKT-0006'],
});

export const exchangeVoucher = defineCall({
  name: 'usePrivateTicket',
  method: 'PUT',
  path: `${TICKET}/usePrivateTicket`,
  auth: 'guest',
  query: strict({ ticketId: Id, counterId: Id }),
  data: Voucher,
  refusals: ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007', 'TKT-0017', 'SEAT-0013'],
});

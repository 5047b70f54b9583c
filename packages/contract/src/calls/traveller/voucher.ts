// The usage history, and the exchange vouchers of private railways: what, where and when they are exchanged.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/voucher.ts';
import { Cursor, nameFields, Id, page, WireTime } from '../../fields.ts';
import { Counter, Voucher } from './ticket.ts';
import { START_METHODS } from '../../values.ts';

export const HistoryItem = strict({
  code: Type.Integer(),
  at: WireTime,
  ticketId: Type.String(),
  ...nameFields('productName'),
  ...nameFields('stationName'),
  method: Type.Enum([...START_METHODS, 'gate', 'staff']),
  by: Type.Enum(['traveller', 'gate', 'staff']),
  /** Why staff did it by hand at a gate: one of BY_HAND_REASONS, or their own words. */
  reason: Type.Optional(Type.String()),
});
export type HistoryItem = Static<typeof HistoryItem>;

/** The history of one ticket, or of all tickets of the account, since each was added to it. */
export const history = defineCall(routes.history, {
  query: strict({
    ticketId: Type.Optional(Id),
    site: Type.Enum(['all', 'in', 'out']),
    cursor: Type.Optional(Cursor),
  }),
  data: page(HistoryItem),
  refusals: ['TKT-0001'],
});

export const loadPrivatePieceInfo = defineCall(routes.loadPrivatePieceInfo, {
  query: strict({ ticketId: Id }),
  data: Voucher,
  refusals: ['TKT-0001', 'TKT-0006'],
});

export const getPrivatePieceStation = defineCall(routes.getPrivatePieceStation, {
  query: strict({ ticketId: Id }),
  data: Type.Array(Counter),
  refusals: ['TKT-0001', 'TKT-0006'],
});

export const exchangeVoucher = defineCall(routes.exchangeVoucher, {
  query: strict({ ticketId: Id, counterId: Id }),
  data: Voucher,
  refusals: ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007', 'TKT-0017', 'TKT-0020'],
});

// The routes of the usage history and of exchange vouchers.
import type { Route } from '../../route.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';

export const history = {
  name: 'history',
  method: 'GET',
  path: `${TICKET}/history`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const loadPrivatePieceInfo = {
  name: 'loadPrivatePieceInfo',
  method: 'GET',
  path: `${TICKET}/loadPrivatePieceInfo`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const getPrivatePieceStation = {
  name: 'getPrivatePieceStation',
  method: 'GET',
  path: `${TICKET}/getPrivatePieceStation`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const exchangeVoucher = {
  name: 'usePrivateTicket',
  method: 'PUT',
  path: `${TICKET}/usePrivateTicket`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

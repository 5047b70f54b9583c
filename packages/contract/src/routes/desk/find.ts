// The routes that find tickets and accounts at the desk.
import type { Route } from '../../route.ts';

export const deskFind = {
  name: 'deskFind',
  method: 'GET',
  path: '/desk/find',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

export const deskFindAccount = {
  name: 'deskFindAccount',
  method: 'POST',
  path: '/desk/accounts/find',
  auth: 'desk',
  callers: ['counter'],
  readOnly: true,
} as const satisfies Route;

export const deskAccountTickets = {
  name: 'deskAccountTickets',
  method: 'GET',
  path: '/desk/accounts/tickets',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

export const deskTicketAccount = {
  name: 'deskTicketAccount',
  method: 'GET',
  path: '/desk/ticket/account',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

export const deskProducts = {
  name: 'deskProducts',
  method: 'GET',
  path: '/desk/products',
  auth: 'desk',
  callers: ['counter', 'sales'],
} as const satisfies Route;

// The routes of one ticket at the desk.
import type { Route } from '../../route.ts';

export const deskChangeTicket = {
  name: 'deskChangeTicket',
  method: 'POST',
  path: '/desk/tickets/change',
  auth: 'desk',
  callers: ['counter', 'sales'],
} as const satisfies Route;

export const deskTicket = {
  name: 'deskTicket',
  method: 'GET',
  path: '/desk/ticket',
  auth: 'desk',
  callers: ['counter', 'sales'],
  privateQuery: true,
} as const satisfies Route;

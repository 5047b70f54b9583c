// The routes of one ticket at the desk.
import type { Route } from '../../route.ts';

export const deskChangeTicket = {
  name: 'deskChangeTicket',
  method: 'POST',
  path: '/desk/tickets/change',
  auth: 'desk',
  callers: ['counter', 'sales'],
  scope: 'refund',
} as const satisfies Route;

export const deskTicket = {
  name: 'deskTicket',
  method: 'GET',
  path: '/desk/ticket',
  auth: 'desk',
  callers: ['counter', 'sales'],
  scope: 'read',
  privateQuery: true,
} as const satisfies Route;

/** It changes nothing. */
export const deskSeatChoice = {
  name: 'deskSeatChoice',
  method: 'GET',
  path: '/desk/tickets/seat-choice',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

export const deskReserveSeat = {
  name: 'deskReserveSeat',
  method: 'POST',
  path: '/desk/tickets/reserve-seat',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;

export const deskCancelSeat = {
  name: 'deskCancelSeat',
  method: 'POST',
  path: '/desk/tickets/cancel-seat',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;

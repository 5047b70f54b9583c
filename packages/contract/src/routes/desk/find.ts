// The routes that find tickets and accounts at the desk, and change accounts.
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
  scope: 'read',
} as const satisfies Route;

export const deskEndSession = {
  name: 'deskEndSession',
  method: 'POST',
  path: '/desk/accounts/end-session',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskSuspendAccount = {
  name: 'deskSuspendAccount',
  method: 'POST',
  path: '/desk/accounts/suspend',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskResumeAccount = {
  name: 'deskResumeAccount',
  method: 'POST',
  path: '/desk/accounts/resume',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

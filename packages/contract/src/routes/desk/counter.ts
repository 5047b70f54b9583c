// The routes of taking in vouchers and e-tickets.
import type { Route } from '../../route.ts';

export const deskCounters = {
  name: 'deskCounters',
  method: 'GET',
  path: '/desk/counters',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;

export const deskLookTakeIn = {
  name: 'deskLookTakeIn',
  method: 'POST',
  path: '/desk/take-in/look',
  auth: 'desk',
  callers: ['counter'],
  readOnly: true,
} as const satisfies Route;

export const deskTakeIn = {
  name: 'deskTakeIn',
  method: 'POST',
  path: '/desk/take-in',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;

// The routes of the timetable at the desk.
import type { Route } from '../../route.ts';

export const deskFeed = {
  name: 'deskFeed',
  method: 'GET',
  path: '/desk/feed',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskCheckFeed = {
  name: 'deskCheckFeed',
  method: 'POST',
  path: '/desk/feed/check',
  auth: 'desk',
  callers: ['manager'],
  readOnly: true,
} as const satisfies Route;

export const deskImportFeed = {
  name: 'deskImportFeed',
  method: 'POST',
  path: '/desk/feed',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskWithdrawFeed = {
  name: 'deskWithdrawFeed',
  method: 'POST',
  path: '/desk/feed/withdraw',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

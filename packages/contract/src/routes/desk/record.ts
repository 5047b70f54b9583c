// The routes of the audit record.
import type { Route } from '../../route.ts';

export const deskRecord = {
  name: 'deskRecord',
  method: 'GET',
  path: '/desk/record',
  auth: 'desk',
  callers: ['manager'],
  privateQuery: true,
} as const satisfies Route;

export const deskFailedSignIns = {
  name: 'deskFailedSignIns',
  method: 'GET',
  path: '/desk/failed-sign-ins',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

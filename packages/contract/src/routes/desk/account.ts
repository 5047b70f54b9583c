// The routes that change a traveller's account.
import type { Route } from '../../route.ts';

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

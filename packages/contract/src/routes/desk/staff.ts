// The routes of signing in at the desk.
import type { Route } from '../../route.ts';
import { STAFF_ROLES } from '../../values.ts';

export const deskSignIn = {
  name: 'deskSignIn',
  method: 'POST',
  path: '/desk/sign-in',
  auth: 'open',
} as const satisfies Route;

export const deskMe = {
  name: 'deskMe',
  method: 'GET',
  path: '/desk/me',
  auth: 'desk',
  callers: STAFF_ROLES,
} as const satisfies Route;

export const deskSignOut = {
  name: 'deskSignOut',
  method: 'POST',
  path: '/desk/sign-out',
  auth: 'desk',
  callers: STAFF_ROLES,
} as const satisfies Route;

export const deskChangePassword = {
  name: 'deskChangePassword',
  method: 'PUT',
  path: '/desk/password',
  auth: 'desk',
  callers: STAFF_ROLES,
} as const satisfies Route;

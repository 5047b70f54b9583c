// The route of the desk's home.
import type { Route } from '../../route.ts';
import { STAFF_ROLES } from '../../values.ts';

export const deskHome = {
  name: 'deskHome',
  method: 'GET',
  path: '/desk/home',
  auth: 'desk',
  callers: STAFF_ROLES,
} as const satisfies Route;

// The route that keeps a session alive. In a file of its own, because the first screen needs no other account route.
import type { Route } from '../../route.ts';

export const refreshToken = {
  name: 'refreshToken',
  method: 'POST',
  path: '/uw-auth-center/auth/refreshToken',
  auth: 'open',
  privateQuery: true,
} as const satisfies Route;

// The routes of messages that are pushed to this phone.
import type { Route } from '../../route.ts';

const PUSH = '/jtr-jwqs-app/guest/push/info';

export const readPush = {
  name: 'readPush',
  method: 'GET',
  path: PUSH,
  auth: 'guest',
} as const satisfies Route;

export const savePush = {
  name: 'savePush',
  method: 'POST',
  path: '/jtr-jwqs-app/guest/push/save',
  auth: 'guest',
} as const satisfies Route;

export const stopPush = {
  name: 'stopPush',
  method: 'POST',
  path: '/jtr-jwqs-app/guest/push/stop',
  auth: 'guest',
} as const satisfies Route;

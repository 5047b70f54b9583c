// The routes of late certificates. Anybody may read them: they speak of trains, not of travellers.
import type { Route } from '../../route.ts';

const LATE = '/jtr-jwqs-app/open/late';

export const listLateTrains = {
  name: 'listLateTrains',
  method: 'GET',
  path: `${LATE}/list`,
  auth: 'open',
} as const satisfies Route;

export const loadLateCertificate = {
  name: 'loadLateCertificate',
  method: 'GET',
  path: `${LATE}/load`,
  auth: 'open',
  privateQuery: true,
} as const satisfies Route;

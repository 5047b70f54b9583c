// The routes of notices, also for visitors.
import type { Route } from '../../route.ts';

const NOTICE = '/jtr-jwqs-app/guest/notice/info';

export const listSaasNotice = {
  name: 'listSaasNotice',
  method: 'GET',
  path: `${NOTICE}/listSaasNotice`,
  auth: 'open',
  personal: true,
} as const satisfies Route;

export const loadSaasNotice = {
  name: 'loadSaasNotice',
  method: 'GET',
  path: `${NOTICE}/loadSaasNotice`,
  auth: 'open',
  personal: true,
} as const satisfies Route;

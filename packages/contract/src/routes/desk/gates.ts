// The routes of gates at the desk.
import type { Route } from '../../route.ts';
import { STAFF_ROLES } from '../../values.ts';

export const deskStations = {
  name: 'deskStations',
  method: 'GET',
  path: '/desk/stations',
  auth: 'desk',
  callers: STAFF_ROLES,
} as const satisfies Route;

export const deskGateList = {
  name: 'deskGateList',
  method: 'GET',
  path: '/desk/gate-list',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskCloseGate = {
  name: 'deskCloseGate',
  method: 'POST',
  path: '/desk/gates/close',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskGateCodes = {
  name: 'deskGateCodes',
  method: 'GET',
  path: '/desk/gate-codes',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskWithdrawGateCode = {
  name: 'deskWithdrawGateCode',
  method: 'POST',
  path: '/desk/gate-codes/withdraw',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskGateConflict = {
  name: 'deskGateConflict',
  method: 'GET',
  path: '/desk/gate-conflict',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

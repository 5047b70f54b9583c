// The routes of seat reservations.
import type { Route } from '../../route.ts';

const SEAT = '/jtr-jwqs-app/guest/seat/info';

export const loadPlanInfo = {
  name: 'loadPlanInfo',
  method: 'GET',
  path: `${SEAT}/loadPlanInfo`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const seatSave = {
  name: 'seatSave',
  method: 'POST',
  path: `${SEAT}/seatSave`,
  auth: 'guest',
} as const satisfies Route;

export const seatChange = {
  name: 'seatChange',
  method: 'POST',
  path: `${SEAT}/seatChange`,
  auth: 'guest',
} as const satisfies Route;

export const seatCancel = {
  name: 'seatCancel',
  method: 'POST',
  path: `${SEAT}/seatCancel`,
  auth: 'guest',
} as const satisfies Route;

export const loadReserveDetail = {
  name: 'loadReserveDetail',
  method: 'POST',
  path: `${SEAT}/loadReserveDetail`,
  auth: 'guest',
} as const satisfies Route;

export const reserveList = {
  name: 'reserveList',
  method: 'GET',
  path: `${SEAT}/reserveList`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const loadChangeInfo = {
  name: 'loadChangeInfo',
  method: 'GET',
  path: `${SEAT}/loadChangeInfo`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const liveReservations = {
  name: 'liveReservations',
  method: 'GET',
  path: `${SEAT}/live`,
  auth: 'guest',
  tagged: true,
} as const satisfies Route;

// The routes of the list of staff.
import type { Route } from '../../route.ts';

export const deskStaffList = {
  name: 'deskStaffList',
  method: 'GET',
  path: '/desk/staff',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskAddStaff = {
  name: 'deskAddStaff',
  method: 'POST',
  path: '/desk/staff',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskChangeStaff = {
  name: 'deskChangeStaff',
  method: 'POST',
  path: '/desk/staff/change',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskResetStaffPassword = {
  name: 'deskResetStaffPassword',
  method: 'POST',
  path: '/desk/staff/password',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskCloseStaff = {
  name: 'deskCloseStaff',
  method: 'POST',
  path: '/desk/staff/close',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskReopenStaff = {
  name: 'deskReopenStaff',
  method: 'POST',
  path: '/desk/staff/reopen',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

// The routes of notices at the desk.
import type { Route } from '../../route.ts';

export const deskNotices = {
  name: 'deskNotices',
  method: 'GET',
  path: '/desk/notices',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

export const deskNotice = {
  name: 'deskNotice',
  method: 'GET',
  path: '/desk/notice',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

export const deskSaveNotice = {
  name: 'deskSaveNotice',
  method: 'POST',
  path: '/desk/notices',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

export const deskWithdrawNotice = {
  name: 'deskWithdrawNotice',
  method: 'POST',
  path: '/desk/notices/withdraw',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

// The routes of the timetable at the desk.
import { ZIP_TYPE, type Route } from '../../route.ts';

export const deskFeed = {
  name: 'deskFeed',
  method: 'GET',
  path: '/desk/feed',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

/** It changes nothing that anybody else sees. */
export const deskUploadFeed = {
  name: 'deskUploadFeed',
  method: 'POST',
  path: '/desk/feed/upload',
  auth: 'desk',
  callers: ['manager'],
  readOnly: true,
  file: ZIP_TYPE,
} as const satisfies Route;

export const deskUploadedFeed = {
  name: 'deskUploadedFeed',
  method: 'GET',
  path: '/desk/feed/upload',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskImportFeed = {
  name: 'deskImportFeed',
  method: 'POST',
  path: '/desk/feed',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskWithdrawFeed = {
  name: 'deskWithdrawFeed',
  method: 'POST',
  path: '/desk/feed/withdraw',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

// The routes of mails that were not sent.
import type { Route } from '../../route.ts';

export const deskUnsentMails = {
  name: 'deskUnsentMails',
  method: 'GET',
  path: '/desk/mails',
  auth: 'desk',
  callers: ['manager'],
  privateQuery: true,
} as const satisfies Route;

export const deskSendMailAgain = {
  name: 'deskSendMailAgain',
  method: 'POST',
  path: '/desk/mails/send-again',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskDropMail = {
  name: 'deskDropMail',
  method: 'POST',
  path: '/desk/mails/drop',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

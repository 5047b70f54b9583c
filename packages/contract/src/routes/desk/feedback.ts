// The routes of travellers' messages at the desk.
import type { Route } from '../../route.ts';

const CALLERS = ['counter', 'editor'] as const;

export const deskFeedbackList = {
  name: 'deskFeedbackList',
  method: 'GET',
  path: '/desk/feedback',
  auth: 'desk',
  callers: CALLERS,
} as const satisfies Route;

export const deskFeedback = {
  name: 'deskFeedback',
  method: 'GET',
  path: '/desk/feedback/message',
  auth: 'desk',
  callers: CALLERS,
  privateQuery: true,
} as const satisfies Route;

export const deskFeedbackPicture = {
  name: 'deskFeedbackPicture',
  method: 'GET',
  path: '/desk/feedback/picture',
  auth: 'desk',
  callers: CALLERS,
  privateQuery: true,
} as const satisfies Route;

export const deskFeedbackWriter = {
  name: 'deskFeedbackWriter',
  method: 'GET',
  path: '/desk/feedback/writer',
  auth: 'desk',
  callers: CALLERS,
  privateQuery: true,
} as const satisfies Route;

export const deskHandleFeedback = {
  name: 'deskHandleFeedback',
  method: 'POST',
  path: '/desk/feedback/handle',
  auth: 'desk',
  callers: CALLERS,
} as const satisfies Route;

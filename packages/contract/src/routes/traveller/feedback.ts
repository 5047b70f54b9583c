// The routes of feedback: of a traveller, and of a visitor.
import type { Route } from '../../route.ts';

export const feedbackSave = {
  name: 'feedbackSave',
  method: 'POST',
  path: '/jtr-jwqs-app/guest/feedback/save',
  auth: 'guest',
} as const satisfies Route;

export const visitorFeedback = {
  name: 'visitorFeedback',
  method: 'POST',
  path: '/jtr-jwqs-app/open/feedback/save',
  auth: 'open',
} as const satisfies Route;

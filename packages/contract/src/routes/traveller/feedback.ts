// The route of feedback.
import type { Route } from '../../route.ts';

export const feedbackSave = {
  name: 'feedbackSave',
  method: 'POST',
  path: '/jtr-jwqs-app/guest/feedback/save',
  auth: 'guest',
} as const satisfies Route;

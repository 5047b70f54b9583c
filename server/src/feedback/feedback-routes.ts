// The call that writes to the operator.
import type { FastifyInstance } from 'fastify';
import { feedbackSave } from '@kippu/contract/feedback';
import { bindGuestWrite } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { saveFeedback } from './save-feedback.ts';

/** Binds the feature's call. */
export function addFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuestWrite(app, deps, feedbackSave, async (trx, { session, language, body, now }) => ({
    feedbackId: await saveFeedback(trx, { accountId: session.accountId, language, body }, now),
  }));
}

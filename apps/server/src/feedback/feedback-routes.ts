// The call that sends feedback to the operator.
import type { FastifyInstance } from 'fastify';
import { feedbackSave } from '@kippu/contract/calls/traveller/feedback';
import { bindGuestSlowWrite } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { checkFeedback, saveFeedback } from './save-feedback.ts';

/** Binds the feature's call. */
export function addFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuestSlowWrite(app, deps, feedbackSave, {
    prepare: ({ session: { accountId }, body, now }) => checkFeedback(deps.db, { accountId, body }, now),
    write: async (trx, { session: { accountId }, language, body, prepared, now }) => ({
      feedbackId: await saveFeedback(trx, { accountId, language, body }, prepared, now),
    }),
  });
}

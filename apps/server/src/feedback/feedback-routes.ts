// The calls that send feedback to the operator: of a traveller, and of somebody without a login.
import type { FastifyInstance } from 'fastify';
import { feedbackSave, visitorFeedback } from '@kippu/contract/calls/traveller/feedback';
import { bindGuestSlowWrite } from '../platform/calls/bind-guest.ts';
import { bindOpen } from '../platform/calls/bind-open.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { checkFeedback, saveFeedback } from './save-feedback.ts';
import { saveVisitorFeedback } from './save-visitor-feedback.ts';

/** Binds the feature's calls. */
export function addFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuestSlowWrite(app, deps, feedbackSave, {
    prepare: ({ session: { accountId }, body, now }) => checkFeedback(deps.db, { accountId, body }, now),
    write: async (trx, { session: { accountId }, language, body, prepared, now }) => ({
      feedbackId: await saveFeedback(trx, { accountId, language, body }, prepared, now),
    }),
  });
  bindOpen(app, deps, visitorFeedback, async ({ body, language, address, now }) => {
    const message = { body, language, address };
    await inTransaction(deps.db, (trx) => saveVisitorFeedback(trx, deps.keys, message, now));
    return null;
  });
}

// The calls by which staff read travellers' messages. Each view is audited.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/feedback';
import { seenLine } from '@kippu/domain/text/seen-text';
import { bindDesk, listSubject } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { personOf } from '../../session/staff-session.ts';
import {
  handleFeedback,
  listDeskFeedback,
  loadDeskFeedback,
  loadFeedbackPicture,
  loadFeedbackWriter,
} from './desk-feedback.ts';

export function addDeskFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const asked = { subject: (input: { query: { feedbackId: string } }) => input.query.feedbackId };
  bindDesk(app, deps, calls.deskFeedbackList, (trx, { query }) => listDeskFeedback(trx, query), {
    subject: ({ query }) => seenLine(listSubject(query)),
    isList: true,
  });
  bindDesk(app, deps, calls.deskFeedback, (trx, { query }) => loadDeskFeedback(trx, query.feedbackId), asked);
  bindDesk(
    app,
    deps,
    calls.deskFeedbackPicture,
    async (trx, { query }) => ({ picture: await loadFeedbackPicture(trx, query.feedbackId) }),
    asked,
  );
  bindDesk(
    app,
    deps,
    calls.deskFeedbackWriter,
    async (trx, { query }) => ({ email: await loadFeedbackWriter(trx, query.feedbackId) }),
    asked,
  );
  bindDesk(
    app,
    deps,
    calls.deskHandleFeedback,
    (trx, { body, caller, now }) => handleFeedback(trx, body, { staffId: personOf(caller).staffId, now }),
    { subject: ({ body }) => body.feedbackId, asked: ({ body }) => body.feedbackId },
  );
}

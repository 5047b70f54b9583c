// Feedback: a text to the operator, with an optional ticket and screenshot.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import { Id, text } from '../../fields.ts';

/** The topics that the app offers. Staff filter by them. */
export const FEEDBACK_TOPICS = ['ticket', 'seat', 'gate', 'account', 'refund', 'app', 'other'] as const;
export type FeedbackTopic = (typeof FEEDBACK_TOPICS)[number];

/** A picture of at most 1 MB as a data URI (base64 adds a third, plus the prefix). */
const Screenshot = Type.String({
  maxLength: 1_398_200,
  pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
});

export const feedbackSave = defineCall({
  name: 'feedbackSave',
  method: 'POST',
  path: '/jtr-jwqs-app/guest/feedback/save',
  auth: 'guest',
  body: strict({
    topic: text(50, 1),
    text: text(2000, 1),
    ticketId: Type.Optional(Id),
    screenshot: Type.Optional(Screenshot),
  }),
  data: strict({ feedbackId: Type.String() }),
  refusals: ['TKT-0001', 'REQ-0003'],
});

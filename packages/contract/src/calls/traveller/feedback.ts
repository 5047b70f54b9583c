// Feedback: a text to the operator, with an optional ticket and screenshot.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/feedback.ts';
import { Id, text } from '../../fields.ts';

/** A picture of at most 1 MB as a data URI (base64 adds a third, plus the prefix). */
const Screenshot = Type.String({
  maxLength: 1_398_200,
  pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
});

export const feedbackSave = defineCall(routes.feedbackSave, {
  body: strict({
    topic: text(50, 1),
    text: text(2000, 1),
    ticketId: Type.Optional(Id),
    screenshot: Type.Optional(Screenshot),
  }),
  data: strict({ feedbackId: Type.String() }),
  refusals: ['TKT-0001', 'REQ-0003'],
});

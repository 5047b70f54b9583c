// Feedback: a text to the operator, with an optional ticket and screenshot.
import { Type } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/feedback.ts';
import { EmailText, Id, text } from '../../fields.ts';
import { BODY_BYTES } from '../../limits.ts';

/** A picture of at most 1 MB as a data URI (base64 adds a third, plus the prefix). */
const MAX_SCREENSHOT = 1_398_200;
const Screenshot = Type.String({
  maxLength: MAX_SCREENSHOT,
  pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
});

export const feedbackSave = defineCall(routes.feedbackSave, {
  body: strict({
    topic: text(50, 1),
    text: text(2000, 1),
    ticketId: Type.Optional(Id),
    screenshot: Type.Optional(Screenshot),
  }),
  bodyBytes: MAX_SCREENSHOT + BODY_BYTES,
  data: strict({ feedbackId: Type.String() }),
  refusals: ['TKT-0001', 'REQ-0003'],
});

/**
 * A message of somebody without a login, with the email for an answer. The phone makes `messageId`, so that a message that is sent again is
 * stored once.
 */
export const visitorFeedback = defineCall(routes.visitorFeedback, {
  body: strict({
    messageId: Type.String({ maxLength: 36, pattern: '^[0-9a-f-]{36}$' }),
    topic: text(50, 1),
    text: text(2000, 1),
    email: EmailText,
    captchaPass: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  }),
  refusals: ['imgCodeError', 'REQ-0004'],
});

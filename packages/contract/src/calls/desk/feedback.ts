// Travellers' messages to the operator, read and handled at the desk.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/feedback.ts';
import { Cursor, Id, LanguageField, WireTime, page, text } from '../../fields.ts';
import { MAX_FEEDBACK_NOTE } from '../../limits.ts';

const head = {
  feedbackId: Type.String(),
  at: WireTime,
  /** One of FEEDBACK_TOPICS, or a topic of an older app. */
  topic: Type.String(),
  /** The language of its author. */
  language: LanguageField,
  /** The ticket it is about. */
  ticketNo: Type.Optional(Type.String()),
  hasPicture: Type.Boolean(),
  /** True: somebody without a login wrote it. Nobody has checked that the email is theirs. */
  byVisitor: Type.Optional(Type.Literal(true)),
  handled: Type.Boolean(),
};
/** One line of the list. */
export const FeedbackHead = strict({
  ...head,
  /** The beginning of its text, in one line. */
  beginning: Type.String(),
});
export type FeedbackHead = Static<typeof FeedbackHead>;

export const DeskFeedback = strict({
  ...head,
  text: Type.String(),
  /** Changes whenever somebody handles the message or opens it again. */
  version: Type.String(),
  /** What staff did, newest first. */
  acts: Type.Array(strict({ at: WireTime, by: Type.String(), handled: Type.Boolean(), note: Type.String() })),
});
export type DeskFeedback = Static<typeof DeskFeedback>;

const one = strict({ feedbackId: Id });

/** A page of 50, newest first. */
export const deskFeedbackList = defineCall(routes.deskFeedbackList, {
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'handled'])),
    topic: Type.Optional(text(50, 1)),
    /** If true, only messages about a ticket; otherwise all. */
    withTicket: Type.Optional(Type.Boolean()),
    cursor: Type.Optional(Cursor),
  }),
  data: page(FeedbackHead),
});

/** One message. Viewing it is audited; the author is not included. */
export const deskFeedback = defineCall(routes.deskFeedback, {
  query: one,
  data: DeskFeedback,
  refusals: ['REQ-0005'],
});

/** Its picture as a data URI, since it has no address of its own. */
export const deskFeedbackPicture = defineCall(routes.deskFeedbackPicture, {
  query: one,
  data: strict({ picture: Type.String() }),
  refusals: ['REQ-0005'],
});

/** The author's email, for an answer. Recorded as an act of its own. */
export const deskFeedbackWriter = defineCall(routes.deskFeedbackWriter, {
  query: one,
  data: strict({ email: Type.String() }),
  refusals: ['REQ-0005'],
});

/**
 * Marks a message as handled, with a note of what was done, or opens it again, with the reason. DESK-0001: it is no
 * longer at `version`; nothing was done. The answer holds nothing of the message: answers are kept for a day and must
 * not outlive it.
 */
export const deskHandleFeedback = defineCall(routes.deskHandleFeedback, {
  body: strict({
    feedbackId: Id,
    version: text(64, 1),
    handled: Type.Boolean(),
    note: text(MAX_FEEDBACK_NOTE, 1),
  }),
  data: strict({ feedbackId: Type.String(), handled: Type.Boolean() }),
  refusals: ['REQ-0005', 'DESK-0001'],
});

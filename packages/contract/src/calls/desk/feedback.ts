// What travellers wrote to the operator, read and dealt with at the desk.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Cursor, Id, LanguageField, WireTime, page, text } from './fields.ts';

/** The longest note of what was done about a message, in characters. */
export const FEEDBACK_NOTE_MOST = 500;

const head = {
  feedbackId: Type.String(),
  at: WireTime,
  /** One of FEEDBACK_TOPICS, or what an older phone called it. */
  topic: Type.String(),
  /** What its writer reads. */
  language: LanguageField,
  /** Of the ticket it is about. */
  ticketNo: Type.Optional(Type.String()),
  hasPicture: Type.Boolean(),
  handled: Type.Boolean(),
};
/** One line of the list. */
export const FeedbackHead = strict({
  ...head,
  /** The beginning of its text, on one line. */
  beginning: Type.String(),
});
export type FeedbackHead = Static<typeof FeedbackHead>;

export const DeskFeedback = strict({
  ...head,
  text: Type.String(),
  /** What staff did about it, the newest first. */
  acts: Type.Array(strict({ at: WireTime, by: Type.String(), handled: Type.Boolean(), note: Type.String() })),
});
export type DeskFeedback = Static<typeof DeskFeedback>;

const CALLERS = ['counter', 'editor'] as const;
const one = strict({ feedbackId: Id });

/** A page of 50, the newest first. */
export const deskFeedbackList = defineCall({
  name: 'deskFeedbackList',
  method: 'GET',
  path: '/desk/feedback',
  auth: 'desk',
  callers: CALLERS,
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'handled'])),
    topic: Type.Optional(text(50, 1)),
    /** Only what is about a ticket. */
    withTicket: Type.Optional(Type.Boolean()),
    cursor: Type.Optional(Cursor),
  }),
  data: page(FeedbackHead),
});

/** One message. Who opens it is recorded; whose it is is not told. */
export const deskFeedback = defineCall({
  name: 'deskFeedback',
  method: 'GET',
  path: '/desk/feedback/message',
  auth: 'desk',
  callers: CALLERS,
  query: one,
  data: DeskFeedback,
  refusals: ['REQ-0005'],
});

/** Its picture as a data URI: it has no address of its own. */
export const deskFeedbackPicture = defineCall({
  name: 'deskFeedbackPicture',
  method: 'GET',
  path: '/desk/feedback/picture',
  auth: 'desk',
  callers: CALLERS,
  query: one,
  data: strict({ picture: Type.String() }),
  refusals: ['REQ-0005'],
});

/** Where its writer can be answered; recorded as an act of its own. */
export const deskFeedbackWriter = defineCall({
  name: 'deskFeedbackWriter',
  method: 'GET',
  path: '/desk/feedback/writer',
  auth: 'desk',
  callers: CALLERS,
  query: one,
  data: strict({ email: Type.String() }),
  refusals: ['REQ-0005'],
});

/**
 * Marks a message as handled, with a note of what was done, or opens it again, with why. What is so already stays as it was, in the name
 * of who was first. The answer tells nothing of the message: answers are kept for a day, and must not outlive it.
 */
export const deskHandleFeedback = defineCall({
  name: 'deskHandleFeedback',
  method: 'POST',
  path: '/desk/feedback/handle',
  auth: 'desk',
  callers: CALLERS,
  body: strict({ feedbackId: Id, handled: Type.Boolean(), note: text(FEEDBACK_NOTE_MOST, 1) }),
  data: strict({ feedbackId: Type.String(), handled: Type.Boolean(), changed: Type.Boolean() }),
  refusals: ['REQ-0005'],
});

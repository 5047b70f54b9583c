// Mails that the relay, and messages to phones that a push service refused for ever or deferred for too long, for managers.
import { Type, type Static } from 'typebox';
import { MAIL_KINDS, PUSH_TOPICS } from '../../values.ts';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/mails.ts';
import { Count, Cursor, Id, WireTime, page } from '../../fields.ts';

const UnsentMail = strict({
  mailId: Type.String(),
  /** What a mail is about, or the topic of a message to a phone. */
  kind: Type.Enum([...MAIL_KINDS, ...PUSH_TOPICS]),
  /** A mail's receiver, masked: 'h•••@example.jp'; absent if the mail can no longer be read. A phone's push service: 'web.push.apple.com'. */
  to: Type.Optional(Type.String()),
  queuedAt: WireTime,
  givenUpAt: WireTime,
  tries: Count,
  /** Why it was given up: 'refused 550', 'deferred 450', 'answered 413', 'unreadable'. */
  reason: Type.String(),
  /** Whether it may be sent again: not a mailed code, nor one that can no longer be read. */
  sendable: Type.Boolean(),
});
export type UnsentMail = Static<typeof UnsentMail>;

/** A page of 50, newest first. Each is deleted after 30 days, a message to a phone once its train has left. */
export const deskUnsentMails = defineCall(routes.deskUnsentMails, {
  query: strict({ cursor: Type.Optional(Cursor) }),
  data: page(UnsentMail),
});

/** Queues the mail again. REQ-0005: it was sent again, dropped or deleted since, or is not `sendable`. */
export const deskSendMailAgain = defineCall(routes.deskSendMailAgain, {
  body: strict({ mailId: Id }),
  data: strict({ mailId: Type.String() }),
  refusals: ['REQ-0005'],
});

/** Deletes the mail. REQ-0005: it is gone already. */
export const deskDropMail = defineCall(routes.deskDropMail, {
  body: strict({ mailId: Id }),
  data: strict({ mailId: Type.String() }),
  refusals: ['REQ-0005'],
});

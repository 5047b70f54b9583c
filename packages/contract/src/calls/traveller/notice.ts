// Notices: listed and read, also by visitors. Signed-in travellers see their own too. Read marks are stored on the
// phone.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/notice.ts';
import { Id, LanguageField, WireTime } from '../../fields.ts';

/** How prominently a notice is shown. */
export const loudness = {
  level: Type.Enum(['info', 'important']),
  /** Shown over the page once, then never again. */
  once: Type.Boolean(),
};
const head = {
  noticeId: Type.String(),
  title: Type.String(),
  at: WireTime,
  ...loudness,
  /** The language of its text, where it is not written yet in the reader's. */
  language: Type.Optional(LanguageField),
};
export const NoticeHead = strict(head);
export type NoticeHead = Static<typeof NoticeHead>;
export const Notice = strict({
  ...head,
  /** Markdown. */
  body: Type.String(),
  /** Ids of the neighbours in the list. */
  previous: Type.Optional(Type.String()),
  next: Type.Optional(Type.String()),
});
export type Notice = Static<typeof Notice>;

/**
 * The notices shown now, newest first; those that have ended are left out. At most 100: the traveller's own first, then important ones,
 * then the newest. Older ones open by their links, and from the last one listed (`next`).
 */
export const listSaasNotice = defineCall(routes.listSaasNotice, {
  query: strict({ since: Type.Optional(WireTime) }),
  data: Type.Array(NoticeHead),
});

export const loadSaasNotice = defineCall(routes.loadSaasNotice, {
  query: strict({ noticeId: Id }),
  data: Notice,
  refusals: ['REQ-0005'],
});

// Notices that staff write at the desk, and those of the operator's files, which the desk only shows.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/notices.ts';
import { Cursor, Id, LanguageField, MAX_LANGUAGES, WireTime, byLanguage, page, text } from '../../fields.ts';
import { loudness } from '../traveller/notice.ts';
import { BODY_BYTES, MAX_NOTICE } from '../../limits.ts';
import { NOTICE_STATES } from '../../values.ts';

const period = {
  /** The first and the last second in which it is shown. */
  from: WireTime,
  until: WireTime,
};
/** Who did it, and when. */
const Done = strict({ at: WireTime, by: Type.String() });

const head = {
  /** 'desk-12' for one written at the desk; the file's name for one of the operator's files. */
  noticeId: Type.String(),
  source: Type.Enum(['desk', 'file']),
  state: Type.Enum([...NOTICE_STATES]),
  ...period,
  ...loudness,
  /** Only for notices of the desk: who saved it last. */
  saved: Type.Optional(Done),
};
/** One line of the list, with its title in the request's language. */
export const DeskNoticeHead = strict({
  ...head,
  title: Type.String(),
  /** The languages offered in which it is not written yet. */
  unwritten: Type.Array(LanguageField),
});
export type DeskNoticeHead = Static<typeof DeskNoticeHead>;

export const DeskNotice = strict({
  ...head,
  /** In the languages that are written. */
  title: byLanguage(Type.String()),
  body: byLanguage(Type.String()),
  /** Only for notices of the desk: rises by one with each change; sent back with the next one. */
  version: Type.Optional(Type.Integer()),
  written: Type.Optional(Done),
  /** Since when it shows as new again to travellers who had read it. */
  toldAgainAt: Type.Optional(WireTime),
  withdrawn: Type.Optional(Done),
});
export type DeskNotice = Static<typeof DeskNotice>;

/** A page of 50 in all states, the latest `from` first. */
export const deskNotices = defineCall(routes.deskNotices, {
  query: strict({ state: Type.Optional(Type.Enum([...NOTICE_STATES])), cursor: Type.Optional(Cursor) }),
  data: page(DeskNoticeHead),
});

export const deskNotice = defineCall(routes.deskNotice, {
  query: strict({ noticeId: Id }),
  data: DeskNotice,
  refusals: ['REQ-0005'],
});

/** The largest body of a notice: its texts in every language, each character escaped to six bytes. */
const NOTICE_BYTES = MAX_LANGUAGES * 6 * (MAX_NOTICE.title + MAX_NOTICE.body) + BODY_BYTES;

/**
 * Writes a notice, or changes the one named by `noticeId` at `version`. `title` and `body` have a text in the operator's first two languages at least; in
 * another one both or neither. Travellers see it at once, in the fallback where theirs is not written yet. DESK-0001 with
 * `by` and `at` in `values`: somebody else changed or withdrew it; nothing was saved. REQ-0001: an empty or missing text, an
 * invalid date, or `until` not after `from`. REQ-0005: no notice of the desk has this id.
 */
export const deskSaveNotice = defineCall(routes.deskSaveNotice, {
  body: strict({
    noticeId: Type.Optional(Id),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    ...period,
    ...loudness,
    title: byLanguage(text(MAX_NOTICE.title, 1)),
    /** Markdown: paragraphs, lists, bold. */
    body: byLanguage(text(MAX_NOTICE.body, 1)),
    /** Marks it unread again for everyone. A notice shown over the page is shown there again. */
    tellAgain: Type.Boolean(),
  }),
  bodyBytes: NOTICE_BYTES,
  data: DeskNotice,
  refusals: ['REQ-0001', 'DESK-0001', 'REQ-0005'],
});

/** Withdraws a notice for good; a withdrawn one stays as it is. DESK-0001 as in deskSaveNotice. */
export const deskWithdrawNotice = defineCall(routes.deskWithdrawNotice, {
  body: strict({ noticeId: Id, version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
  data: DeskNotice,
  refusals: ['DESK-0001', 'REQ-0005'],
});

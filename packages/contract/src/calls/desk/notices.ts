// Notices that the operator's staff write, beside those of the operator's files, which the desk only reads.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Cursor, Id, WireTime, page, text } from './fields.ts';
import { loudness } from './notice.ts';

/** The longest title and body, in characters. */
export const NOTICE_MOST = { title: 120, body: 4000 } as const;
/** By the clock: `coming` before its first second, `past` after its last; `withdrawn` for good, whatever the clock says. */
export const NOTICE_STATES = ['coming', 'shown', 'past', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

const five = <T extends ReturnType<typeof text>>(words: T) =>
  strict({ ja: words, en: words, ko: words, 'zh-CN': words, 'zh-TW': words });
const period = {
  /** The first and the last second it is shown. */
  from: WireTime,
  until: WireTime,
};
/** Who did it, and when. */
const Done = strict({ at: WireTime, by: Type.String() });

const head = {
  /** 'desk-12' of one written at the desk; of one of the operator's files its name. */
  noticeId: Type.String(),
  source: Type.Enum(['desk', 'file']),
  state: Type.Enum([...NOTICE_STATES]),
  ...period,
  ...loudness,
  /** Of what is written at the desk: the last who saved it. */
  saved: Type.Optional(Done),
};
/** One line of the list, its title in the request's language. */
export const DeskNoticeHead = strict({ ...head, title: Type.String() });
export type DeskNoticeHead = Static<typeof DeskNoticeHead>;

export const DeskNotice = strict({
  ...head,
  title: five(Type.String()),
  body: five(Type.String()),
  /** Of what is written at the desk: one more with each change, told again when the next is saved. */
  version: Type.Optional(Type.Integer()),
  written: Type.Optional(Done),
  /** Since when travellers see it as new although they had read it. */
  toldAgainAt: Type.Optional(WireTime),
  withdrawn: Type.Optional(Done),
});
export type DeskNotice = Static<typeof DeskNotice>;

/** A page of 50 of all states, the newest `from` first. */
export const deskNotices = defineCall({
  name: 'deskNotices',
  method: 'GET',
  path: '/desk/notices',
  auth: 'desk',
  callers: ['editor'],
  query: strict({ state: Type.Optional(Type.Enum([...NOTICE_STATES])), cursor: Type.Optional(Cursor) }),
  data: page(DeskNoticeHead),
});

export const deskNotice = defineCall({
  name: 'deskNotice',
  method: 'GET',
  path: '/desk/notice',
  auth: 'desk',
  callers: ['editor'],
  query: strict({ noticeId: Id }),
  data: DeskNotice,
  refusals: ['REQ-0005'],
});

/**
 * Writes a notice, or changes the one named by `noticeId` as it was at `version`. Travellers see it at once. REQ-0002 with `by`
 * and `at` in `values`: somebody changed or withdrew it meanwhile, and nothing was saved. REQ-0001 an empty text, no day of the
 * calendar, or `until` that is not after `from`; REQ-0005 no notice of the desk's has this id.
 */
export const deskSaveNotice = defineCall({
  name: 'deskSaveNotice',
  method: 'POST',
  path: '/desk/notices',
  auth: 'desk',
  callers: ['editor'],
  body: strict({
    noticeId: Type.Optional(Id),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    ...period,
    ...loudness,
    title: five(text(NOTICE_MOST.title, 1)),
    /** Markdown: paragraphs, lists, bold. */
    body: five(text(NOTICE_MOST.body, 1)),
    /** Has it unread again for those who read it before, and shown over the page again where it is so shown. */
    tellAgain: Type.Boolean(),
  }),
  data: DeskNotice,
  refusals: ['REQ-0001', 'REQ-0002', 'REQ-0005'],
});

/** Takes a notice away from travellers for good; one that was withdrawn before stays as it was. REQ-0002 as of saving. */
export const deskWithdrawNotice = defineCall({
  name: 'deskWithdrawNotice',
  method: 'POST',
  path: '/desk/notices/withdraw',
  auth: 'desk',
  callers: ['editor'],
  body: strict({ noticeId: Id, version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
  data: DeskNotice,
  refusals: ['REQ-0002', 'REQ-0005'],
});

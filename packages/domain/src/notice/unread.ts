// Which notices are unread on this phone, and which one is to be shown over the page by itself.
import type { NoticeHead } from '@kippu/contract/notice';

/** Read marks of this phone: ids of notices. */
type ReadMarks = readonly string[];

/** Takes the notices shown now; gives those not opened on this phone. */
export const unreadNotices = (notices: readonly NoticeHead[], read: ReadMarks): NoticeHead[] =>
  notices.filter(({ noticeId }) => !read.includes(noticeId));

/** The newest important notice to be shown over the page: a once-only one this phone has neither shown nor opened. */
export const noticeToShow = (
  notices: readonly NoticeHead[],
  read: ReadMarks,
  shownOnce: ReadMarks,
): NoticeHead | undefined =>
  unreadNotices(notices, read).find(
    ({ noticeId, once, level }) => once && level === 'important' && !shownOnce.includes(noticeId),
  );

/** Adds an id to marks that have it at most once; the same list when nothing changes. */
export const marked = (marks: ReadMarks, noticeId: string): ReadMarks =>
  marks.includes(noticeId) ? marks : [...marks, noticeId];

/**
 * Takes marks and the ids of all notices of the server; gives the marks of those that still exist, the same list when
 * all do. Never give it the answer to a question about some notices only.
 */
export function prunedMarks(marks: ReadMarks, notices: readonly NoticeHead[]): ReadMarks {
  const known = new Set(notices.map(({ noticeId }) => noticeId));
  return marks.every((id) => known.has(id)) ? marks : marks.filter((id) => known.has(id));
}

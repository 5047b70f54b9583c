// Which notices are unread on this phone, and which one is shown over the page.
import type { NoticeHead } from '@kippu/contract/calls/traveller/notice';

/** The read marks of this phone: ids of notices. */
type ReadMarks = readonly string[];

/** Returns the current notices that were not opened on this phone. */
export const unreadNotices = (notices: readonly NoticeHead[], read: ReadMarks): NoticeHead[] =>
  notices.filter(({ noticeId }) => !read.includes(noticeId));

/** Returns the newest important notice to show over the page: one that this phone has neither shown nor opened. */
export const noticeToShow = (
  notices: readonly NoticeHead[],
  read: ReadMarks,
  shownOnce: ReadMarks,
): NoticeHead | undefined =>
  unreadNotices(notices, read).find(
    ({ noticeId, once, level }) => once && level === 'important' && !shownOnce.includes(noticeId),
  );

/** Adds an id to the marks. Returns the same list if it is already there. */
export const marked = (marks: ReadMarks, noticeId: string): ReadMarks =>
  marks.includes(noticeId) ? marks : [...marks, noticeId];

/**
 * Removes the marks of notices that no longer exist. Returns the same list if all exist.
 * @param notices all notices of the server, never a part of them
 */
export function prunedMarks(marks: ReadMarks, notices: readonly NoticeHead[]): ReadMarks {
  const known = new Set(notices.map(({ noticeId }) => noticeId));
  return marks.every((id) => known.has(id)) ? marks : marks.filter((id) => known.has(id));
}

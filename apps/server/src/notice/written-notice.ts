// How travellers' phones know a notice that was written at the desk.
import type { Language } from '@kippu/contract/limits';
import type { Notice } from '@kippu/contract/notice';
import type { Db } from '../db/database.ts';
import { wireTime } from '../http/wire-time.ts';
import { listShownNotices } from './notice-store.ts';

/** No notice of the operator's files begins so. */
export const WRITTEN = 'desk-';

/** The id it has at the desk, whatever became of it. */
export const deskIdOf = (noticeId: string): string => `${WRITTEN}${noticeId}`;

/**
 * Phones keep whether a notice was read by its id: so one that is told again gets a new one, and is unread and shown over the
 * page again on each of them. 'desk-12.3' is the third edition of 'desk-12'.
 */
const phoneIdOf = (noticeId: string, edition: number) => `${deskIdOf(noticeId)}.${edition}`;

/** Whether both name one notice: a link to an older edition leads to the newest. */
export function isSameNotice(asked: string, shown: string): boolean {
  if (asked === shown) return true;
  const [, desk] = /^(desk-\d+)\.\d+$/.exec(asked) ?? [];
  return desk !== undefined && shown.startsWith(`${desk}.`);
}

/** Those shown at `now` (epoch milliseconds), the newest first, as one language reads them. */
export async function writtenNotices(db: Db, language: Language, now: number): Promise<Notice[]> {
  const rows = await listShownNotices(db, language, now);
  return rows.map(({ notice_id, edition, title, told_at, level, once, body }) => ({
    ...{ noticeId: phoneIdOf(notice_id, edition), title, at: wireTime(told_at), level, once, body },
  }));
}

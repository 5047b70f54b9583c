// Notices written at the desk, as the phones identify them.
import type { Language } from '@kippu/contract/languages';
import type { Notice } from '@kippu/contract/calls/traveller/notice';
import type { Db } from '../platform/db/database.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { listShownNotices } from './notice-store.ts';

/** The prefix of their ids. No notice of the operator's files has it. */
export const WRITTEN = 'desk-';

/** Returns the id without an edition, for all editions. */
export const deskIdOf = (noticeId: string): string => `${WRITTEN}${noticeId}`;

/**
 * Phones remember by id whether a notice was read. A notice that is published again gets a new id, so that it is unread again and shown
 * again. 'desk-12.3' is the third edition of 'desk-12'.
 */
const phoneIdOf = (noticeId: string, edition: number) => `${deskIdOf(noticeId)}.${edition}`;

/** Whether both ids name one notice: a link to an older edition opens the newest. */
export function isSameNotice(asked: string, shown: string): boolean {
  if (asked === shown) return true;
  const [, desk] = /^(desk-\d+)\.\d+$/.exec(asked) ?? [];
  return desk !== undefined && shown.startsWith(`${desk}.`);
}

/** Lists the notices shown at `now` (epoch milliseconds) in one language, newest first; with `limit` as listShownNotices. */
export async function writtenNotices(
  db: Db,
  language: Language,
  now: number,
  limit?: number,
): Promise<Notice[]> {
  const rows = await listShownNotices(db, language, now, limit);
  return rows.map(({ notice_id, edition, title, published_at, level, once, body, language: written }) => ({
    noticeId: phoneIdOf(notice_id, edition),
    title,
    at: wireTime(published_at),
    level,
    once,
    body,
    ...(written === language ? {} : { language: written }),
  }));
}

// Lists the notices written at the desk and those of the operator's files, in one order.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { DeskNotice, DeskNoticeHead, deskNotices } from '@kippu/contract/calls/desk/notices';
import type { NoticeState } from '@kippu/contract/values';
import { textIn } from '@kippu/contract/names';
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import { byWallTime, isWallTime, wallToEpoch } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorNotice } from '../../notice/notice-files.ts';
import { findNotice, listNotices, type NoticePosition, type NoticeRow } from '../../notice/notice-store.ts';
import { deskIdOf } from '../../notice/written-notice.ts';

const PAGE_ITEMS = 50;

/** The number of a notice written at the desk; undefined for other ids. */
export const writtenIdOf = (noticeId: string): string | undefined => /^desk-(\d{1,18})$/.exec(noticeId)?.[1];

/** Times are wall times. */
function stateAt(at: string, from: string, until: string): NoticeState {
  if (byWallTime(at, from) < 0) return 'coming';
  return byWallTime(at, until) <= 0 ? 'shown' : 'past';
}

const doneBy = (at: Date, by: string) => ({ at: wireTime(at), by });

/** A notice written at the desk, with its state at `now` (epoch milliseconds). */
export function writtenAnswer(row: NoticeRow, now: number): DeskNotice {
  const [from, until] = [wireTime(row.shown_from), wireTime(row.shown_until)];
  const { withdrawn_at, withdrawn_name, told_again_at, level, once, title, body, version } = row;
  return {
    noticeId: deskIdOf(row.notice_id),
    source: 'desk' as const,
    state: withdrawn_at ? ('withdrawn' as const) : stateAt(wireTime(now), from, until),
    from,
    until,
    level,
    once,
    title,
    body,
    version,
    saved: doneBy(row.saved_at, row.saved_name),
    written: doneBy(row.written_at, row.written_name),
    ...(told_again_at ? { toldAgainAt: wireTime(told_again_at) } : {}),
    ...(withdrawn_at ? { withdrawn: doneBy(withdrawn_at, withdrawn_name ?? '') } : {}),
  };
}

const fileAnswer = (notice: OperatorNotice, now: number): DeskNotice => ({
  ...notice,
  source: 'file' as const,
  state: stateAt(wireTime(now), notice.from, notice.until),
});

/** Loads a notice, or undefined. */
export async function loadNotice(
  db: Db,
  files: readonly OperatorNotice[],
  noticeId: string,
  now: number,
): Promise<DeskNotice | undefined> {
  const written = writtenIdOf(noticeId);
  if (written !== undefined) {
    const row = await findNotice(db, written);
    return row && writtenAnswer(row, now);
  }
  const file = files.find((notice) => notice.noticeId === noticeId);
  return file && fileAnswer(file, now);
}

type Place = Pick<DeskNotice, 'from' | 'noticeId'>;

/** Sorts the newest first. At the same second, notices written at the desk come first, the last written of them first. */
function order(a: Place, b: Place): number {
  if (a.from !== b.from) return byWallTime(b.from, a.from);
  const [one, other] = [writtenIdOf(a.noticeId), writtenIdOf(b.noticeId)];
  if (one !== undefined && other !== undefined) return Number(BigInt(other) - BigInt(one));
  if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
  return a.noticeId.localeCompare(b.noticeId);
}

function readCursor(cursor: string): Place {
  const [from, noticeId] = placeOf(cursor, 2);
  if (typeof from !== 'string' || !isWallTime(from) || typeof noticeId !== 'string') throw wrongCursor();
  return { from, noticeId };
}

const positionOf = ({ from, noticeId }: Place): NoticePosition => ({
  from: new Date(wallToEpoch(from)),
  noticeId: writtenIdOf(noticeId) ?? null,
});

const headOf = (notice: DeskNotice, language: Language): DeskNoticeHead => {
  const { noticeId, source, state, from, until, level, once, saved, title, body } = notice;
  return {
    noticeId,
    source,
    state,
    from,
    until,
    level,
    once,
    title: textIn(title, language),
    unwritten: offeredLanguages().filter((each) => !title[each] || !body[each]),
    ...(saved ? { saved } : {}),
  };
};

/** Lists a page of both kinds. Throws AppError REQ-0001 on a wrong cursor. */
export async function listDeskNotices(
  db: Db,
  files: readonly OperatorNotice[],
  { state, cursor, language }: QueryOf<typeof deskNotices> & { readonly language: Language },
  now: number,
): Promise<DataOf<typeof deskNotices>> {
  const begin = cursor === undefined ? null : readCursor(cursor);
  const after = begin && positionOf(begin);
  const rows = await listNotices(db, { state, after, limit: PAGE_ITEMS + 1 }, now);
  const filed = files
    .map((notice) => fileAnswer(notice, now))
    .filter((notice) => state === undefined || notice.state === state)
    .filter((notice) => begin === null || order(notice, begin) > 0);
  const all = [...rows.map((row) => writtenAnswer(row, now)), ...filed].toSorted(order);
  const shown = all.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((notice) => headOf(notice, language)),
    ...(all.length > PAGE_ITEMS && last ? { next: cursorOf(last.from, last.noticeId) } : {}),
  };
}

// The operator's notices: read and checked once at the start, then shown at their times.
import { join } from 'node:path';
import { strict } from '@kippu/contract/call';
import { Id, WireTime } from '@kippu/contract/fields';
import { textIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import { loudness, type NoticeHead } from '@kippu/contract/calls/traveller/notice';
import { byWallTime, isWallTime } from '@kippu/domain/time/service-day';
import { Type, type Static } from 'typebox';
import { FileFaults, listJson, readJson } from '../platform/operator/files/operator-files.ts';
import { requireTexts, Texts } from '../platform/operator/files/operator-texts.ts';
import { WRITTEN } from './written-notice.ts';

const NoticeFile = strict({
  noticeId: Id,
  from: WireTime,
  until: WireTime,
  level: loudness.level,
  once: Type.Boolean(),
  title: Texts,
  body: Texts,
});
export type OperatorNotice = Static<typeof NoticeFile>;

const FOLDER = 'notices';

/** Reads the notices from the operator's folder, newest first. Throws OperatorDataError with all faults. */
export function loadNotices(dir: string): readonly OperatorNotice[] {
  const faults = new FileFaults();
  const notices = listJson(dir, FOLDER).flatMap((file) => {
    const read = readJson(dir, file, NoticeFile, faults);
    if (!read) return [];
    const { value, report } = read;
    if (join(FOLDER, `${value.noticeId}.json`) !== file)
      report(value.noticeId, `noticeId is '${value.noticeId}'; name it as the file`);
    if (value.noticeId.startsWith(WRITTEN))
      report(value.noticeId, `'${WRITTEN}' begins the notices written at the desk; rename it`);
    for (const at of [value.from, value.until])
      if (!isWallTime(at)) report(at, `'${at}' is no time of the railway's zone; correct it`);
    if (value.until < value.from) report(value.until, `until lies before from; correct one of them`);
    requireTexts(value.title, 'title', (problem) => report('title', problem));
    requireTexts(value.body, 'body', (problem) => report('body', problem));
    return [value];
  });
  faults.throwIfAny();
  return notices.toSorted((a, b) =>
    a.from === b.from ? a.noticeId.localeCompare(b.noticeId) : byWallTime(b.from, a.from),
  );
}

/** Returns the notices shown at a wall time, first and last second included. */
export const noticesAt = (notices: readonly OperatorNotice[], at: string): OperatorNotice[] =>
  notices.filter(({ from, until }) => byWallTime(from, at) <= 0 && byWallTime(at, until) <= 0);

/** Returns a notice's entry for the list, in one language. */
export const headOf = (
  { noticeId, title, from, level, once }: OperatorNotice,
  language: Language,
): NoticeHead => ({ noticeId, title: textIn(title, language), at: from, level, once });

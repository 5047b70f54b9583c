// The texts of the operator's folder, and which of them belong to a timetable.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_FILES } from '@kippu/contract/values';
import { listJson } from './operator-files.ts';
import type { FeedTexts } from './gtfs-reader.ts';

/** Texts by their path in the operator's folder. */
export type FolderTexts = Readonly<Record<string, string>>;

const FORMATIONS = 'formations';
/** With the feed and the formations, these files are one timetable. The others stay as they were at the start of a process. */
const OF_TIMETABLE = ['platforms.json', 'stations-extra.json'];
const OTHERS = ['areas.json', 'counters.json', 'entries.json', 'gates.json', 'products.json'];

const inFeed = (file: string) => `gtfs/${file}`;

/** Reads the files that loadOperator needs. A missing one is absent, so that loadOperator names it. */
export function readFolder(dir: string): FolderTexts {
  const files = [...FEED_FILES.map(inFeed), ...listJson(dir, FORMATIONS), ...OF_TIMETABLE, ...OTHERS];
  return Object.fromEntries(
    files
      .filter((file) => existsSync(join(dir, file)))
      .map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
  );
}

const isOfTimetable = (file: string) =>
  file.startsWith('gtfs/') || file.startsWith(`${FORMATIONS}/`) || OF_TIMETABLE.includes(file);

const only = (texts: FolderTexts, kept: (file: string) => boolean): FolderTexts =>
  Object.fromEntries(Object.entries(texts).filter(([file]) => kept(file)));

/** Returns the files of the folder's timetable; with `feed`, those of that feed on the folder's trains and stations. */
export function timetableOf(folder: FolderTexts, feed?: FeedTexts): FolderTexts {
  const own = only(folder, isOfTimetable);
  if (!feed) return own;
  const texts = Object.entries(feed).map(([file, text]) => [inFeed(file), text] as const);
  return { ...only(own, (file) => !file.startsWith('gtfs/')), ...Object.fromEntries(texts) };
}

/** Returns the folder with the files of another timetable. */
export const withTimetable = (folder: FolderTexts, timetable: FolderTexts): FolderTexts => ({
  ...only(folder, (file) => !isOfTimetable(file)),
  ...timetable,
});

/** Returns a hash that is equal for equal files. */
export function hashOfTexts(texts: FolderTexts): string {
  const inOrder = Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex');
}

// The operator's folder: the texts of its files, where its feed is, and which of them are a timetable.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listJson, type FolderTexts } from './operator-files.ts';

const FORMATIONS = 'formations';
/** With the feed and the formations, these files are one timetable. The others stay as they were at the start of a process. */
const OF_TIMETABLE = ['platforms.json', 'stations-extra.json'];
const OTHERS = ['areas.json', 'counters.json', 'demo.json', 'operator.json', 'products.json'];

/** The operator's folder as it is at the start of a process. */
export interface OperatorFolder {
  readonly texts: FolderTexts;
  /** The path of its feed: the file `gtfs.zip`, else the folder `gtfs`. */
  readonly feedPath: string;
  /** Equal for folders with the same timetable. */
  readonly timetableHash: string;
}

/** Reads the files that loadOperator needs. A missing one is absent, so that loadOperator names it. */
export function readFolder(dir: string): OperatorFolder {
  const files = [...listJson(dir, FORMATIONS), ...OF_TIMETABLE, ...OTHERS];
  const texts = Object.fromEntries(
    files
      .filter((file) => existsSync(join(dir, file)))
      .map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
  );
  const zip = join(dir, 'gtfs.zip');
  const feedPath = existsSync(zip) ? zip : join(dir, 'gtfs');
  return { texts, feedPath, timetableHash: hashOf(timetableOf(texts), feedPath) };
}

/** Hashes the files of a timetable, one after the other: a feed may be large. */
function hashOf(texts: FolderTexts, feedPath: string): string {
  const hash = createHash('sha256');
  const inOrder = Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  hash.update(JSON.stringify(inOrder));
  if (!existsSync(feedPath)) return hash.digest('hex');
  const isFolder = statSync(feedPath).isDirectory();
  const names = isFolder
    ? readdirSync(feedPath)
        .filter((name) => !name.startsWith('.'))
        .toSorted()
    : [''];
  for (const name of names) {
    const path = join(feedPath, name);
    if (statSync(path).isDirectory()) continue;
    hash.update(JSON.stringify(name));
    hash.update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

/** Whether a file of the folder itself is read. */
export const isFolderFile = (file: string): boolean => OF_TIMETABLE.includes(file) || OTHERS.includes(file);

const isOfTimetable = (file: string) => file.startsWith(`${FORMATIONS}/`) || OF_TIMETABLE.includes(file);

const only = (texts: FolderTexts, kept: (file: string) => boolean): FolderTexts =>
  Object.fromEntries(Object.entries(texts).filter(([file]) => kept(file)));

/** Returns the files that are one timetable with the feed. */
export const timetableOf = (texts: FolderTexts): FolderTexts => only(texts, isOfTimetable);

/** Returns the folder's files with those of another timetable. */
export const withTimetable = (texts: FolderTexts, timetable: FolderTexts): FolderTexts => ({
  ...only(texts, (file) => !isOfTimetable(file)),
  ...timetable,
});

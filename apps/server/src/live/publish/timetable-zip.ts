// The published timetable as a ZIP file of GTFS.
import { promisify } from 'node:util';
import { strToU8, zip, type AsyncZippable, type AsyncZipOptions } from 'fflate';
import type { Db } from '../../platform/db/database.ts';
import { unpackFeed } from '../../platform/gtfs/pack-feed.ts';
import { READ_FILES } from '../../platform/gtfs/source/feed-source.ts';
import type { FeedTexts } from '../../platform/gtfs/source/open-source.ts';
import { feedTexts } from '../../platform/gtfs/write/write-feed.ts';
import { feedOf, findNewestWithFiles } from '../../platform/operator/generation-store.ts';
import { TimetableChangedError, type Edition } from '../../platform/operator/timetable.ts';
import { AppError } from '../../platform/wire/app-error.ts';

/** The first and the last moment of a ZIP file's dates, with a day for the zone. */
const FIRST_DATE = Date.UTC(1980, 0, 2);
const LAST_DATE = Date.UTC(2099, 11, 30);

/** Compresses large files in threads of its own. */
const compressed = promisify(
  (
    files: AsyncZippable,
    options: AsyncZipOptions,
    done: (error: Error | null, bytes: Uint8Array) => void,
  ) => {
    zip(files, options, done);
  },
);

/** Makes a ZIP file of the files. The same files and time are the same bytes in every process of a zone. */
function zipOf(texts: FeedTexts, at: number): Promise<Uint8Array> {
  const mtime = Math.min(Math.max(at, FIRST_DATE), LAST_DATE);
  const files = READ_FILES.flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [] : [[name, strToU8(text)] as const];
  });
  return compressed(Object.fromEntries(files), { mtime });
}

/**
 * Makes the ZIP file of the timetable that this process serves. Throws TimetableChangedError where the database has a newer one, since it
 * keeps the feed of the newest alone, and AppError REQ-0005 where it has none.
 */
export async function timetableZip(
  db: Db,
  { generation, publishedAt }: Pick<Edition, 'generation' | 'publishedAt'>,
): Promise<Uint8Array> {
  const row = await findNewestWithFiles(db);
  if (!row) throw new AppError('REQ-0005');
  if (row.generation !== generation) throw new TimetableChangedError();
  const feed = feedOf(row);
  if ('packed' in feed) return zipOf(feedTexts(unpackFeed(feed.packed)), publishedAt);
  // A release of before the packed form stored the files themselves.
  if ('texts' in feed) return zipOf(feed.texts, publishedAt);
  throw new Error('the stored timetable has no files');
}

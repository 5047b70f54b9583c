// The timetable of a process that starts: the newest in the database, or a new one from its folder.
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { lockPublishing } from '../../platform/db/locks.ts';
import { dateAt } from '@kippu/domain/time/service-day';
import type { Config } from '../../platform/start/config.ts';
import { feedOfImport, findImportInForce } from '../../platform/operator/feed-import-store.ts';
import * as generations from '../../platform/operator/generation-store.ts';
import { OperatorDataError, type FolderTexts } from '../../platform/operator/files/operator-files.ts';
import {
  readFolder,
  timetableOf,
  withTimetable,
  type OperatorFolder,
} from '../../platform/operator/files/operator-folder.ts';
import { requireRead, type OperatorInput } from '../../platform/operator/read-input.ts';
import { editionOf, LiveTimetable, type LiveTimetableDeps } from '../../platform/operator/timetable.ts';
import { publishTimetable } from './publish-timetable.ts';

type Reading = Omit<LiveTimetableDeps, 'folder'>;

/** A timetable whose feed is still to be read. */
interface FoundTimetable {
  readonly importId: string | null;
  readonly files: FolderTexts;
  readonly feed: OperatorInput['feed'];
}

type Newest = Awaited<ReturnType<typeof generations.describeNewest>>;

/**
 * Returns the timetable that this process should publish; undefined when the database's newest stays. A folder takes
 * effect once, when its content is new: a process with an older folder that restarts changes nothing. `OPERATOR_FEED=folder`
 * makes this process's folder the current timetable in any case.
 */
async function timetableToPublish(
  db: Db,
  { texts, feedPath, timetableHash }: OperatorFolder,
  operatorFeed: Config['operatorFeed'],
  newest: Newest,
): Promise<FoundTimetable | undefined> {
  const ofFolder = { importId: null, files: timetableOf(texts), feed: { path: feedPath } };
  if (operatorFeed === 'folder')
    return newest?.import_id === null && newest.folder_hash === timetableHash ? undefined : ofFolder;
  const imported = await findImportInForce(db);
  const isNewImport = imported && !(await generations.isKnownImport(db, imported.import_id));
  if (newest && !isNewImport && (await generations.isKnownFolder(db, timetableHash))) return undefined;
  // A withdrawn import stays withdrawn, and one that a folder replaced stays replaced.
  const keepsImport = isNewImport || (imported && newest?.import_id === imported.import_id);
  if (!keepsImport) return ofFolder;
  return { importId: imported.import_id, files: timetableOf(texts), feed: await feedOfImport(db, imported) };
}

/**
 * Publishes the timetable of this process's folder or of a new import, if `timetableToPublish` names one, and opens the newest one to
 * serve. Throws OperatorDataError for the first error of the folder, Error where only the newest timetable in the database does not fit
 * the folder's other files.
 */
export async function publishAndOpenTimetable(
  reading: Reading,
  { operatorDir, operatorFeed }: Pick<Config, 'operatorDir' | 'operatorFeed'>,
): Promise<LiveTimetable> {
  const { db, clock } = reading;
  const folder = readFolder(operatorDir);
  const { texts, timetableHash: folderHash } = folder;
  for (;;) {
    const newest = await generations.describeNewest(db);
    const found = await timetableToPublish(db, folder, operatorFeed, newest);
    if (!found) break;
    const { importId, files } = found;
    const { parts, packed: feed } = await readFitting(reading, texts, found);
    const next = { importId, folderHash, files, feed, parts };
    const isPublished = await inTransaction(db, async (trx) => {
      await lockPublishing(trx);
      // Reading took long: another process that starts, or the desk, may have been first. Then this one decides again.
      if ((await generations.describeNewest(trx))?.generation !== newest?.generation) return false;
      await publishTimetable(trx, next, clock());
      return true;
    });
    if (isPublished) break;
  }
  const row = await generations.findNewestWithFiles(db);
  if (!row) throw new Error('the timetable was published but is not in the database');
  const current = { importId: row.import_id, files: row.files, feed: generations.feedOf(row) };
  const { parts } = await readFitting(reading, texts, current);
  return new LiveTimetable({ ...reading, folder: texts }, await editionOf(db, row, parts));
}

/** Reads a timetable with the folder's other files. Says what to do where an imported one does not fit them. */
async function readFitting(
  { read, clock }: Reading,
  texts: FolderTexts,
  { importId, files, feed }: FoundTimetable,
) {
  try {
    return requireRead(await read({ texts: withTimetable(texts, files), feed, today: dateAt(clock()) }));
  } catch (error) {
    if (!(error instanceof OperatorDataError) || importId === null) throw error;
    throw new Error(
      `the timetable imported at the desk does not fit the other data any more: ${error.message}. ` +
        'Correct that, or start with OPERATOR_FEED=folder and import a timetable that fits.',
      { cause: error },
    );
  }
}

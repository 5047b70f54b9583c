// The timetable of a process that starts: the newest in the database, or a new one from its folder.
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { Config } from '../../platform/start/config.ts';
import { findImportInForce } from '../../platform/operator/feed-import-store.ts';
import * as generations from '../../platform/operator/generation-store.ts';
import { OperatorDataError } from '../../platform/operator/operator-files.ts';
import {
  hashOfTexts,
  readFolder,
  timetableOf,
  withTimetable,
  type FolderTexts,
} from '../../platform/operator/operator-folder.ts';
import { editionOf, LiveTimetable, type LiveTimetableDeps } from '../../platform/operator/timetable.ts';
import { publishTimetable } from './publish-timetable.ts';

type Reading = Omit<LiveTimetableDeps, 'folder'>;

/**
 * Returns the generation that this process should publish; undefined when the database's newest stays. A folder takes
 * effect once, when its content is new: a process with an older folder that restarts changes nothing. `OPERATOR_FEED=folder`
 * makes this process's folder the current timetable in any case.
 */
async function generationToPublish(
  db: Db,
  folder: FolderTexts,
  operatorFeed: Config['operatorFeed'],
): Promise<generations.NewGeneration | undefined> {
  const own = timetableOf(folder);
  const folderHash = hashOfTexts(own);
  const ofFolder = { importId: null, folderHash, files: own };
  const newest = await generations.findNewestWithFiles(db);
  if (operatorFeed === 'folder')
    return newest && newest.import_id === null && hashOfTexts(newest.files) === folderHash
      ? undefined
      : ofFolder;
  const imported = await findImportInForce(db);
  const isNewImport = imported && !(await generations.isKnownImport(db, imported.import_id));
  if (newest && !isNewImport && (await generations.isKnownFolder(db, folderHash))) return undefined;
  // A withdrawn import stays withdrawn, and one that a folder replaced stays replaced.
  const keepsImport = isNewImport || (imported && newest?.import_id === imported.import_id);
  if (!keepsImport) return ofFolder;
  return { importId: imported.import_id, folderHash, files: timetableOf(folder, imported.files) };
}

/**
 * Publishes the timetable of this process's folder or of a new import, if `generationToPublish` names one, and opens the newest one to
 * serve. Throws OperatorDataError at the first fault of the folder, Error where only the newest timetable in the database does not fit the
 * folder's other files.
 */
export async function publishAndOpenTimetable(
  reading: Reading,
  { operatorDir, operatorFeed }: Pick<Config, 'operatorDir' | 'operatorFeed'>,
): Promise<LiveTimetable> {
  const { db, read, clock } = reading;
  const folder = readFolder(operatorDir);
  const found = await generationToPublish(db, folder, operatorFeed);
  if (found) {
    const parts = await readFitting(read, folder, found);
    await inTransaction(db, (trx) => publishTimetable(trx, { ...found, parts }, clock()));
  }
  const row = await generations.findNewestWithFiles(db);
  if (!row) throw new Error('the timetable was published but is not in the database');
  const parts = await readFitting(read, folder, { importId: row.import_id, files: row.files });
  return new LiveTimetable({ ...reading, folder }, await editionOf(db, row, parts));
}

/** Reads a timetable with the folder's other files. Says what to do where an imported one does not fit them. */
async function readFitting(
  read: Reading['read'],
  folder: FolderTexts,
  { importId, files }: Pick<generations.NewGeneration, 'importId' | 'files'>,
) {
  try {
    return await read(withTimetable(folder, files));
  } catch (error) {
    if (!(error instanceof OperatorDataError) || importId === null) throw error;
    throw new Error(
      `the timetable imported at the desk does not fit the other data any more: ${error.message}. ` +
        'Correct that, or start with OPERATOR_FEED=folder and import a timetable that fits.',
      { cause: error },
    );
  }
}

// The operator's data for a command: with the current timetable, or the folder's own before the first start.
import type { Config } from '../start/config.ts';
import type { Db } from '../db/database.ts';
import { findNewestWithFiles } from './generation-store.ts';
import { loadOperator, type OperatorData } from './operator-data.ts';
import { readFolder, withTimetable } from './operator-folder.ts';

/** Throws OperatorDataError at the first fault of the files. */
export async function openOperator(
  db: Db,
  { operatorDir }: Pick<Config, 'operatorDir'>,
): Promise<OperatorData> {
  const folder = readFolder(operatorDir);
  const newest = await findNewestWithFiles(db);
  return loadOperator(newest ? withTimetable(folder, newest.files) : folder);
}

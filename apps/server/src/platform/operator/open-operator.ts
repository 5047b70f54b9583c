// The operator's data for a command: with the current timetable, or the folder's own before the first start.
import { dateAt } from '@kippu/domain/time/service-day';
import type { Config } from '../start/config.ts';
import type { Db } from '../db/database.ts';
import { feedOf, findNewestWithFiles } from './generation-store.ts';
import { operatorOf, type OperatorData } from './operator-data.ts';
import { requireOperator } from './operator-store.ts';
import { readFolder, withTimetable } from './files/operator-folder.ts';
import { openSettings } from './files/operator-settings.ts';
import { readInput, requireRead } from './read-input.ts';

/**
 * Sets the zone of this process too.
 * @param now epoch milliseconds
 * @throws Error of one line if the database is another operator's
 * @throws OperatorDataError at the first error of the files or the feed
 */
export async function openOperator(
  db: Db,
  { operatorDir }: Pick<Config, 'operatorDir'>,
  now: number,
): Promise<OperatorData> {
  const { texts, feedPath } = readFolder(operatorDir);
  await requireOperator(db, openSettings(texts).operatorId);
  const newest = await findNewestWithFiles(db);
  const files = newest ? withTimetable(texts, newest.files) : texts;
  const feed = newest ? feedOf(newest) : { path: feedPath };
  return operatorOf(requireRead(await readInput({ texts: files, feed, today: dateAt(now) })).parts);
}

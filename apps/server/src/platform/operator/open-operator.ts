// Loads the operator's data at the server's start: the folder, with the timetable imported at the desk if there is one.
import type { Config } from '../start/config.ts';
import type { Db } from '../db/database.ts';
import { findImportInForce } from '../../reservation/timetable/feed-import-store.ts';
import { loadOperator, type OperatorData } from './operator-data.ts';
import { OperatorDataError } from './operator-files.ts';

export interface OpenOperator {
  readonly operator: OperatorData;
  /** The timetable's import; null for the folder's own. */
  readonly importId: string | null;
}

/** Throws OperatorDataError at the first fault of the folder, Error where only the import does not fit it. */
export async function openOperator(
  db: Db,
  { operatorDir, operatorFeed }: Pick<Config, 'operatorDir' | 'operatorFeed'>,
): Promise<OpenOperator> {
  const imported = operatorFeed === 'desk' ? await findImportInForce(db) : undefined;
  if (!imported) return { operator: loadOperator(operatorDir), importId: null };
  try {
    return { operator: loadOperator(operatorDir, imported.files), importId: imported.import_id };
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error;
    throw new Error(
      `the timetable imported at the desk does not fit the other data any more: ${error.message}. ` +
        'Correct that, or start with OPERATOR_FEED=folder and import a timetable that fits.',
      { cause: error },
    );
  }
}

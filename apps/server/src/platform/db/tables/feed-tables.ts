// The table of timetables imported at the desk, as Kysely sees it.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import type { ColumnType } from 'kysely';
import type { FeedTexts } from '../../operator/gtfs-reader.ts';

export interface FeedImportTable {
  /** bigint, read as a string. */
  import_id: ColumnType<string, never, never>;
  files: ColumnType<FeedTexts, string, never>;
  summary: ColumnType<FeedSummary, string, never>;
  imported_at: Date;
  /** `desk:<staff id>`. */
  imported_by: string;
  withdrawn_at: Date | null;
  withdrawn_by: string | null;
}

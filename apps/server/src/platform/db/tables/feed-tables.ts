// The tables of timetables, as Kysely sees them: those imported at the desk, and those that were in effect.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import type { ColumnType, Generated } from 'kysely';
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

/** One row is one generation: a timetable that came into effect. The one with the highest number is current. */
export interface TimetableTable {
  generation: Generated<number>;
  /** The desk's import that it is from; null if it is from an operator's folder. bigint, read as a string. */
  import_id: ColumnType<string | null, string | null, never>;
  /** A hash of the timetable in the folder of the process that published it. */
  folder_hash: string;
  /** The texts of its files by path; null when a newer generation replaced it. */
  files: ColumnType<Readonly<Record<string, string>> | null, string, null>;
  summary: ColumnType<FeedSummary, string, never>;
  /** The trips that run departures of other trips, by departure id. */
  replacements: ColumnType<Readonly<Record<string, string>>, string, string>;
  published_at: Date;
  /** The last departure whose reservations were moved to it: service date and departure id; empty before the first. */
  moved_through: Generated<string>;
  /** How many reservations it disrupted so far. */
  disrupted: Generated<number>;
  /** When the last reservation was moved to it. */
  moved_at: Date | null;
}

/** One row is one server process, and the timetable that it serves. */
export interface ServerProcessTable {
  process_id: string;
  generation: number;
  serves_since: Date;
  seen_at: Date;
  /** Why it cannot read the current timetable; null if it serves it or has not tried yet. */
  fault: string | null;
}

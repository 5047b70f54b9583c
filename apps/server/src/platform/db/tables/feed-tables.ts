// The tables of timetables, as Kysely sees them: those imported at the desk, and those that were in effect.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import type { ColumnType, Generated } from 'kysely';
import type { FeedTexts } from '../../gtfs/source/open-source.ts';

export interface FeedImportTable {
  /** bigint, read as a string. */
  import_id: ColumnType<string, never, never>;
  /** The texts of the feed, as older versions stored them; null for a ZIP file. */
  files: ColumnType<FeedTexts | null, string | null, never>;
  summary: ColumnType<FeedSummary, string, never>;
  imported_at: Date;
  /** `desk:<staff id>`. */
  imported_by: string;
  withdrawn_at: Date | null;
  withdrawn_by: string | null;
  /** Its ZIP file; null once that is deleted, and where `files` has its texts. */
  upload_id: ColumnType<string | null, string | null, never>;
}

/** One row is a ZIP file of a feed that was sent from the desk, how far it is read, and what was found in it. */
export interface FeedUploadTable {
  upload_id: string;
  /** `desk:<staff id>`. */
  uploaded_by: string;
  uploaded_at: Date;
  /** The size of the ZIP file. */
  bytes: number;
  /** The file of the feed that is read. */
  file: Generated<string>;
  /** The share that is read, from 0 to 1. */
  share: Generated<number>;
  /** When the process that reads it last reported. */
  seen_at: Date;
  /** What was found; null while it is read. */
  result: ColumnType<unknown, string | null, string | null>;
  /** The feed as packFeed stores it, if it has no error. */
  feed: Uint8Array | null;
}

/** A part of a ZIP file. */
export interface FeedUploadPartTable {
  upload_id: string;
  /** Its position, from 0. */
  part: number;
  bytes: Uint8Array;
}

/** One row is one generation: a timetable that came into effect. The one with the highest number is current. */
export interface TimetableTable {
  generation: Generated<number>;
  /** The desk's import that it is from; null if it is from an operator's folder. bigint, read as a string. */
  import_id: ColumnType<string | null, string | null, never>;
  /** The generation that has the same files; null for one with files of its own. */
  base: ColumnType<number | null, number | null, never>;
  /** A hash of the timetable in the folder of the process that published it. */
  folder_hash: string;
  /** The texts of its files by path, without those of the feed; null when a newer generation replaced it. */
  files: ColumnType<Readonly<Record<string, string>> | null, string, null>;
  /** The feed as packFeed stores it; null when a newer generation replaced it, and where older versions stored its texts in `files`. */
  feed: Uint8Array | null;
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

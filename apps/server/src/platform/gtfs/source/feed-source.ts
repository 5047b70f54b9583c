// Where the files of a feed come from, and the limits on them.
import type { Place } from '../report/findings.ts';
import { FEED_BYTES } from '@kippu/contract/limits';
import type { FindingCode } from '@kippu/contract/feed-findings';

/** The files that are read. Others are named in the report and left out. */
export const READ_FILES = [
  'agency.txt',
  'feed_info.txt',
  'stops.txt',
  'routes.txt',
  'calendar.txt',
  'calendar_dates.txt',
  'trips.txt',
  'frequencies.txt',
  'stop_times.txt',
  'translations.txt',
] as const;
export type ReadFile = (typeof READ_FILES)[number];

/** Limits on a feed. A feed beyond them is refused in words. */
export interface FeedLimits {
  /** Bytes of the ZIP file. */
  readonly zipBytes: number;
  /** Bytes of all its files. */
  readonly unpackedBytes: number;
  readonly files: number;
  /** Rows of stop_times.txt. */
  readonly stopTimes: number;
  /** Rows of each other file. */
  readonly rows: number;
  /** Trains, and their stops, that are kept. */
  readonly keptTrips: number;
  readonly keptCalls: number;
}
export const FEED_LIMITS: FeedLimits = {
  zipBytes: FEED_BYTES,
  unpackedBytes: 500 * 1024 * 1024,
  files: 1_000,
  stopTimes: 12_000_000,
  rows: 3_000_000,
  keptTrips: 20_000,
  keptCalls: 400_000,
};

/** A file of a feed. Reading it rejects with SourceFault where it is broken. */
export interface SourceFile {
  readonly name: string;
  /** Its unpacked size in bytes. */
  readonly bytes: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export interface FeedSource {
  readonly files: readonly SourceFile[];
  /** The folder of the ZIP file that the feed is in; '' if it is at the top. */
  readonly folder: string;
  /** How many bytes were appended to the ZIP file, and are left out. */
  readonly appended: number;
}

/** The source of a feed cannot be read, or not fully. */
export class SourceFault extends Error {
  readonly code: FindingCode;
  readonly place: Place;
  constructor(code: FindingCode, place: Place = {}, cause?: unknown) {
    super(`${code} ${place.file ?? ''} ${place.value ?? ''}`.trim(), { cause });
    this.name = 'SourceFault';
    this.code = code;
    this.place = place;
  }
}

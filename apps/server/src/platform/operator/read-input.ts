// Reads a feed with the operator's files: all that is wrong with the feed at once, or the data of the railway.
import { dateAt } from '@kippu/domain/time/service-day';
import type { LeftOut } from '../gtfs/feed.ts';
import { packFeed, unpackFeed } from '../gtfs/pack-feed.ts';
import { readFeed, type Progress, type RouteGroup } from '../gtfs/read/read-feed.ts';
import { Findings, type Finding } from '../gtfs/report/findings.ts';
import { findingText } from '../gtfs/report/print-report.ts';
import type { FeedInput } from '../gtfs/source/open-source.ts';
import { joinOperator, readAssignments, readOwnFiles } from './load-operator.ts';
import { selectionOf, type Assignments } from './assignments.ts';
import { operatorOf, type OperatorData, type OperatorParts } from './operator-data.ts';
import { readFolder } from './files/operator-folder.ts';
import { openSettings } from './files/operator-settings.ts';
import { FileFaults, OperatorDataError, type FileFault, type FolderTexts } from './files/operator-files.ts';

/** What is read. It can be sent to a worker thread. */
export interface OperatorInput {
  /** The operator's files. */
  readonly texts: FolderTexts;
  /** A feed as published, or as packFeed stored it. */
  readonly feed: FeedInput | { readonly packed: Uint8Array };
  /** 'YYYY-MM-DD', for warnings of days without trains. */
  readonly today: string;
}

/** What is found in a feed, and what of it is left out. */
export interface FeedReport {
  readonly findings: readonly Finding[];
  readonly groups: readonly RouteGroup[];
  readonly leftOut: LeftOut | undefined;
  /** All faults of the operator's own files. */
  readonly faults: readonly FileFault[];
}

export interface OperatorReading {
  readonly report: FeedReport;
  /** The railway's data with its feed for the database; undefined where the report has an error. */
  readonly read: { readonly parts: OperatorParts; readonly packed: Uint8Array } | undefined;
}

async function feedOf(
  { feed, today }: OperatorInput,
  assignments: Assignments,
  onProgress?: (progress: Progress) => void,
) {
  const selection = selectionOf(assignments);
  if (!('packed' in feed)) return readFeed(feed, { selection, today, ...(onProgress ? { onProgress } : {}) });
  return { feed: unpackFeed(feed.packed), findings: new Findings(), groups: [] };
}

/** Reads a feed and joins it with the operator's files. All that is wrong with either is in the report. */
export async function readInput(
  input: OperatorInput,
  onProgress?: (progress: Progress) => void,
): Promise<OperatorReading> {
  const findings = new Findings();
  const faults = new FileFaults();
  const own = readOwnFiles(input.texts, faults);
  const assignments = own?.assignments ?? readAssignments(input.texts, new FileFaults());
  const found = assignments && (await feedOf(input, assignments, onProgress));
  const feed = found?.feed;
  if (found) findings.addAll(found.findings);
  const parts = own && feed && !findings.hasErrors ? joinOperator(own, feed, findings) : undefined;
  for (const { file, line, problem } of faults.list())
    findings.add('operator_file', { file, line, value: problem });
  const report = {
    findings: findings.list(),
    groups: found?.groups ?? [],
    leftOut: feed?.leftOut,
    faults: faults.list(),
  };
  if (findings.hasErrors || !parts || !feed) return { report, read: undefined };
  const packed = 'packed' in input.feed ? input.feed.packed : packFeed(feed);
  return { report, read: { parts, packed } };
}

/** Returns what was read. Throws OperatorDataError for all faults of the operator's files, else for the first error of the feed. */
export function requireRead({ report, read }: OperatorReading): NonNullable<OperatorReading['read']> {
  if (read) return read;
  if (report.faults.length > 0) throw new OperatorDataError(report.faults);
  const [first] = report.findings;
  if (!first) throw new Error('a feed could not be read, but nothing was found');
  const { file = 'the feed', line = 1 } = first.places[0] ?? {};
  throw new OperatorDataError([{ file, line, problem: findingText(first) }]);
}

/**
 * Loads the operator's data from its folder, without what the database knows of earlier timetables, and sets the zone of this
 * process. For commands and tests.
 * @param now epoch milliseconds
 * @throws OperatorDataError for the faults of its files or the first error of its feed
 */
export async function loadOperator(dir: string, now: number): Promise<OperatorData> {
  const { texts, feedPath } = readFolder(dir);
  openSettings(texts);
  const today = dateAt(now);
  return operatorOf(requireRead(await readInput({ texts, feed: { path: feedPath }, today })).parts);
}

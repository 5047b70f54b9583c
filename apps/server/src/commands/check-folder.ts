// Checks an operator's folder as the server reads it, and says what travellers would see.
import { readdirSync } from 'node:fs';
import { FINDING_CODES, type FindingCode } from '@kippu/contract/feed-findings';
import { setLanguages } from '@kippu/contract/languages';
import { setZone } from '@kippu/domain/time/zone';
import { loadFaq } from '../notice/faq-files.ts';
import { loadNotices } from '../notice/notice-files.ts';
import { loadTerms } from '../notice/terms-files.ts';
import type { Finding } from '../platform/gtfs/report/findings.ts';
import { FileFaults, OperatorDataError, type FileFault } from '../platform/operator/files/operator-files.ts';
import { isFolderFile, readFolder } from '../platform/operator/files/operator-folder.ts';
import { readIcons } from '../platform/operator/files/operator-icons.ts';
import { isZone, readSettings, type OperatorSettings } from '../platform/operator/files/operator-settings.ts';
import type { OperatorParts } from '../platform/operator/operator-data.ts';
import { readInput } from '../platform/operator/read-input.ts';

/** What travellers see of what is found, for codes that do not keep the server from starting. */
const SEEN: Partial<Record<FindingCode, string>> = {
  timetable_ended: 'no train on any day from today on',
  timetable_starts_later: 'no train before the first day of the timetable',
  timetable_gap: 'no train on the days of the gap',
  feed_expiration_date30_days: 'no change until the last day; then no train',
  expired_calendar: 'the trains of the calendar on no day',
  unusable_trip: 'the train on no day',
  trip_without_service_days: 'the train on no day',
  frequency_without_exact_times: 'the trains on no day',
  missing_stop_name: 'the id of the stop as its name',
  missing_translation: 'the name in the language of the feed',
  translation_unexpected_value: 'the name in the language of the feed',
  route_both_short_and_long_name_missing: 'trains without a name, by their number alone',
  trip_without_formation: 'the train, but no seats on sale',
  assignment_without_train: 'no change',
  unknown_station_entry: 'the station nowhere',
  missing_train_number: 'the id of the train as its number',
  missing_headsign: 'the last station as the destination',
};

/** Something found in the folder, with what travellers see of it. */
export interface FolderProblem {
  readonly level: 'error' | 'warning';
  /** 'file:line', or the name of the file. */
  readonly place: string;
  readonly problem: string;
  readonly seen: string;
}
interface FolderCheck {
  readonly problems: readonly FolderProblem[];
  /** What is found in the feed. */
  readonly findings: readonly Finding[];
  /** The data as the server would serve it; undefined where it would not start. */
  readonly parts: OperatorParts | undefined;
}

const NO_START = 'nothing: the server does not start';

/** Runs a reader and returns its faults. */
function faultsOf(read: () => unknown): readonly FileFault[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof OperatorDataError) return error.faults;
    throw error;
  }
}

/** Returns the faults of the folder's texts. Sets the zone and the languages of this process: a server of this folder has these. */
function textFaults(dir: string, settings: OperatorSettings): readonly FileFault[] {
  // An unknown zone has been reported.
  setZone(isZone(settings.zone) ? settings.zone : 'UTC');
  setLanguages(settings);
  return [
    ...faultsOf(() => loadNotices(dir)),
    ...faultsOf(() => loadFaq(dir)),
    ...settings.languages.flatMap((language) => faultsOf(() => loadTerms(dir, language))),
  ];
}

const leftOver = (dir: string): FolderProblem[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.json') && !isFolderFile(name))
    .map((name) => ({
      level: 'warning',
      place: name,
      problem: 'no file of this name is read; remove it, or correct its name',
      seen: 'nothing of it',
    }));

/** Returns what travellers see of a finding in the feed. */
export function seenOf(code: FindingCode): string {
  return FINDING_CODES[code] === 'error' ? NO_START : (SEEN[code] ?? 'no change');
}

/**
 * Checks a folder: all faults of the operator's files, and all that is found in its feed.
 * Sets the zone and the languages of this process.
 * @param today 'YYYY-MM-DD'
 */
export async function checkFolder(dir: string, today: string): Promise<FolderCheck> {
  const { texts, feedPath } = readFolder(dir);
  const { report, read } = await readInput({ texts, feed: { path: feedPath }, today });
  const settings = readSettings(texts, new FileFaults());
  const faults = [
    ...report.faults,
    ...faultsOf(() => readIcons(dir)),
    ...(settings ? textFaults(dir, settings) : []),
  ];
  const problems: FolderProblem[] = [
    ...faults.map(({ file, line, problem }) => ({
      level: 'error' as const,
      place: `${file}:${line}`,
      problem,
      seen: NO_START,
    })),
    ...leftOver(dir),
  ];
  // The faults of the operator's files stand in full above.
  const findings = report.findings.filter(({ code }) => code !== 'operator_file');
  const starts = read && faults.length === 0;
  return { problems, findings, parts: starts ? read.parts : undefined };
}

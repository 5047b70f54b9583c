// Prints the report of a feed as plain text.
import { FINDING_LEVELS } from '@kippu/contract/feed-findings';
import { DESK } from '@kippu/words/generated/desk';
import type { Finding, Place } from './findings.ts';

/** A language with words for staff. */
export type ReportLanguage = keyof typeof DESK;
export const isReportLanguage = (tag: unknown): tag is ReportLanguage =>
  typeof tag === 'string' && Object.hasOwn(DESK, tag);

/** Replaces characters that would change the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '·');

/** Writes a place on one line, such as 'stop_times.txt:12 arrival_time = 05:61:00 (06:02:00)'. */
function placeText({ file, line, column, value, against }: Place): string {
  const where = [file === undefined ? '' : file + (line === undefined ? '' : `:${line}`), column ?? '']
    .filter(Boolean)
    .join(' ');
  const what = value === undefined ? '' : `${where === '' ? '' : ' = '}'${value}'`;
  return plain(`${where}${what}${against === undefined ? '' : ` (${against})`}`);
}

/** Returns what a finding says, in English: its words and its first place. For logs and the start. */
export const findingText = ({ code, places: [first] }: Finding): string =>
  `${DESK.en.feedFindings[code]} [${code}] ${first ? placeText(first) : ''}`.trim();

/** Returns the report, errors first. Each code has its words once, and its first places. */
export function reportText(findings: readonly Finding[], language: ReportLanguage): string {
  const { feedFindings: words, feedReport: report } = DESK[language];
  if (findings.length === 0) return `${report.none}\n`;
  const lines = FINDING_LEVELS.flatMap((level) => {
    const own = findings.filter((finding) => finding.level === level);
    if (own.length === 0) return [];
    const parts = own.flatMap(({ code, count, places }) => [
      '',
      `  ${words[code]} [${code}, ${count}]`,
      ...places
        .map((place) => placeText(place))
        .filter((text) => text !== '')
        .map((text) => `    ${text}`),
      ...(count > places.length ? [`    ${report.more(String(count - places.length))}`] : []),
    ]);
    return [`${report.levels[level]}: ${own.reduce((sum, { count }) => sum + count, 0)}`, ...parts, ''];
  });
  return `${lines.join('\n')}\n`;
}

// Reads a GTFS feed and prints all that is found in it: node apps/server/src/commands/check-feed.ts <zip or folder>
// [--operator <folder>] [--language ja] [--json]. Ends with 1 if there is an error, with 2 if it was called wrongly.
import { parseArgs } from 'node:util';
import { WHOLE_FEED, type LeftOut } from '../platform/gtfs/feed.ts';
import { readFeed, type RouteGroup } from '../platform/gtfs/read/read-feed.ts';
import { isReportLanguage, reportText } from '../platform/gtfs/report/print-report.ts';
import { readFolder } from '../platform/operator/files/operator-folder.ts';
import { readInput, type FeedReport } from '../platform/operator/read-input.ts';

const USAGE =
  'check-feed: give the ZIP file or the folder of a feed [--operator <folder>] [--language en|ja] [--json]\n';

/** Reads the feed alone, with all its trains; with the operator's folder, the trains that are its own. */
async function reportOf(path: string, operator: string | undefined): Promise<FeedReport> {
  // The feed alone does not say whose today it is. A day more or less changes a warning only.
  const today = new Date().toISOString().slice(0, 10);
  if (operator !== undefined)
    return (await readInput({ texts: readFolder(operator).texts, feed: { path }, today })).report;
  const { feed, findings, groups } = await readFeed({ path }, { selection: WHOLE_FEED, today });
  return { findings: findings.list(), groups, leftOut: feed?.leftOut, faults: [] };
}

/** Returns the trains by agency and type of route, for `agencies` and `routeTypes` of formations/assignments.json. */
function groupsText(groups: readonly RouteGroup[], leftOut: LeftOut | undefined): string {
  if (groups.length === 0) return '';
  const rows = groups.map(
    ({ agencyId, agencyName, type, routes, trips, kept }) =>
      `  ${agencyId} (${agencyName}), route_type ${type}: ${routes} routes, ${trips} trains, ${kept} kept`,
  );
  const frequent = leftOut?.withoutExactTimes ?? 0;
  const more = frequent > 0 ? [`  left out, because their times are not exact: ${frequent} trains`] : [];
  return ['Trains by agency and type of route', ...rows, ...more, ''].join('\n');
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  strict: false,
  options: { operator: { type: 'string' }, language: { type: 'string' }, json: { type: 'boolean' } },
});
const [path, another] = positionals;
const language = isReportLanguage(values['language']) ? values['language'] : 'en';
const { operator } = values;
if (path === undefined || another !== undefined || typeof operator === 'boolean') {
  process.stderr.write(USAGE);
  process.exit(2);
}
const report = await reportOf(path, operator);
const text = `${groupsText(report.groups, report.leftOut)}\n${reportText(report.findings, language)}`;
process.stdout.write(values['json'] ? `${JSON.stringify(report, null, 2)}\n` : text.trimStart());
process.exitCode = report.findings.some(({ level }) => level === 'error') ? 1 : 0;

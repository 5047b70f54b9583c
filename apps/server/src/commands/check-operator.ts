// Checks an operator's folder and says what travellers would see: node apps/server/src/commands/check-operator.ts <folder>.
// Ends with 1 if the server would not start with it, with 2 if it was called wrongly.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nameIn } from '@kippu/contract/names';
import { reportText } from '../platform/gtfs/report/print-report.ts';
import { checkFolder, seenOf, type FolderProblem } from './check-folder.ts';
import type { OperatorParts } from '../platform/operator/operator-data.ts';

const linesOf = ({ place, problem, seen }: FolderProblem) => [
  `  ${place}: ${problem}`,
  `    travellers see: ${seen}`,
];

function problemsText(problems: readonly FolderProblem[]): string[] {
  const levels = { error: 'Errors', warning: 'Warnings' } as const;
  return (['error', 'warning'] as const).flatMap((level) => {
    const own = problems.filter((problem) => problem.level === level);
    return own.length === 0
      ? []
      : [`${levels[level]} in the operator's files: ${own.length}`, ...own.flatMap(linesOf), ''];
  });
}

/** Returns what travellers see of the whole folder. */
function viewText({ settings, from, to, trips, stations, products, formations }: OperatorParts): string[] {
  const { fallback, kinds, classes } = settings;
  const called = [...stations.values()].filter((station) => station.haruka);
  const sellable = [...trips.values()].filter((trip) => trip.formations.length > 0);
  const wordsOf = (words: Readonly<Record<string, string>>) => words[fallback] ?? '';
  return [
    `Travellers see ${settings.appName}, in ${settings.languages.join(', ')}, with prices in ${settings.currency}:`,
    `  ${sellable.length} trains with seats, from ${from} to ${to}, at ${called.length} stations; ${formations.size} formations`,
    `  classes: ${classes.map(({ words }) => wordsOf(words)).join(', ')}`,
    ...kinds.map(({ kind, use, words }) => {
      const own = [...products.values()].filter((product) => product.kind === kind);
      const names = own.map((product) => nameIn(product, 'productName', fallback));
      return `  ${wordsOf(words)} (${use}): ${names.join(', ') || 'no product'}`;
    }),
    '',
  ];
}

const { positionals } = parseArgs({ args: process.argv.slice(2), allowPositionals: true, strict: false });
const [folder, another] = positionals;
if (folder === undefined || another !== undefined || !existsSync(folder)) {
  process.stderr.write('check-operator: give the folder of an operator\n');
  process.exit(2);
}
// The folder may be unable to say whose today it is. A day more or less changes a warning only.
const today = new Date().toISOString().slice(0, 10);
const { problems, findings, parts } = await checkFolder(folder, today);
const seen = findings.map(({ code }) => `  ${code}: travellers see ${seenOf(code)}`);
const lines = [
  ...problemsText(problems),
  // A feed without findings is no news beside faults of the files.
  ...(findings.length === 0 && problems.length > 0 ? [] : [reportText(findings, 'en').trim()]),
  ...seen,
  '',
  ...(parts ? viewText(parts) : ['The server would not start with this folder.', '']),
];
process.stdout.write(lines.join('\n'));
process.exitCode = parts ? 0 : 1;

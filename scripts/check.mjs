// Checks the code without running it. `node scripts/check.mjs` runs all checks; `types` or `lint` only that part.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { needsNode } from './node.mjs';
import { install, once } from './prepare.mjs';
import { counts, step } from './steps.mjs';

/** The compiler's cache; tsconfig files name it too. */
const KEPT_TYPES = 'node_modules/.cache/tsc';

/** The files that declare globals and configure the compiler. @returns {string[]} */
function globalFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    'package-lock.json',
    ...git('ls-files', '-co', '--exclude-standard', '*tsconfig*.json', '*.d.ts', '*.d.mts'),
    ...git('grep', '-l', '--untracked', '^declare global', '--', '*.ts', '*.tsx'),
  ];
}

/** Checks the types of each environment: packages, server, pages, workers, tools, scripts. */
export async function types() {
  // TypeScript 7.0.2 does not check a file again if only globals have changed.
  await once('node_modules/.cache/kippu-globals', globalFiles(), () =>
    rmSync(KEPT_TYPES, { recursive: true, force: true }),
  );
  await step('types', 'npx', 'tsc', '-b');
}

/** Checks the layout, the security claims, the rules of the linter and the format. */
export async function lint() {
  await step('structure', 'node', 'scripts/check-structure.mjs');
  await step('railway words', 'node', 'scripts/words/check-railway-words.mjs');
  await step('claims', 'node', 'scripts/claims/check-claims.mjs');
  await step('lint', 'npx', 'oxlint');
  await step('dead code', 'npx', 'knip', '--no-progress', '--no-config-hints');
  await step('format', 'npx', 'prettier', '--check', '.', '--cache', '--log-level', 'warn');
}

if (import.meta.filename === process.argv[1]) {
  await needsNode();
  await install();
  const wanted = process.argv.slice(2);
  const parts = Object.entries({ types, lint }).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  );
  if (parts.length === 0) throw new Error(`no such check: ${wanted.join(' ')}`);
  await Promise.all(parts.map(([, check]) => check()));
  process.exit(counts.failed > 0 ? 1 : 0);
}

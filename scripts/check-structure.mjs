// Keeps the house in its shape: who may import whom, no cycles, small files, names, banned imports.
// It proves itself on planted violations before it judges the tree, and fails when it reads no file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const MAY_IMPORT = {
  contract: [],
  domain: ['contract'],
  'ticket-code': ['contract'],
  server: ['domain', 'contract', 'ticket-code'],
  web: ['domain', 'contract', 'ticket-code'],
  gate: ['contract', 'ticket-code'],
  desk: ['domain', 'contract'],
};
const FEATURES = ['account', 'ticket', 'station', 'seat', 'notice', 'feedback', 'chatbot', 'gate', 'desk'];
const FEATURE_EDGES = {
  ticket: ['station', 'account'],
  seat: ['ticket', 'station'],
  gate: ['ticket'],
  chatbot: ['ticket', 'seat', 'notice'],
  desk: FEATURES,
};
const LONGEST = 300;
/** What a browser reads. */
const IN_BROWSER = /^(contract|domain|ticket-code|web|gate|desk)\/src\//;
/** Workspaces that are a page. */
const PAGES = ['web', 'gate', 'desk'];

const importsOf = (text) =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    ),
  ].map((m) => m[1] ?? m[2] ?? m[3]);
const featureOf = (file) => {
  const [floor, , feature, rest] = file.split('/');
  return (floor === 'server' || floor === 'web') && rest && FEATURES.includes(feature) ? feature : null;
};

/** Takes `{ file: text }` and gives the list of violations, each 'file: what is wrong'. */
export function violations(files) {
  const found = [];
  const edges = new Map();
  for (const [file, text] of Object.entries(files)) {
    const floor = file.split('/')[0];
    const test = /\.test\.tsx?$/.test(file);
    const say = (what) => found.push(`${file}: ${what}`);
    if (text.split('\n').length > LONGEST + 1) say(`longer than ${LONGEST} lines`);
    if (!/^[a-z0-9.-]+$/.test(path.basename(file))) say('file names are kebab-case');
    if (/(^|\/)(index|utils|helpers)\.tsx?$/.test(file)) say('a file is named for what it holds');
    if (IN_BROWSER.test(file) && !/\.test(-helper)?\.tsx?$/.test(file) && /\(\?<[=!]/.test(text))
      say('Safari before 16.4 reads no file whose expression looks behind');
    const targets = [];
    for (const spec of importsOf(text)) {
      const other = /^@kippu\/([^/]+)\//.exec(spec)?.[1];
      if (other && MAY_IMPORT[floor] && other !== floor && !MAY_IMPORT[floor].includes(other))
        say(`${floor} may not import ${other}`);
      if ((floor === 'domain' || floor === 'contract') && !test && spec.startsWith('node:'))
        say(`${floor} is pure, no ${spec}`);
      if (PAGES.includes(floor) && spec.startsWith('typebox/')) say(`no validator in the browser (${spec})`);
      if (spec.startsWith('.')) {
        const target = path.posix.join(path.posix.dirname(file), spec);
        if (target.split('/')[0] !== floor && MAY_IMPORT[floor])
          say('reaches out of its workspace by a path');
        targets.push(target);
        const [from, to] = [featureOf(file), featureOf(target)];
        if (from && to && from !== to && !(FEATURE_EDGES[from] ?? []).includes(to))
          say(`feature ${from} may not import ${to}`);
      }
    }
    edges.set(file, targets);
  }
  const state = new Map();
  const walk = (file, trail) => {
    if (state.get(file) === 'done' || !edges.has(file)) return;
    if (state.get(file) === 'open')
      return void found.push(
        `${file}: import cycle ${[...trail.slice(trail.indexOf(file)), file].join(' > ')}`,
      );
    state.set(file, 'open');
    for (const next of edges.get(file)) walk(next, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}

const PLANTED = [
  [{ 'domain/src/a.ts': "import { x } from '@kippu/server/app';" }, /may not import server/],
  [
    { 'web/src/seat/a.ts': "import { x } from '../account/b.ts';", 'web/src/account/b.ts': '' },
    /feature seat may not import account/,
  ],
  [
    { 'domain/src/a.ts': "import { b } from './b.ts';", 'domain/src/b.ts': "import { a } from './a.ts';" },
    /cycle/,
  ],
  [{ 'domain/src/a.ts': "import fs from 'node:fs';" }, /pure/],
  [{ 'web/src/a.ts': "import { Check } from 'typebox/value';" }, /validator/],
  [{ 'web/src/index.ts': '' }, /named for what it holds/],
  [{ 'domain/src/a.ts': 'const end = /(?<=a)b/;' }, /looks behind/],
];
for (const [files, expected] of PLANTED) {
  if (!violations(files).some((v) => expected.test(v))) {
    console.error(`check-structure is blind: it missed a planted violation (${expected})`);
    process.exit(1);
  }
}
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((f) => /\.(ts|tsx)$/.test(f) && existsSync(f));
if (tracked.length === 0) {
  console.error('check-structure read no file');
  process.exit(1);
}
const found = violations(Object.fromEntries(tracked.map((f) => [f, readFileSync(f, 'utf8')])));
for (const v of found) console.error(v);
console.log(`structure: ${tracked.length} files, ${found.length} violations`);
process.exit(found.length ? 1 : 0);

// Checks the layout: which package may import which, no cycle between files or between rooms, the size of a room,
// file names, and imports that a page must not have. A room is a folder of source files and style sheets. Also checks
// that the paths which the documents name exist, that docs/specification.md and docs/accessibility.md name tests that exist, that README.md names each package and app, and that the releases in
// CHANGELOG.md, below what is unreleased, are the version and commits of this history and say each thing once. It tests itself on planted violations first. It fails if it
// reads no file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOfCriteria } from './specification/criteria.mjs';
import { faultsOfTable } from './specification/table.mjs';

/** The packages that each package and app may import. */
const MAY_IMPORT = {
  contract: [],
  domain: ['contract'],
  'help-search': ['contract'],
  'ticket-code': ['contract'],
  words: ['contract'],
  client: ['contract'],
  ui: ['client', 'contract'],
  'page-build': ['contract', 'words'],
  'page-test': ['contract'],
  server: ['contract', 'domain', 'help-search', 'ticket-code', 'words'],
  web: ['client', 'ui', 'contract', 'domain', 'help-search', 'ticket-code', 'words', 'page-build'],
  gate: ['client', 'ui', 'contract', 'domain', 'ticket-code', 'words', 'page-build'],
  desk: ['client', 'ui', 'contract', 'domain', 'words', 'page-build'],
  board: ['client', 'ui', 'contract', 'domain', 'words', 'page-build'],
};
/** Packages without Node, for pages, workers and the server. */
const PURE = ['contract', 'domain', 'help-search', 'words'];
const PAGES = ['web', 'gate', 'desk', 'board'];
/** The largest number of files in a room, style sheets included: without its tests, and with them. */
const MAX_FILES = 16;
const MAX_FILES_WITH_TESTS = 20;
/** Rooms without a limit: migrations, one for each change of the database. */
const UNLIMITED = [/\/migrations$/];
/** Documents whose paths must exist. The change log names former ones too. */
const isDocument = (file) => file.endsWith('.md') && file !== 'CHANGELOG.md';
/** Paths of no source: keys, which the server writes when it runs, and media types. */
const NO_SOURCE = /^(keys|text|application)\//;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s([^;]*?)from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g;

/**
 * Reads a file's imports.
 * @returns {{ spec: string, typed: boolean, erased: boolean }[]} `typed`: an `import type`, which builds leave out;
 *   `erased`: types only, or loaded later
 */
const importsOf = (text) =>
  [...text.matchAll(IMPORT)].map(([, names = '', from, lazy, bare]) => ({
    spec: from ?? lazy ?? bare,
    typed: /^type\b/.test(names),
    erased: lazy !== undefined || /^type\b/.test(names) || /^\{(\s*type [^,}]+,?)+\s*\}\s*$/.test(names),
  }));
const isTest = (file) => /\.test\.tsx?$/.test(file);
/** @returns {string} 'server' of 'apps/server/src/main.ts'; empty for a file of no package */
const packageOf = (file) => /^(?:packages|apps)\/([^/]+)\//.exec(file)?.[1] ?? '';
/** Builds of pages may import their shared parts by a path. */
const isBuild = (file) => /^apps\/(web|gate|desk|board)\/vite[^/]*\.ts$/.test(file);

/** Finds cycles in a graph. @param {Map<string, Set<string>>} edges @returns {string[][]} each cycle once */
function cycles(edges) {
  const found = [];
  const state = new Map();
  const walk = (node, trail) => {
    if (state.get(node) === 'done' || !edges.has(node)) return;
    if (state.get(node) === 'open') return void found.push([...trail.slice(trail.indexOf(node)), node]);
    state.set(node, 'open');
    for (const next of edges.get(node) ?? []) walk(next, [...trail, node]);
    state.set(node, 'done');
  };
  for (const node of edges.keys()) walk(node, []);
  return found;
}

/** The library of the schemas. Only the server validates, so no page may load it. */
const SCHEMAS = /^typebox(\/|$)/;
const isOfPage = (file) => PAGES.some((page) => file.startsWith(`apps/${page}/src/`)) && !isTest(file);

/**
 * Finds how pages come to load schemas. @param {Record<string, string>} files text by path @returns {string[]} for each
 * page that does, one chain of imports
 */
function schemaChains(files) {
  const fileOf = (from, spec) => {
    if (spec.startsWith('.')) return path.posix.join(path.posix.dirname(from), spec);
    const [, name, module] = /^@kippu\/([^/]+)\/(.+)$/.exec(spec) ?? [];
    return [`packages/${name}/src/${module}.ts`, `packages/${name}/src/${module}.tsx`].find(
      (each) => each in files,
    );
  };
  const chains = new Map();
  const open = Object.keys(files)
    .filter(isOfPage)
    .map((file) => [file]);
  const seen = new Set();
  for (const chain of open) {
    const file = chain[chain.length - 1];
    for (const { spec, typed } of importsOf(files[file] ?? '')) {
      const page = packageOf(chain[0]);
      if (!typed && SCHEMAS.test(spec) && !chains.has(page)) chains.set(page, [...chain, spec].join(' > '));
      const next = typed ? undefined : fileOf(file, spec);
      if (next === undefined || seen.has(`${page} ${next}`)) continue;
      seen.add(`${page} ${next}`);
      open.push([...chain, next]);
    }
  }
  return [...chains.values()];
}

/**
 * Checks a tree. @param {Record<string, string>} files text by path @returns {string[]} violations, each 'place: what
 * is wrong'
 */
function violations(files) {
  const found = [];
  const fileEdges = new Map();
  const roomEdges = new Map();
  const rooms = new Map();
  for (const [file, text] of Object.entries(files)) {
    const say = (what) => found.push(`${file}: ${what}`);
    const name = packageOf(file);
    const room = path.posix.dirname(file);
    const size = rooms.get(room) ?? { files: 0, all: 0 };
    rooms.set(room, { files: size.files + (isTest(file) ? 0 : 1), all: size.all + 1 });
    if (!/^[a-z0-9.-]+$/.test(path.posix.basename(file))) say('file names are kebab-case');
    if (/(^|\/)(index|utils|helpers)\.tsx?$/.test(file)) say('a file is named for what it holds');
    const targets = new Set();
    for (const { spec, erased } of importsOf(text)) {
      const other = /^@kippu\/([^/]+)\//.exec(spec)?.[1];
      if (other && MAY_IMPORT[name] && other !== name && !MAY_IMPORT[name].includes(other))
        say(`${name} may not import ${other}`);
      if (PURE.includes(name) && !isTest(file) && !file.includes('/test/') && spec.startsWith('node:'))
        say(`${name} is pure, no ${spec}`);
      if (!spec.startsWith('.')) continue;
      const target = path.posix.join(room, spec);
      const shared =
        (isBuild(file) && target.startsWith('packages/page-build/')) ||
        (file.includes('/test/') && /^(packages\/page-test|scripts\/(programs|words))\//.test(target));
      if (MAY_IMPORT[name] && packageOf(target) !== name && !shared)
        say('reaches out of its package by a path');
      if (file.includes('/src/') && !isTest(file) && target.includes('/test/'))
        say('production code may not import test support');
      targets.add(target);
      const targetRoom = path.posix.dirname(target);
      if (erased || isTest(file) || targetRoom === room || !file.includes('/src/')) continue;
      roomEdges.set(room, (roomEdges.get(room) ?? new Set()).add(targetRoom));
    }
    fileEdges.set(file, targets);
  }
  for (const chain of schemaChains(files))
    found.push(
      `${chain}: a page loads no schemas; it imports a route from contract/routes, and types by import type`,
    );
  for (const circle of cycles(fileEdges)) found.push(`import cycle of files: ${circle.join(' > ')}`);
  for (const circle of cycles(roomEdges)) found.push(`import cycle of rooms: ${circle.join(' > ')}`);
  for (const [room, { files: count, all }] of rooms)
    if ((count > MAX_FILES || all > MAX_FILES_WITH_TESTS) && !UNLIMITED.some((each) => each.test(room)))
      found.push(`${room}: ${count} files (${all} with tests); split the room by task`);
  return found;
}

/**
 * Checks the paths that a document names in code spans. A path may leave out its first folders.
 * @param {string} text the document, in Markdown @param {readonly string[]} files every file of the repository
 * @returns {string[]} the paths that do not exist
 */
function missingPaths(text, files) {
  const places = files.map((file) => `/${file}`);
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, span = '']) => span.split(' '))
    .filter((word) => /^[a-z][\w.-]*\/[\w./-]*$/.test(word) && !NO_SOURCE.test(word))
    .map((word) => word.replace(/[^/]*NNNN.*$/, ''))
    .filter((word) => !places.some((place) => place.includes(`/${word}`)));
}

/** So many characters of two lines of one release are never equal, unless a merge kept both forms of an edited line. */
const ALIKE = 40;

/**
 * Finds what a release says twice. @param {string} text the change log @returns {string[]} how each line begins that another line of its
 * release repeats
 */
function repeatedLines(text) {
  return text.split(/^## /m).flatMap((release) => {
    const starts = [...release.matchAll(/^- .*/gm)].map(([line]) => line.slice(0, ALIKE));
    return [...new Set(starts.filter((start, at) => starts.indexOf(start) !== at))];
  });
}

const many = (count, at) => Object.fromEntries(Array.from({ length: count }, (_, n) => [at(n), '']));
const PLANTED = [
  [{ 'packages/domain/src/a.ts': "import { x } from '@kippu/server/app';" }, /may not import server/],
  [
    {
      'apps/web/src/seat/a.ts': "import { x } from '../account/b.ts';",
      'apps/web/src/account/b.ts': "import { y } from './c.ts';",
      'apps/web/src/account/c.ts': "import { z } from '../seat/d.ts';",
      'apps/web/src/seat/d.ts': '',
    },
    /cycle of rooms/,
  ],
  [
    {
      'packages/domain/src/a.ts': "import { b } from './b.ts';",
      'packages/domain/src/b.ts': "import { a } from './a.ts';",
    },
    /cycle of files/,
  ],
  [{ 'packages/domain/src/a.ts': "import fs from 'node:fs';" }, /pure/],
  [{ 'apps/web/src/a.ts': "import { Check } from 'typebox/value';" }, /no schemas/],
  [
    {
      'apps/gate/src/a.ts': "import { type B } from '@kippu/contract/calls/b';",
      'packages/contract/src/calls/b.ts': "import { c } from '../c.ts';",
      'packages/contract/src/c.ts': "import { Type, type Static } from 'typebox';",
    },
    /gate\/src\/a.ts > .*calls\/b.ts > .*c.ts > typebox: .* no schemas/,
  ],
  [{ 'apps/web/src/a.ts': "import { b } from '../../../packages/page-build/b.ts';" }, /reaches out/],
  [{ 'apps/web/src/index.ts': '' }, /named for what it holds/],
  [{ 'apps/web/src/app/a.ts': "import { x } from '../../test/b.ts';" }, /test support/],
  [many(MAX_FILES + 1, (n) => `apps/web/src/a${n}.ts`), /split the room/],
  [many(MAX_FILES + 1, (n) => `apps/web/src/a${n}.module.css`), /split the room/],
  [many(MAX_FILES_WITH_TESTS + 1, (n) => `apps/web/src/a${n}.test.ts`), /split the room/],
];
const HARMLESS = {
  'apps/web/src/seat/a.ts':
    "import type { x } from '../account/b.ts';\nimport { type y } from '../account/b.ts';",
  'apps/web/src/account/b.ts': "const c = () => import('../seat/c.ts');\nimport { d } from '../seat/d.ts';",
  'apps/web/src/seat/c.ts': "import type { E } from '@kippu/contract/calls/e';",
  'apps/web/src/seat/c.test.ts': "import { e } from '@kippu/contract/calls/e';",
  'apps/web/src/seat/d.ts': '',
  'packages/contract/src/calls/e.ts': "import { Type } from 'typebox';",
  ...many(MAX_FILES + 1, (n) => `apps/server/src/platform/db/migrations/a${n}.ts`),
  ...many(MAX_FILES_WITH_TESTS, (n) => `apps/web/src/ui/a${n}${n < MAX_FILES ? '' : '.test'}.ts`),
};
const NAMED = '`apps/web/`, `web/src/a.ts` and `npx vitest web/src`, but not `apps/gone/` nor `/docs/json`';
for (const [files, expected] of PLANTED) {
  if (!violations(files).some((violation) => expected.test(violation))) {
    console.error(`check-structure is broken: it missed a planted violation (${expected})`);
    process.exit(1);
  }
}
if (violations(HARMLESS).length > 0) {
  console.error(`check-structure is broken: it reports harmless files: ${violations(HARMLESS)}`);
  process.exit(1);
}
if (missingPaths(NAMED, ['apps/web/src/a.ts']).join() !== 'apps/gone/') {
  console.error('check-structure is broken: it misjudges the paths of a document');
  process.exit(1);
}
const LINE = `- ${'a'.repeat(ALIKE)}`;
if (repeatedLines(`## 2\n${LINE}b\n${LINE}c\n- d\n## 1\n${LINE}b\n- d\n`).length !== 1) {
  console.error('check-structure is broken: it misjudges the lines of the change log');
  process.exit(1);
}
const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const tracked = all.filter((file) => /\.(ts|tsx|mts|js|mjs|css)$/.test(file));
if (tracked.length === 0) {
  console.error('check-structure read no file');
  process.exit(1);
}
const found = violations(Object.fromEntries(tracked.map((file) => [file, readFileSync(file, 'utf8')])));
for (const document of all.filter(isDocument))
  for (const missing of missingPaths(readFileSync(document, 'utf8'), all))
    found.push(`${document}: there is no ${missing}`);
const readme = readFileSync('README.md', 'utf8');
for (const folder of new Set(all.map((file) => /^(?:packages|apps)\/[^/]+\//.exec(file)?.[0])))
  if (folder && !readme.includes(`\`${folder}\``)) found.push(`README.md: does not name ${folder}`);
for (const [, name, imports] of readme.matchAll(/^\| `(?:packages|apps)\/([\w-]+)\/`.*\|([^|]*)\|$/gm)) {
  const listed = (imports ?? '').split(',').flatMap((each) => each.trim() || []);
  if (listed.toSorted().join() !== MAY_IMPORT[name ?? '']?.toSorted().join())
    found.push(`README.md: ${name} may import ${MAY_IMPORT[name ?? '']?.join(', ')}`);
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const changes = readFileSync('CHANGELOG.md', 'utf8');
for (const start of repeatedLines(changes))
  found.push(
    `CHANGELOG.md: two lines of a release begin with "${start}"; keep the newer form of an edited line`,
  );
const releases = [...changes.matchAll(/^## (\S+)(.*)/gm)].map(([, release, rest]) => ({
  release,
  commit: /`([0-9a-f]{7,})`/.exec(rest ?? '')?.[1],
}));
if (releases[0]?.release === 'Unreleased') releases.shift();
const newest = releases[0]?.release;
if (newest !== version)
  found.push(`CHANGELOG.md: the newest release is ${newest}, package.json says ${version}`);
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
// A shallow clone lacks the commits.
if (git('rev-parse', '--is-shallow-repository') === 'false') {
  const history = git('rev-list', 'HEAD').split('\n');
  for (const [index, { release, commit }] of releases.entries()) {
    // A release cannot name its own last commit; the next change does.
    if (commit === undefined ? index > 0 : !history.some((each) => each.startsWith(commit)))
      found.push(`CHANGELOG.md: ${release} names no commit of this history`);
  }
}
const textOf = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
for (const fault of faultsOfTable(textOf('docs/specification.md') ?? '', textOf))
  found.push(`docs/specification.md: ${fault}`);
for (const fault of faultsOfCriteria(textOf('docs/accessibility.md') ?? '', textOf))
  found.push(`docs/accessibility.md: ${fault}`);
for (const violation of found) console.error(violation);
console.log(`structure: ${tracked.length} files, ${found.length} violations`);
process.exit(found.length > 0 ? 1 : 0);

// Checks the gzipped size of the app: what the first screen loads, and what each other screen adds. It tests itself
// on a planted build that is too large first.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const FIRST_LIMIT_KB = 110;
const SCREEN_LIMIT_KB = 25;
/** What the first screen waits for although `import()` loads it: its texts. */
const isWords = (key) => /\/words\/src\/[^/]+\/app\/first\.ts$/.test(key);

/** The scripts and styles that a page names. */
const namedBy = (html) => [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file);

/** Measures a build's folder. Returns `{ name, size, limit }` of the first screen and of each other, in kB. */
function weigh(dist) {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  /** Returns the files that a module loads: its own and its imports. */
  function filesOf(key, seen = new Set()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`no chunk ${key}`);
    if (seen.has(key)) return new Set();
    seen.add(key);
    const files = new Set([chunk.file, ...(chunk.css ?? [])]);
    for (const other of chunk.imports ?? []) for (const file of filesOf(other, seen)) files.add(file);
    return files;
  }
  const sizes = new Map();
  function kb(file) {
    if (!sizes.has(file))
      sizes.set(file, gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1000);
    return sizes.get(file);
  }
  const sum = (files) => [...files].reduce((total, file) => total + kb(file), 0);

  const keys = Object.keys(manifest);
  const heaviestWords = keys.filter(isWords).toSorted((a, b) => sum(filesOf(b)) - sum(filesOf(a)))[0];
  const named = namedBy(readFileSync(path.join(dist, 'index.html'), 'utf8'));
  if (named.length === 0) throw new Error('index.html names no script');
  const chunks = keys.filter((key) => named.includes(manifest[key].file));
  const first = new Set([...named, ...[...chunks, heaviestWords].flatMap((key) => [...filesOf(key)])]);
  const screens = keys
    .filter((key) => manifest[key].isDynamicEntry && /-screen\.tsx$/.test(key))
    .map((key) => ({
      name: key.replace('src/', ''),
      size: sum([...filesOf(key)].filter((file) => !first.has(file))),
      limit: SCREEN_LIMIT_KB,
    }))
    .toSorted((a, b) => b.size - a.size);
  if (screens.length === 0) throw new Error('the build has no screens');
  return [{ name: 'first screen, heaviest language', size: sum(first), limit: FIRST_LIMIT_KB }, ...screens];
}
const tooHeavy = ({ size, limit }) => size > limit;

/** Tests the check on builds of noise, which gzip cannot shrink: it must find each part that is too large, and no other. */
function proveItself() {
  const dist = mkdtempSync(path.join(tmpdir(), 'web-size-'));
  const chunks = {
    'index.html': { file: 'index.js', imports: ['_base'] },
    _base: { file: 'base.js' },
    '../../packages/words/src/ja/app/first.ts': { file: 'words.js', isDynamicEntry: true },
    'src/seat/seat-screen.tsx': { file: 'seat.js', isDynamicEntry: true, imports: ['_shared', '_base'] },
    _shared: { file: 'shared.js', css: ['shared.css'] },
    'src/seat/light-screen.tsx': { file: 'light.js', isDynamicEntry: true, imports: ['_base'] },
  };
  const files = ['index.css', ...Object.values(chunks).flatMap(({ file, css = [] }) => [file, ...css])];
  const first = ['index.js', 'base.js', 'index.css', 'words.js'];
  const FIRST = 'first screen, heaviest language';
  const SEAT = 'seat/seat-screen.tsx';
  const plants = [
    [[], []],
    ...first.map((file) => [[file], [FIRST]]),
    ...['seat.js', 'shared.js', 'shared.css'].map((file) => [[file], [SEAT]]),
    [
      ['base.js', 'seat.js'],
      [FIRST, SEAT],
    ],
  ];
  try {
    mkdirSync(path.join(dist, '.vite'));
    writeFileSync(path.join(dist, '.vite/manifest.json'), JSON.stringify(chunks));
    const page = '<link rel="stylesheet" href="/index.css" /><script type="module" src="/index.js"></script>';
    writeFileSync(path.join(dist, 'index.html'), page);
    for (const [heavy, expected] of plants) {
      for (const file of files) {
        const kb = heavy.includes(file) ? (first.includes(file) ? FIRST_LIMIT_KB : SCREEN_LIMIT_KB) : 1;
        writeFileSync(path.join(dist, file), randomBytes(kb * 1000));
      }
      const found = weigh(dist).filter(tooHeavy);
      if (found.map(({ name }) => name).join() !== expected.join())
        throw new Error(`web size: planted ${heavy.join()}, found ${found.map(({ name }) => name).join()}`);
    }
  } finally {
    rmSync(dist, { recursive: true });
  }
}

proveItself();
const dist = process.argv[2] ?? 'apps/web/dist';
if (!existsSync(path.join(dist, '.vite/manifest.json'))) {
  console.error(`web size: ${dist}/.vite/manifest.json is missing; build the web first`);
  process.exit(1);
}
const weights = weigh(dist);
for (const weight of weights) {
  const { name, size, limit } = weight;
  const line = `${size.toFixed(1).padStart(7)} kB of ${limit} (${(size / limit).toFixed(2)})  ${name}`;
  console.log(tooHeavy(weight) ? `${line}  TOO HEAVY` : line);
}
process.exit(weights.some(tooHeavy) ? 1 : 0);

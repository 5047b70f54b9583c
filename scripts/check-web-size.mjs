// The app's weight in bytes, gzipped: what the first screen loads, and what each other screen adds of its own.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'web/dist';
const FIRST_SCREEN = 'src/ticket/ticket-list-screen.tsx';
const FIRST_LIMIT_KB = 110;
const SCREEN_LIMIT_KB = 25;

const manifestFile = path.join(DIST, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.error(`web size: ${manifestFile} is missing; build the web first`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** The files that loading a module loads: its own and those it imports. */
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
    sizes.set(file, gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length / 1000);
  return sizes.get(file);
}
const sum = (files) => [...files].reduce((total, file) => total + kb(file), 0);
const isWords = (key) => /^src\/i18n\/[^/]+\/first\.ts$/.test(key);

const words = Object.keys(manifest).filter(isWords);
const heaviestWords = words.toSorted((a, b) => sum(filesOf(b)) - sum(filesOf(a)))[0];
const first = new Set([...filesOf('index.html'), ...filesOf(FIRST_SCREEN), ...filesOf(heaviestWords)]);
let wrong = 0;
function tell(name, size, limit) {
  const over = size > limit;
  if (over) wrong += 1;
  const line = `${size.toFixed(1).padStart(7)} kB of ${limit} (${(size / limit).toFixed(2)})  ${name}`;
  console.log(over ? `${line}  TOO HEAVY` : line);
}
tell('first screen, heaviest language', sum(first), FIRST_LIMIT_KB);
const screens = Object.entries(manifest)
  .filter(([key, chunk]) => chunk.isDynamicEntry && /-screen\.tsx$/.test(key) && key !== FIRST_SCREEN)
  .map(([key]) => [key, sum([...filesOf(key)].filter((file) => !first.has(file)))])
  .toSorted((a, b) => b[1] - a[1]);
if (screens.length === 0) throw new Error('the build has no screens');
for (const [key, size] of screens) tell(key.replace('src/', ''), size, SCREEN_LIMIT_KB);
process.exit(wrong ? 1 : 0);

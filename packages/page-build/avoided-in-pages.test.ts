// The three pages and their shared code never turn text into markup or code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['apps/web', 'apps/gate', 'apps/desk', 'apps/board'];
const SHARED = ['packages/client', 'packages/ui', 'packages/words', 'packages/contract', 'packages/domain'];
const sourceOf = (folder: string) =>
  readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name) && !/\.test(-helper)?\.tsx?$/.test(name))
    .map((name) => join(folder, 'src', name));
const SOURCES = [
  ...[...PAGES, ...SHARED].flatMap(sourceOf),
  ...PAGES.map((page) => join(page, 'index.html')),
].map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  SOURCES.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('no page makes markup out of text', () => {
  expect(SOURCES.length).toBeGreaterThan(400);
  const markup =
    /(inner|outer)HTML|insertAdjacentHTML|document\.write|DangerouslySet|dangerouslySet|DOMParser|ContextualFragment|srcdoc/i;
  expect(filesWith(markup)).toEqual([]);
});

test('no page runs text as code', () => {
  expect(filesWith(/\beval\(|\bFunction\(|set(Timeout|Interval)\(\s*['"`]|import\(\s*[^'"\s]/)).toEqual([]);
});

test('no page needs a plug-in', () => {
  expect(filesWith(/<(object|embed|applet)\b/)).toEqual([]);
});

// The app's own tabs, worker and ports are of its own origin.
test('no page listens to messages of other windows', () => {
  const others =
    /(?<!channel\?\.|navigator\.serviceWorker\.)addEventListener\(\s*['"]message|(?<!port1\.)\bonmessage\b/;
  expect(filesWith(others)).toEqual([]);
});

test('no page navigates to an address that is not written in its code', () => {
  expect(
    filesWith(/location\.(assign|replace)\(|location\.href\s*=|location\s*=\s*[^=]|window\.open\(/),
  ).toEqual([]);
});

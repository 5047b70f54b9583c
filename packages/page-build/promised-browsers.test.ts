// The build compiles for one list of browsers, and the README names the same list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTargets } from './promised-browsers.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const NAMES: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  ios_saf: 'iOS',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};
const promised = read('.browserslistrc')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    return { name, version };
  });

test('the list names each browser once, with its oldest version', () => {
  expect(promised.map(({ name }) => name)).toEqual(Object.keys(NAMES));
});

test('the pages are compiled for the list', () => {
  const engines = promised.filter(({ name }) => name !== 'samsung');
  const targets = engines.map(({ name, version }) => `${name === 'ios_saf' ? 'ios' : name}${version}`);
  expect(buildTargets().toSorted()).toEqual(targets.toSorted());
  for (const page of ['web', 'gate', 'desk'])
    expect(read(`apps/${page}/vite.config.ts`)).toContain('target: buildTargets()');
});

test('the README names the list', () => {
  const words = promised.map(({ name, version }) => `${NAMES[name]} ${version.replace('.0', '')}`);
  expect(read('README.md').replaceAll('\n', ' ')).toContain(
    `${words.slice(0, -1).join(', ')} and ${words.at(-1)}, or later`,
  );
});

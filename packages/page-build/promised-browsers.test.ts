// The build compiles for one list of browsers, and the README names the same list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { expect, test } from 'vitest';

const pathOf = (name: string) => join(import.meta.dirname, '../..', name);
const read = (name: string) => readFileSync(pathOf(name), 'utf8');
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

test.each(['web', 'gate', 'desk', 'board'])('the page %s is compiled for the list', async (page) => {
  const engines = promised.filter(({ name }) => name !== 'samsung');
  const targets = engines.map(({ name, version }) => `${name === 'ios_saf' ? 'ios' : name}${version}`);
  const build = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(build, pathOf(`apps/${page}/vite.config.ts`));
  expect([loaded?.config.build?.target].flat().toSorted()).toEqual(targets.toSorted());
});

test('the README names the list', () => {
  const words = promised.map(({ name, version }) => `${NAMES[name]} ${version.replace('.0', '')}`);
  expect(read('README.md').replaceAll('\n', ' ')).toContain(
    `${words.slice(0, -1).join(', ')} and ${words.at(-1)}, or later`,
  );
});

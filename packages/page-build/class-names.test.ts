// Class names are short, and no two modules share one.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { className } from './class-names.ts';

const fileOf = (n: number) => resolve(import.meta.dirname, `${n}.module.css`);

test('a class has one name in its module, also in a query of it, and another name in each other module', () => {
  const name = className('box', fileOf(1));
  expect(name).toMatch(/^box_[\w-]{4}$/);
  expect(className('box', `${fileOf(1)}?used`)).toBe(name);
  expect(className('box', fileOf(2))).not.toBe(name);
});

test('modules whose short names are the same stop the build', () => {
  const all = () => Array.from({ length: 40_000 }, (_, n) => className('tile', fileOf(n)));
  expect(all).toThrow(/is a class of .*module\.css and of/);
});

// The words of the desk and the gate: each in Japanese and in English, none empty, and the same keys.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inBoth } from './in-both.ts';

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;
const filesOf = (folder: string) => readdirSync(join(import.meta.dirname, folder)).toSorted();

/** Returns the texts of a tree by path. A function is called with a number. */
const textsOf = (node: unknown, path = ''): [path: string, text: string][] =>
  typeof node === 'function'
    ? [[path, String(node(90))]]
    : typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
      : [[path, String(node)]];

describe.each(['desk', 'gate'])('%s', (page) => {
  const files = filesOf(`ja/${page}`);
  test('has the same files in both languages', () => {
    expect(files.length).toBeGreaterThan(4);
    expect(filesOf(`en/${page}`)).toEqual(files);
  });
  test.each(files)('%s', async (file) => {
    const ja = textsOf(await import(`./ja/${page}/${file}`));
    const en = textsOf(await import(`./en/${page}/${file}`));
    expect(en.map(([path]) => path)).toEqual(ja.map(([path]) => path));
    expect(ja.filter(([, text]) => !JAPANESE.test(text))).toEqual([]);
    expect(en.filter(([, text]) => JAPANESE.test(text) || !/[a-z]/i.test(text))).toEqual([]);
  });
});

test('words, functions and trees are joined', () => {
  const ja = { a: 'あ', b: { at: (when: string) => `${when}に` } };
  const en = { a: 'A', b: { at: (when: string) => `at ${when}` } };
  const words = inBoth(ja, en);
  expect(words.a).toEqual({ ja: 'あ', en: 'A' });
  expect(words.b.at('9:00')).toEqual({ ja: '9:00に', en: 'at 9:00' });
});

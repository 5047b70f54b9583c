// Each text of the desk is there in both languages, each in its own, and nothing is shown beside them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageFor } from './texts.ts';

const COMMENT = /^\s*(\/\/.*|\/?\*.*)$/gm;
/** Names of languages and 切符 stand alone; a sentence has kana. */
const KANA = /[\u3041-\u309f\u30a1-\u30fa]/;
const SRC = join(import.meta.dirname, '..');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(join(SRC, file), 'utf8').replaceAll(COMMENT, '')] as const);
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;
const STRING = String.raw`('(?:[^'\\]|\\.)*'|` + '`(?:[^`\\\\]|\\\\.)*`' + String.raw`|"(?:[^"\\]|\\.)*")`;
const PAIR = new RegExp(String.raw`\btext\(\s*${STRING},\s*${STRING},?\s*\)`, 'g');
/** What stands in a text whatever the language: values, figures, units and names. */
const bare = (words: string) =>
  words.replace(/\$\{[^}]*\}/g, '').replace(/[\d\s/:.,'"`()%~-]|kB|GTFS|CSV|Kippu/g, '');

const pairs = files.flatMap(([file, source]) =>
  [...source.matchAll(PAIR)].map(([, ja = '', en = '']) => ({ file, ja, en })),
);

test('the desk has texts', () => expect(pairs.length).toBeGreaterThan(20));

test('the Japanese is Japanese, the English is not, and neither is empty', () => {
  const wrong = pairs.filter(({ ja, en }) => {
    const [inJa, inEn] = [bare(ja), bare(en)];
    if (ja === en) return false;
    return JAPANESE.test(inEn) || (inJa === '') !== (inEn === '') || (inJa !== '' && !JAPANESE.test(inJa));
  });
  expect(wrong).toEqual([]);
});

test('no Japanese sentence stands outside a text', () => {
  const loose = files.flatMap(([file, source]) =>
    source
      .replaceAll(PAIR, '')
      .split('\n')
      .filter((line) => KANA.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(loose).toEqual([]);
});

test.each([
  ['en', ['ja-JP'], 'en'],
  ['ja', ['en-GB'], 'ja'],
  [null, ['en-US', 'ja'], 'en'],
  [null, ['ko-KR', 'ja-JP', 'en'], 'ja'],
  [null, ['de-DE', 'en-GB'], 'en'],
  [null, ['ko-KR'], 'ja'],
  [null, [], 'ja'],
  ['fr', ['EN'], 'en'],
])('kept %j, wanted %j: %s', (kept, wanted, language) => {
  expect(languageFor(kept, wanted)).toBe(language);
});

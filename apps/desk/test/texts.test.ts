// Each text of the desk exists in every language for staff, and no text is shown outside them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn, STRING, textsOf, valueOf } from '../../../packages/page-test/texts-of-source.ts';
import { DESK_LABELS } from '@kippu/words/generated/desk';
import { languageFor } from '../src/app/text/texts.ts';

/** Names of languages and 切符 stand alone. A sentence has kana. */
const KANA = /[\u3041-\u309f\u30a1-\u30fa]/;
const SRC = join(import.meta.dirname, '../src');
const files = sourcesIn(SRC);
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** The parts of a text that do not depend on the language: values, numbers, units and names. */
const bare = (words: string) =>
  words.replace(/\$?\{[^}]*\}号?/g, '').replace(/[\d\s/:.,'"`()%~-]|kB|GTFS|CSV|Kippu/g, '');

/** The first argument is Japanese, the others are English: one, or variants for numbers. */
const pairs = files.flatMap(([file, source]) =>
  textsOf(source).calls.flatMap((call) => {
    const [ja, ...english] = call.match(STRING) ?? [];
    return ja === undefined ? [] : english.map((en) => ({ file, ja, en }));
  }),
);

test('the desk has texts', () => expect(pairs.length).toBeGreaterThan(20));

test('the Japanese text is Japanese, the English text is not, and neither is empty', () => {
  const wrong = pairs.filter(({ ja, en }) => {
    const [inJa, inEn] = [bare(ja), bare(en)];
    if (ja === en) return false;
    return JAPANESE.test(inEn) || (inJa === '') !== (inEn === '') || (inJa !== '' && !JAPANESE.test(inJa));
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(DESK_LABELS))(
  'each text has a label in %s, and each label is shown',
  (_language, labels) => {
    const shown = [...new Set(pairs.map(({ en }) => valueOf(en)))];
    expect(shown.filter((en) => !Object.hasOwn(labels, en))).toEqual([]);
    expect(Object.keys(labels).filter((en) => !shown.includes(en))).toEqual([]);
  },
);

test('no Japanese sentence stands outside a text', () => {
  const loose = files.flatMap(([file, source]) =>
    textsOf(source)
      .rest.split('\n')
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
])('kept %j, wanted %j: %s', (stored, wanted, language) => {
  expect(languageFor(stored, wanted)).toBe(language);
});

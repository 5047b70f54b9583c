// An answer that names a button, tab or screen must use its exact name in the app.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kippu/contract/languages';
import type { FaqEntry } from '@kippu/help-search/search';
import { expect, test } from 'vitest';
import { loadMessages } from '@kippu/words/load-messages';

const FOLDER = join(import.meta.dirname, '../../../../operators/kansai/faq');
/** Text in quotes is a name of the app. English answers have no quotes. */
const QUOTED: readonly (readonly [Language, RegExp])[] = [
  ['ja', /「(.+?)」/g],
  ['ko', /'(.+?)'/g],
  ['zh-CN', /“(.+?)”/g],
  ['zh-TW', /「(.+?)」/g],
];
/** A legal term, not a name of the app. */
const NOT_OURS = new Set(['短期滞在']);

type FiveTexts = Readonly<Record<Language, string>>;
type Entry = Pick<FaqEntry, 'faqId'> & { readonly question: FiveTexts; readonly answer: FiveTexts };
const isFile = (value: unknown): value is { readonly entries: readonly Entry[] } =>
  typeof value === 'object' && value !== null && 'entries' in value;

function entriesOf(file: string): readonly Entry[] {
  const read: unknown = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  if (!isFile(read)) throw new Error(`${file} has no entries`);
  return read.entries;
}
const textsOf = (node: unknown): string[] =>
  typeof node === 'string'
    ? [node]
    : typeof node === 'function'
      ? [String(node(2))]
      : typeof node === 'object' && node !== null
        ? Object.values(node).flatMap(textsOf)
        : [];

test.each(QUOTED)('answers in %s use the names that the app shows', async (language, quoted) => {
  const shown = new Set(textsOf(await loadMessages(language)));
  const named = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap(entriesOf)
    .flatMap(({ faqId, question, answer }) =>
      [...`${question[language]}\n${answer[language]}`.matchAll(quoted)].map(([, name = '']) => ({
        faqId,
        name,
      })),
    );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !shown.has(name) && !NOT_OURS.has(name))).toEqual([]);
});

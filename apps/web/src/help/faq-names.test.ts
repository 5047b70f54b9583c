// An answer that names a button, tab or screen must use its exact name in the app.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kippu/contract/languages';
import type { FaqEntry } from '@kippu/help-search/search';
import { expect, test } from 'vitest';
import { loadMessages } from '@kippu/words/load-messages';

const OPERATORS = join(import.meta.dirname, '../../../../operators');
const FOLDERS = readdirSync(OPERATORS).filter((name) => existsSync(join(OPERATORS, name, 'operator.json')));
/** Text in quotes is a name of the app. */
const QUOTED: Readonly<Record<Language, RegExp>> = {
  de: /„(.+?)“/g,
  en: /(?<!\w)'(.+?)'(?!\w)/g,
  ja: /「(.+?)」/g,
  ko: /'(.+?)'/g,
  'zh-CN': /“(.+?)”/g,
  'zh-TW': /「(.+?)」/g,
};
/** A legal term, not a name of the app. */
const NOT_OURS = new Set(['短期滞在']);

type Texts = Readonly<Record<Language, string>>;
type Entry = Pick<FaqEntry, 'faqId'> & { readonly question: Texts; readonly answer: Texts };
const isFile = (value: unknown): value is { readonly entries: readonly Entry[] } =>
  typeof value === 'object' && value !== null && 'entries' in value;

function entriesOf(file: string): readonly Entry[] {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
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

/** How many names were found, by language. */
const namedIn = new Map<Language, number>();
const languagesOf = (folder: string): readonly Language[] => {
  const { languages }: { languages: readonly Language[] } = JSON.parse(
    readFileSync(join(OPERATORS, folder, 'operator.json'), 'utf8'),
  );
  return languages;
};
const CASES = FOLDERS.flatMap((folder) => languagesOf(folder).map((language) => [folder, language] as const));

test.each(CASES)('answers of %s in %s use the names that the app shows', async (folder, language) => {
  const shown = new Set(textsOf(await loadMessages(language)));
  const quoted = QUOTED[language];
  if (!quoted) throw new Error(`QUOTED does not say how ${language} quotes`);
  const faq = join(OPERATORS, folder, 'faq');
  const named = readdirSync(faq)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => entriesOf(join(faq, file)))
    .flatMap(({ faqId, question, answer }) =>
      [...`${question[language]}\n${answer[language]}`.matchAll(quoted)].map(([, name = '']) => ({
        faqId,
        name,
      })),
    );
  namedIn.set(language, (namedIn.get(language) ?? 0) + named.length);
  expect(named.filter(({ name }) => !shown.has(name) && !NOT_OURS.has(name))).toEqual([]);
});

test('names are found in each language', () => {
  expect([...namedIn].filter(([, count]) => count === 0)).toEqual([]);
  expect(new Set(namedIn.keys())).toEqual(new Set(CASES.map(([, language]) => language)));
});

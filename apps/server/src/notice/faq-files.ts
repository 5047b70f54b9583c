// The operator's questions and answers: read and checked at the start, sent to the phone one language at a time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { strict } from '@kippu/contract/call';
import { byLanguage, Id } from '@kippu/contract/fields';
import { offeredLanguages, type Language, type StopWords } from '@kippu/contract/languages';
import { allNames, textIn } from '@kippu/contract/names';
import { FAQ_ACTIONS, type FaqBook } from '@kippu/help-search/search';
import { stopWords } from '@kippu/words/server-words';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { Type, type Static } from 'typebox';
import { FileFaults, listJson, readJson } from '../platform/operator/files/operator-files.ts';
import { requireTexts, Texts } from '../platform/operator/files/operator-texts.ts';

const Variants = Type.Array(Type.String({ minLength: 1 }));
const FaqFile = strict({
  category: Id,
  /** Its position in the list of all questions; categories without one come last. */
  order: Type.Optional(Type.Integer({ minimum: 1 })),
  name: Texts,
  entries: Type.Array(
    strict({
      faqId: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
      question: Texts,
      /** Other ways to ask; used by the search only. */
      variants: byLanguage(Variants),
      answer: Texts,
      action: Type.Optional(Type.Enum([...FAQ_ACTIONS])),
    }),
    { minItems: 1 },
  ),
});
type OperatorFaq = Static<typeof FaqFile>;

const FOLDER = 'faq';
const WordFile = Type.Array(Type.Array(Type.String({ minLength: 1 }), { minItems: 2 }));
/** Travellers' real questions, by the id of their answer. */
const AskedFile = Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 })));
/** Questions that no answer covers. */
const ElsewhereFile = Type.Array(Type.String({ minLength: 1 }));

type ByTag<T> = Readonly<Record<Language, T>>;
/** All questions and answers of the operator, and its travellers' synonyms. */
interface OperatorFaqs {
  readonly categories: readonly OperatorFaq[];
  readonly words: ByTag<readonly (readonly string[])[]>;
  readonly elsewhere: ByTag<readonly string[]>;
  readonly asked: ByTag<Readonly<Record<string, readonly string[]>>>;
}

/** Reads the questions and synonyms from the operator's folder. Throws OperatorDataError with all faults. */
export function loadFaq(dir: string): OperatorFaqs {
  const faults = new FileFaults();
  const seen = new Set<string>();
  /** Reads the optional file of each offered language. */
  const inEach = <T>(folder: string, read: (file: string) => T): ByTag<T> =>
    Object.fromEntries(
      offeredLanguages()
        .map((language) => [language, join(FOLDER, folder, `${language}.json`)] as const)
        .filter(([, file]) => existsSync(join(dir, file)))
        .map(([language, file]) => [language, read(file)]),
    );
  const categories = listJson(dir, FOLDER).flatMap((file) => {
    const read = readJson(dir, file, FaqFile, faults);
    if (!read) return [];
    const { value, report } = read;
    if (join(FOLDER, `${value.category}.json`) !== file)
      report(value.category, `category is '${value.category}'; name it as the file`);
    requireTexts(value.name, 'name', (problem) => report('name', problem));
    for (const { faqId, question, answer } of value.entries) {
      if (seen.has(faqId)) report(faqId, `faqId '${faqId}' stands twice; rename one`);
      seen.add(faqId);
      requireTexts(question, `question of '${faqId}'`, (problem) => report(faqId, problem));
      requireTexts(answer, `answer of '${faqId}'`, (problem) => report(faqId, problem));
    }
    return [value];
  });
  const readAsked = (file: string) => {
    const read = readJson(dir, file, AskedFile, faults);
    const value = read?.value ?? {};
    for (const faqId of Object.keys(value))
      if (!seen.has(faqId)) read?.report(faqId, `no answer is named '${faqId}'; name one that is`);
    return value;
  };
  const faqs = {
    categories,
    words: inEach('words', (file) => readJson(dir, file, WordFile, faults)?.value ?? []),
    elsewhere: inEach('elsewhere', (file) => readJson(dir, file, ElsewhereFile, faults)?.value ?? []),
    asked: inEach('asked', readAsked),
  };
  faults.throwIfAny();
  return faqs;
}

/** Lists the names of the stations that trains call at and of the trains, each in all languages. */
function namesOf({ stations, routes }: OperatorData): string[][] {
  const names = [
    ...[...stations.values()]
      .filter((station) => station.haruka)
      .map((station) => allNames(station, 'stationName')),
    ...[...routes.values()].map(({ trainName }) => Object.values(trainName)),
  ];
  return names.map((group) => [...new Set(group.filter(Boolean))]);
}

/** Returns the words without a topic of a language, with those of English: a question in any language may have English words. */
function stopWordsFor(language: Language): StopWords {
  const own = stopWords(language);
  return language === 'en' ? own : { ...own, words: `${stopWords('en').words} ${own.words}` };
}

/** Returns the questions and answers in one language, in the phone's format. */
export const faqIn = (
  { categories, words, elsewhere, asked }: OperatorFaqs,
  operator: OperatorData,
  language: Language,
): FaqBook => ({
  names: namesOf(operator),
  words: words[language] ?? [],
  elsewhere: elsewhere[language] ?? [],
  stop: stopWordsFor(language),
  categories: categories.map(({ category, order, name, entries }) => ({
    category,
    ...(order ? { order } : {}),
    name: textIn(name, language),
    entries: entries.map(({ faqId, question, variants, answer, action }) => ({
      faqId,
      question: textIn(question, language),
      variants: [...(variants[language] ?? []), ...(asked[language]?.[faqId] ?? [])],
      answer: textIn(answer, language),
      ...(action ? { action } : {}),
    })),
  })),
});

// The operator's questions and answers: read and checked at the start, sent to the phone one language at a time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { strict } from '@kippu/contract/call';
import { Id } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import { FAQ_ACTIONS, type FaqBook } from '@kippu/help-search/search';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { Type, type Static } from 'typebox';
import { listJson, readJson } from '../platform/operator/files/operator-files.ts';
import { FiveTexts } from './notice-files.ts';

const Variants = Type.Array(Type.String({ minLength: 1 }));
const FaqFile = strict({
  category: Id,
  /** Its position in the list of all questions; categories without one come last. */
  order: Type.Optional(Type.Integer({ minimum: 1 })),
  name: FiveTexts,
  entries: Type.Array(
    strict({
      faqId: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
      question: FiveTexts,
      /** Other ways to ask; used by the search only. */
      variants: strict({ ja: Variants, en: Variants, ko: Variants, 'zh-CN': Variants, 'zh-TW': Variants }),
      answer: FiveTexts,
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

/** All questions and answers of the operator, and its travellers' synonyms. */
interface OperatorFaqs {
  readonly categories: readonly OperatorFaq[];
  readonly words: Readonly<Record<Language, readonly (readonly string[])[]>>;
  readonly elsewhere: Readonly<Record<Language, readonly string[]>>;
  readonly asked: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>>;
}

/** Reads the questions and synonyms from the operator's folder. Throws OperatorDataError at the first fault. */
export function loadFaq(dir: string): OperatorFaqs {
  const seen = new Set<string>();
  /** Reads one optional file for each language. */
  const inFive = <T>(folder: string, read: (file: string) => T, none: T) => {
    const of = (language: Language) => {
      const file = join(FOLDER, folder, `${language}.json`);
      return existsSync(join(dir, file)) ? read(file) : none;
    };
    return { ja: of('ja'), en: of('en'), ko: of('ko'), 'zh-CN': of('zh-CN'), 'zh-TW': of('zh-TW') };
  };
  const categories = listJson(dir, FOLDER).map((file) => {
    const { value, fail } = readJson(dir, file, FaqFile);
    if (join(FOLDER, `${value.category}.json`) !== file)
      fail(value.category, `category is '${value.category}'; name it as the file`);
    for (const { faqId } of value.entries) {
      if (seen.has(faqId)) fail(faqId, `faqId '${faqId}' stands twice; rename one`);
      seen.add(faqId);
    }
    return value;
  });
  const readAsked = (file: string) => {
    const { value, fail } = readJson(dir, file, AskedFile);
    for (const faqId of Object.keys(value))
      if (!seen.has(faqId)) fail(faqId, `no answer is named '${faqId}'; name one that is`);
    return value;
  };
  return {
    categories,
    words: inFive('words', (file) => readJson(dir, file, WordFile).value, []),
    elsewhere: inFive('elsewhere', (file) => readJson(dir, file, ElsewhereFile).value, []),
    asked: inFive('asked', readAsked, {}),
  };
}

/** Lists the names of the stations that trains call at and of the trains, each in all languages. */
function namesOf({ stations, routes }: OperatorData): string[][] {
  const names = [
    ...[...stations.values()]
      .filter(({ haruka }) => haruka)
      .map((s) => [s.stationNameJp, s.stationNameEn, s.stationNameKr, s.stationNameCn, s.stationNameTc]),
    ...[...routes.values()].map(({ trainName }) => Object.values(trainName)),
  ];
  return names.map((group) => [...new Set(group.filter(Boolean))]);
}

/** Returns the questions and answers in one language, in the phone's format. */
export const faqIn = (
  { categories, words, elsewhere, asked }: OperatorFaqs,
  operator: OperatorData,
  language: Language,
): FaqBook => ({
  names: namesOf(operator),
  words: words[language],
  elsewhere: elsewhere[language],
  categories: categories.map(({ category, order, name, entries }) => ({
    category,
    ...(order ? { order } : {}),
    name: name[language],
    entries: entries.map(({ faqId, question, variants, answer, action }) => ({
      faqId,
      question: question[language],
      variants: [...variants[language], ...(asked[language][faqId] ?? [])],
      answer: answer[language],
      ...(action ? { action } : {}),
    })),
  })),
});

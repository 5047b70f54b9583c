// The development questions of Help, and an index that learned from all of them but one set.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@kippu/contract/limits';
import { indexFaq, type FaqIndex } from '@kippu/domain/faq-search';
import { faqIn, loadFaq } from '../server/src/notice/faq-files.ts';
import { loadOperator } from '../server/src/operator/operator-data.ts';

export interface Question {
  readonly language: Language;
  readonly question: string;
  /** Each of these answers it; none if empty. */
  readonly answers: readonly string[];
}
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
/** Takes a file's name in this folder; gives its questions. */
export const questionsOf = (file: string): readonly Question[] =>
  JSON.parse(readFileSync(pathOf(file), 'utf8'));

/** Sets the phone learns from (operator/faq/asked, elsewhere); each is measured with an index that did not. */
export const DEVELOPMENT = ['first', 'second', 'third'] as const;
export const developmentSet = (name: (typeof DEVELOPMENT)[number]): readonly Question[] =>
  questionsOf(`chatbot-development/${name}.json`);

const OPERATOR = pathOf('../operator');
const faq = loadFaq(OPERATOR);
const operator = loadOperator(OPERATOR);
export const ANSWERS = faq.categories.flatMap(({ entries }) => entries).length;

/** Gives a language's index that never saw the questions given. */
export function indexWithout(language: Language, left: readonly Question[]): FaqIndex {
  const out = new Set(left.filter((one) => one.language === language).map(({ question }) => question));
  const kept = (texts: readonly string[]) => texts.filter((text) => !out.has(text));
  const book = faqIn(faq, operator, language);
  return indexFaq(
    {
      ...book,
      elsewhere: kept(book.elsewhere),
      categories: book.categories.map((category) => ({
        ...category,
        entries: category.entries.map((entry) => ({ ...entry, variants: kept(entry.variants) })),
      })),
    },
    language,
  );
}

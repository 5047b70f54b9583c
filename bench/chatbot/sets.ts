// The development questions of Help, and an index that learned from all sets except one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@kippu/contract/languages';
import { indexFaq, type FaqIndex } from '@kippu/help-search/search';
import { faqIn, loadFaq } from '../../apps/server/src/notice/faq-files.ts';
import { loadOperator } from '../../apps/server/src/platform/operator/read-input.ts';

export interface Question {
  readonly language: Language;
  readonly question: string;
  /** The ids of its right answers; empty if no answer fits. */
  readonly answers: readonly string[];
}
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
/** Reads the questions of a file in this folder. */
export const questionsOf = (file: string): readonly Question[] =>
  JSON.parse(readFileSync(pathOf(file), 'utf8'));

/**
 * The sets that the phone learns from (operators/kansai/faq/asked, elsewhere). Each is measured with an index that did not
 * learn from it.
 */
export const DEVELOPMENT = ['first', 'second', 'third'] as const;
export const developmentSet = (name: (typeof DEVELOPMENT)[number]): readonly Question[] =>
  questionsOf(`development/${name}.json`);

const OPERATOR = pathOf('../../operators/kansai');
const operator = await loadOperator(OPERATOR, Date.now());
const faq = loadFaq(OPERATOR);
export const ANSWERS = faq.categories.flatMap(({ entries }) => entries).length;

/** Builds a language's index without the given questions. */
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

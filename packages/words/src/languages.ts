// The languages that the software has words for: one folder each (generated/). The operator offers some of them.
import type { Language } from '@kippu/contract/languages';
import { PAGES } from './generated/pages.ts';
import type { PageWords } from './page-words.ts';
import { wordsIn } from './words-in.ts';

/** All languages with words for travellers. */
export const LANGUAGES: readonly Language[] = Object.keys(PAGES);

/** Returns the language's own name for itself; the tag of a language without words. */
export const languageName = (language: Language): string =>
  (PAGES as Readonly<Record<Language, PageWords>>)[language]?.name ?? language;

/** Returns the text of the link that loads a page again. Throws Error for a language without words. */
export const loadAgainIn = (language: Language): string => wordsIn(PAGES, language).loadAgain;

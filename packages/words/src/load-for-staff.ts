// Loads the words that the app also shows to staff. In a file of its own, because the first screen needs none of them.
import type { Language } from '@kippu/contract/languages';
import { FOR_STAFF } from './generated/for-staff.ts';
import type { ForStaff } from './app-words.ts';
import { wordsIn } from './words-in.ts';

/** Loads the words for staff in a language. Rejects if the file does not load, or for a language without words. */
export const loadForStaff = async (language: Language): Promise<ForStaff> =>
  wordsIn(FOR_STAFF as Readonly<Record<Language, () => Promise<ForStaff>>>, language)();

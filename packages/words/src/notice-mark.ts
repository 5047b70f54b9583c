// The mark of an important notice, by language: the same word as in the app.
import type { Language } from '@kippu/contract/languages';
import { NOTICES } from './generated/notices.ts';
import { wordsIn } from './words-in.ts';

/** Returns the mark of an important notice. Throws Error for a language without words. */
export const importantIn = (language: Language): string => wordsIn(NOTICES, language).important;

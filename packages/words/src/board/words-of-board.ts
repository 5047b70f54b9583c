// The words of a station's departure board. A board shows all languages of the operator in turn, so it has them all at once.
import type { Language } from '@kippu/contract/languages';
import { BOARDS } from '../generated/boards.ts';
import { wordsIn } from '../words-in.ts';
import type { BoardWords } from './board-words.ts';

/** Returns the words of a board in a language. Throws Error for a language without words. */
export const boardWords = (language: Language): BoardWords => wordsIn(BOARDS, language);

// Loads the app's words: one module per language and area. Only the chosen language is loaded.
import type { Language } from '@kippu/contract/languages';
import { APP, FIRST } from './generated/app.ts';
import type { FirstMessages, Messages } from './app-words.ts';
import { wordsIn } from './words-in.ts';

type Loaders<W> = Readonly<Record<Language, () => Promise<W>>>;

/** Loads all the app's words of a language. Rejects if a file does not load, or for a language without words. */
export const loadMessages = async (language: Language): Promise<Messages> =>
  wordsIn(APP as Loaders<Messages>, language)();

/** Loads the words of the app's first screen, a part of all. Rejects as loadMessages. */
export const loadFirstMessages = async (language: Language): Promise<FirstMessages> =>
  wordsIn(FIRST as Loaders<FirstMessages>, language)();

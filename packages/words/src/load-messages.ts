// Loads the app's words: one module per language and area. Only the chosen language is loaded.
import type { Language } from '@kippu/contract/limits';
import type { FirstMessages, Messages } from './app-words.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  ja: () => import('./ja/app/all.ts'),
  en: () => import('./en/app/all.ts'),
  ko: () => import('./ko/app/all.ts'),
  'zh-CN': () => import('./zh-cn/app/all.ts'),
  'zh-TW': () => import('./zh-tw/app/all.ts'),
};

const FIRST_LOADERS: Readonly<Record<Language, () => Promise<{ first: FirstMessages }>>> = {
  ja: () => import('./ja/app/first.ts'),
  en: () => import('./en/app/first.ts'),
  ko: () => import('./ko/app/first.ts'),
  'zh-CN': () => import('./zh-cn/app/first.ts'),
  'zh-TW': () => import('./zh-tw/app/first.ts'),
};

/** Loads all the app's words of a language. Rejects if a file does not load. */
export const loadMessages = async (language: Language): Promise<Messages> =>
  (await LOADERS[language]()).messages;

/** Loads the words of the app's first screen, a part of all. Rejects if the file does not load. */
export const loadFirstMessages = async (language: Language): Promise<FirstMessages> =>
  (await FIRST_LOADERS[language]()).first;

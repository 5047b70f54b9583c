// The app's words: one module a language and area, loaded for the chosen language only.
import { createContext, use } from 'react';
import type { Language } from '@kippu/contract/limits';
import type { FirstMessages, Messages } from './words.ts';

/** The name of each language in itself, for the picker. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ja: '日本語',
  en: 'English',
  ko: '한국어',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
};

const LOADERS: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  ja: () => import('./ja/all.ts'),
  en: () => import('./en/all.ts'),
  ko: () => import('./ko/all.ts'),
  'zh-CN': () => import('./zh-cn/all.ts'),
  'zh-TW': () => import('./zh-tw/all.ts'),
};

const FIRST_LOADERS: Readonly<Record<Language, () => Promise<{ first: FirstMessages }>>> = {
  ja: () => import('./ja/first.ts'),
  en: () => import('./en/first.ts'),
  ko: () => import('./ko/first.ts'),
  'zh-CN': () => import('./zh-cn/first.ts'),
  'zh-TW': () => import('./zh-tw/first.ts'),
};

/** Loads all the words of a language. */
export const loadMessages = async (language: Language): Promise<Messages> =>
  (await LOADERS[language]()).messages;

export interface Speech {
  readonly language: Language;
  readonly messages: Messages;
  /** Only the first screen's words are there yet. */
  readonly growing?: true;
}

/** The whole of a language's words, for a screen that needs more than the first one's. */
export const loadWholeSpeech = async (language: Language): Promise<Speech> => ({
  language,
  messages: await loadMessages(language),
});

/** Words that are there, and those that are not yet: reading one of these suspends the component until `all` is here. */
const growing = <Words extends object>(there: object, all: Promise<Messages>): Words =>
  new Proxy(there, {
    get(words, name) {
      if (typeof name !== 'string' || name in words) return Reflect.get(words, name);
      // React's own way to wait: it renders again when the promise has come.
      throw all;
    },
  }) as Words;

/**
 * Loads the first screen's words. The others are asked for at once, behind the first screen; a component that reads
 * them before they are there waits, so nobody else needs to know of it.
 */
export async function loadFirstSpeech(language: Language): Promise<Speech> {
  const { first } = await FIRST_LOADERS[language]();
  // Words that do not come are waited for: who shows the app loads the page anew.
  const all = loadMessages(language).catch(() => new Promise<Messages>(() => undefined));
  const ticket = growing<Messages['ticket']>(first.ticket, all);
  return { language, messages: growing({ ...first, ticket }, all), growing: true };
}
export const SpeechContext = createContext<Speech | null>(null);

function useSpeech(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('no language is loaded above this component');
  return speech;
}
/** The words of the present language: `useMessages().ticket.title`. */
export const useMessages = (): Messages => useSpeech().messages;
/** The present language, for names in five languages and for dates. */
export const useLanguage = (): Language => useSpeech().language;

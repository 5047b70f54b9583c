// The app's words: one module a language and area, loaded for the chosen language only.
import { createContext, use } from 'react';
import type { Language } from '@kippu/contract/limits';
import type { Messages } from './words.ts';

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

/** Loads the words of a language. */
export const loadMessages = async (language: Language): Promise<Messages> =>
  (await LOADERS[language]()).messages;

export interface Speech {
  readonly language: Language;
  readonly messages: Messages;
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

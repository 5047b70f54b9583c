// Gives the words of the current language to the app's components.
import { createContext, use } from 'react';
import type { Language } from '@kippu/contract/limits';
import type { Messages } from '@kippu/words/app-words';
import { loadFirstMessages, loadMessages } from '@kippu/words/load-messages';

export interface Speech {
  readonly language: Language;
  readonly messages: Messages;
  /** Only the first screen's words are loaded yet. */
  readonly growing?: true;
}

/** Loads all words of a language, for a screen that needs more than the first screen's. */
export const loadWholeSpeech = async (language: Language): Promise<Speech> => ({
  language,
  messages: await loadMessages(language),
});

/** Wraps the loaded words. Reading a word that is not loaded yet suspends the component until `all` resolves. */
const growing = <Words extends object>(there: object, all: Promise<Messages>): Words =>
  new Proxy(there, {
    get(words, name) {
      if (typeof name !== 'string' || name in words) return Reflect.get(words, name);
      // React suspends on a thrown promise and renders again when it resolves.
      throw all;
    },
  }) as Words;

/**
 * Loads the first screen's words and starts to load the others. A component that reads one of the others suspends
 * until they are loaded, so its code needs no special case.
 */
export async function loadFirstSpeech(language: Language): Promise<Speech> {
  const first = await loadFirstMessages(language);
  // If loading fails, components stay suspended; the root of the app then reloads the page.
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
/** Returns the words of the current language: `useMessages().ticket.title`. */
export const useMessages = (): Messages => useSpeech().messages;
/** Returns the current language, for names in five languages and for dates. */
export const useLanguage = (): Language => useSpeech().language;

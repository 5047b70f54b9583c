// Gives the words of the current language to the app's components. The words of the first screen load before the
// others, so they have a context of their own.
import { createContext, use } from 'react';
import type { Language } from '@kippu/contract/languages';
import type { FirstMessages, Messages } from '@kippu/words/app-words';

export const LanguageContext = createContext<Language | null>(null);
export const FirstMessagesContext = createContext<FirstMessages | null>(null);
/** All words, or a promise of them while only the first screen's are loaded. */
export const MessagesContext = createContext<Messages | Promise<Messages> | null>(null);

function given<T>(value: T | null): T {
  if (value === null) throw new Error('no language is loaded above this component');
  return value;
}

/** Returns the words of the first screen. Its components use these, because they render before the others load. */
export const useFirstMessages = (): FirstMessages => given(use(FirstMessagesContext));

/** Returns all words: `useMessages().seat.title`. Suspends the component until they are loaded. */
export function useMessages(): Messages {
  const messages = given(use(MessagesContext));
  return messages instanceof Promise ? use(messages) : messages;
}

/** Returns the current language, for names and for dates. */
export const useLanguage = (): Language => given(use(LanguageContext));

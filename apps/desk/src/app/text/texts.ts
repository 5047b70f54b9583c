// The desk's texts in Japanese and English. The language follows the browser, can be switched, and is saved on the
// device.
import type { Text } from '@kippu/words/in-both';
import { useSyncExternalStore } from 'react';

export type { Text };
export type DeskLanguage = keyof Text;

/** One text in both languages. It is defined beside the screen that shows it. */
export const text = (ja: string, en: string): Text => ({ ja, en });

const KEPT = 'kippu-desk.language';
const listeners = new Set<() => void>();
/** A browser without storage loses the choice. The page still works. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Returns the desk's language from the saved choice and the browser's languages, in order of preference. */
export function languageFor(choice: string | null, wanted: readonly string[]): DeskLanguage {
  if (choice === 'ja' || choice === 'en') return choice;
  const first = wanted.find((tag) => /^(ja|en)\b/i.test(tag));
  return first?.toLowerCase().startsWith('en') ? 'en' : 'ja';
}

let language: DeskLanguage | undefined;

/** The language of the screen, and of the server's answers. */
export function getLanguage(): DeskLanguage {
  language ??= languageFor(stored(), navigator.languages);
  return language;
}

export function setLanguage(next: DeskLanguage): void {
  language = next;
  try {
    localStorage.setItem(KEPT, next);
  } catch (error) {
    console.warn('the language is not kept', error);
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current language. The component renders again when it changes. */
export const useLanguage = (): DeskLanguage => useSyncExternalStore(subscribe, getLanguage);

/** Returns `say(text)`, which returns the text in the screen's language. */
export function useSay(): (of: Text) => string {
  const now = useLanguage();
  return (of) => of[now];
}

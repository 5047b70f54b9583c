// The desk's texts in the languages for staff. The language follows the browser, can be switched, and is saved on the device.
import { chooseLanguage, offered, ownLanguage, type Language } from '@kippu/contract/languages';
import { DESK, DESK_LABELS } from '@kippu/words/generated/desk';
import { textsWith, type Text } from '@kippu/words/staff-text';
import { useSyncExternalStore } from 'react';

export type { Text };

/**
 * One text in Japanese and English, defined beside the screen that shows it. Other languages have a label for the English text
 * in packages/words/src/<language>/desk/labels.ts.
 */
export const text = textsWith(DESK_LABELS);

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

/** Returns the languages of the desk: those with words for staff that the operator offers, or English. */
export function deskLanguages(): readonly Language[] {
  const shared = offered().languages.filter((each) => Object.hasOwn(DESK, each));
  return shared.length > 0 ? shared : ['en'];
}

/** Returns the desk's language from the saved choice and the browser's languages, in order of preference. */
export function languageFor(choice: string | null, wanted: readonly string[]): Language {
  const languages = deskLanguages();
  if (choice !== null && languages.includes(choice)) return choice;
  const own = ownLanguage();
  return chooseLanguage(wanted, {
    languages,
    fallback: languages.includes(own) ? own : (languages[0] ?? 'en'),
  });
}

let language: Language | undefined;

/** The language of the screen, and of the server's answers. */
export function getLanguage(): Language {
  language ??= languageFor(stored(), navigator.languages);
  return language;
}

export function setLanguage(next: Language): void {
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
export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage);

/** Returns `say(text)`, which returns the text in the screen's language. */
export function useSay(): (of: Text) => string {
  const now = useLanguage();
  return (of) => of[now] ?? of.en;
}

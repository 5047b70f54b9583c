// What the desk says, in Japanese and in English: chosen by the browser's language, switchable, kept on the device.
import { useSyncExternalStore } from 'react';

export interface Text {
  readonly ja: string;
  readonly en: string;
}
export type DeskLanguage = keyof Text;

/** Both languages of one text; it stands beside the screen that shows it. */
export const text = (ja: string, en: string): Text => ({ ja, en });

const KEPT = 'kippu-desk.language';
const listeners = new Set<() => void>();
/** A browser that keeps nothing forgets the choice; the page still works. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Takes what was kept and the browser's languages, the most wanted first; gives the desk's. */
export function languageFor(choice: string | null, wanted: readonly string[]): DeskLanguage {
  if (choice === 'ja' || choice === 'en') return choice;
  const first = wanted.find((tag) => /^(ja|en)\b/i.test(tag));
  return first?.toLowerCase().startsWith('en') ? 'en' : 'ja';
}

let language: DeskLanguage | undefined;

/** The language of the screen, and of what the server is asked to answer in. */
export function getLanguage(): DeskLanguage {
  language ??= languageFor(kept(), navigator.languages);
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

/** The language, heard of again when it changes. */
export const useLanguage = (): DeskLanguage => useSyncExternalStore(subscribe, getLanguage);

/** Gives `say(text)`: the text in the language of the screen. */
export function useSay(): (of: Text) => string {
  const now = useLanguage();
  return (of) => of[now];
}

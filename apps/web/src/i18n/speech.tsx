// Loads a language for the app: the words of the first screen, then all others.
import type { ReactNode } from 'react';
import type { Language } from '@kippu/contract/languages';
import type { FirstMessages, Messages } from '@kippu/words/app-words';
import { loadFirstMessages, loadMessages } from '@kippu/words/load-messages';
import { FirstMessagesContext, LanguageContext, MessagesContext } from './messages.ts';

/** A language with its words. */
export interface Speech {
  readonly language: Language;
  readonly first: FirstMessages;
  /** A promise while only the first screen's words are loaded. */
  readonly messages: Messages | Promise<Messages>;
}

/** Makes a speech of a language whose words are all loaded. */
export const wholeSpeech = (language: Language, messages: Messages): Speech => ({
  language,
  first: messages,
  messages,
});

/** Loads all words of a language, for a screen that needs more than the first screen's. Rejects if they do not load. */
export const loadWholeSpeech = async (language: Language): Promise<Speech> =>
  wholeSpeech(language, await loadMessages(language));

/**
 * Loads the words of the first screen and starts to load all. Rejects if the words of the first screen do not load. If
 * the others do not load, `messages` stays pending: `App` loads them too, and reloads the page if that fails.
 */
export async function loadFirstSpeech(language: Language): Promise<Speech> {
  const first = await loadFirstMessages(language);
  const messages = loadMessages(language).catch(() => new Promise<Messages>(() => undefined));
  return { language, first, messages };
}

/** Gives a language and its words to the components below. */
export function SpeechProvider({
  speech,
  children,
}: {
  readonly speech: Speech;
  readonly children?: ReactNode;
}) {
  return (
    <LanguageContext value={speech.language}>
      <FirstMessagesContext value={speech.first}>
        <MessagesContext value={speech.messages}>{children}</MessagesContext>
      </FirstMessagesContext>
    </LanguageContext>
  );
}

// Finds a language's words in a table by language.
import type { Language } from '@kippu/contract/languages';

/**
 * Returns the words of a language. Throws Error if there are none: the languages of a process are those of the operator's
 * settings, which are refused at the start without words.
 */
export function wordsIn<W>(table: Readonly<Record<Language, W>>, language: Language): W {
  const words = Object.hasOwn(table, language) ? table[language] : undefined;
  if (words === undefined) throw new Error(`there are no words in '${language}'`);
  return words;
}

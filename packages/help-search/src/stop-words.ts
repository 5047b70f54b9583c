// The words without a topic of a language, ready for the search.
import type { StopWords } from '@kippu/contract/languages';

export interface FoldedStopWords {
  readonly words: ReadonlySet<string>;
  /** Cut out of a folded text before it is split, longest first. */
  readonly phrases: readonly string[];
  /** Characters of grammar. They occur within words too, so they are not removed; a pair with one weighs little. */
  readonly signs: ReadonlySet<string>;
}

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Reads the words that the server sends. */
export const stopWordsOf = ({ words, phrases, signs }: StopWords): FoldedStopWords => ({
  words: new Set(split(words)),
  phrases: split(phrases).toSorted((a, b) => b.length - a.length),
  signs: new Set(signs),
});

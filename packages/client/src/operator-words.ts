// The words of the operator for its kinds of products, its classes of seats and its directions.
import type { OperatorClass, OperatorWords } from '@kippu/contract/page-settings';
import type { Direction } from '@kippu/contract/values';
import { pageSettings } from './page-settings.ts';

/** Returns the word in a language, else in the operator's language for everybody else. */
const wordIn = (words: OperatorWords, language: string): string =>
  words[language] ?? words[pageSettings().fallback] ?? '';

/** Returns the name of a kind of product; its id for a kind that the operator no longer has. */
export function kindWord(kind: string, language: string): string {
  const found = pageSettings().kinds.find((each) => each.kind === kind);
  return found ? wordIn(found.words, language) : kind;
}

const classOf = (id: string): OperatorClass | undefined =>
  pageSettings().classes.find((each) => each.class === id);

/** Returns the name of a class of seats; its id for a class that the operator no longer has. */
export function classWord(id: string, language: string): string {
  const found = classOf(id);
  return found ? wordIn(found.words, language) : id;
}

/** Returns the letters that mark a class in the picture of a train; undefined for a class without a mark. */
export const classMark = (id: string): string | undefined => classOf(id)?.mark;

/** Whether a class is the operator's usual one, which need not be named. */
export const isUsualClass = (id: string): boolean => pageSettings().classes[0]?.class === id;

/** Returns the operator's words for a direction; undefined if it has none. */
export function directionWord(direction: Direction, language: string): string | undefined {
  const { words } = pageSettings().directions[direction];
  return words && wordIn(words, language);
}

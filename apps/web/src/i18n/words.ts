// The type of the app's words: Japanese gives it, so a key another language lacks does not compile.
import type { messages as ja } from './ja/all.ts';
import type { first } from './ja/first.ts';

/** A module's type with its texts widened: every language has the same keys, and functions with the same values. */
export type Words<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer A) => string
      ? (...values: A) => string
      : Words<T[K]>;
};
export type Messages = Words<typeof ja>;
/** What the first screen says; the rest comes behind it. */
export type FirstMessages = Words<typeof first>;

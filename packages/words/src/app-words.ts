// The type of the app's words, taken from Japanese. A key that another language lacks does not compile.
import type { messages as ja } from './ja/app/all.ts';
import type { forStaff } from './ja/app/for-staff.ts';
import type { first } from './ja/app/first.ts';

/** A module's type with its texts widened: every language has the same keys, and functions with the same parameters. */
type Words<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer A) => string
      ? (...values: A) => string
      : Words<T[K]>;
};
export type Messages = Words<typeof ja>;
/** The words of the first screen, which load before the rest. */
export type FirstMessages = Words<typeof first>;
/** The words that are also shown to staff in the railway's own language. */
export type ForStaff = Words<typeof forStaff>;

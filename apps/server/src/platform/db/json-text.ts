// Writes values for JSON columns.

/** What PostgreSQL's JSON refuses or would not give back: NUL, and halves of surrogate pairs. */
const REFUSED = /[\0\p{Cs}]/gu;

/** Returns text that a JSON column can hold: U+FFFD stands for each character that it cannot. */
export const storableText = (text: string): string => text.replace(REFUSED, '\uFFFD');

/** Serialises a value for a JSON column, with texts that it can hold. Keys must be known names. */
export const jsonText = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));

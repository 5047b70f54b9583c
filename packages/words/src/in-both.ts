// Joins the Japanese and the English words of a page for staff, who read either.

/** One text in both languages. */
export interface Text {
  readonly ja: string;
  readonly en: string;
}

/** The texts of a tree of words: each word becomes a text, each function returns one. */
type InBoth<W> = {
  readonly [K in keyof W]: W[K] extends string
    ? Text
    : W[K] extends (...values: infer A) => string
      ? (...values: A) => Text
      : InBoth<W[K]>;
};

function join(ja: unknown, en: unknown): unknown {
  if (typeof ja === 'function' && typeof en === 'function')
    return (...values: readonly unknown[]) => ({ ja: ja(...values), en: en(...values) });
  if (typeof ja !== 'object' || ja === null || typeof en !== 'object' || en === null) return { ja, en };
  const english = new Map<string, unknown>(Object.entries(en));
  return Object.fromEntries(Object.entries(ja).map(([key, word]) => [key, join(word, english.get(key))]));
}

/** Joins two trees of words with the same keys. Functions are called with the same values in both languages. */
export const inBoth = <W extends object>(ja: W, en: NoInfer<W>): InBoth<W> => join(ja, en) as InBoth<W>;

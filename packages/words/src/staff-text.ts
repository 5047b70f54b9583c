// Texts for staff, in every language that has words for them. Labels of one screen stand beside it in Japanese and English; other
// languages have a label for each English one.
import type { Language } from '@kippu/contract/languages';
import { fillWords } from './error-words.ts';

/** One text in each language for staff. */
export interface Text {
  readonly ja: string;
  readonly en: string;
  readonly [language: Language]: string;
}
/** A language's labels by their English text. */
type Labels = Readonly<Record<string, string>>;

/**
 * Returns `text(ja, en, values)`, which makes a text in Japanese, English and the languages of `labels`. `{name}` stands for a value,
 * which may be a text itself. A text without a label is shown in English.
 */
export function textsWith(labels: Readonly<Record<Language, Labels>>) {
  return (ja: string, en: string, values: Readonly<Record<string, string | number | Text>> = {}): Text => {
    const filled = (words: string, language: Language) =>
      fillWords(
        words,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'object' ? (value[language] ?? value.en) : value,
          ]),
        ),
      );
    const others = Object.entries(labels).map(([language, words]) => [
      language,
      filled((Object.hasOwn(words, en) ? words[en] : undefined) ?? en, language),
    ]);
    return { ...Object.fromEntries(others), ja: filled(ja, 'ja'), en: filled(en, 'en') };
  };
}

/** The texts of a tree of words: each word becomes a text, each function returns one. */
type Joined<W> = {
  readonly [K in keyof W]: W[K] extends string
    ? Text
    : W[K] extends (...values: infer A) => string
      ? (...values: A) => Text
      : Joined<W[K]>;
};

const isTree = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null;

function join(trees: Readonly<Record<Language, unknown>>): unknown {
  const all = Object.entries(trees);
  if (typeof trees['ja'] === 'function')
    return (...values: readonly unknown[]) =>
      Object.fromEntries(
        all.map(([language, node]) => [language, typeof node === 'function' ? node(...values) : '']),
      );
  if (!isTree(trees['ja'])) return trees;
  return Object.fromEntries(
    Object.keys(trees['ja']).map((key) => [
      key,
      join(Object.fromEntries(all.map(([language, node]) => [language, isTree(node) ? node[key] : '']))),
    ]),
  );
}

/** Joins trees of words with the same keys. Functions are called with the same values in all languages. */
export const joined = <W extends object>(
  trees: Readonly<Record<'ja' | 'en', W>> & Readonly<Record<Language, object>>,
): Joined<W> => join(trees) as Joined<W>;

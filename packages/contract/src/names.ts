// Names in several languages on the wire: five have a field of their own, such as `stationNameJp`; others are in a map by
// tag, such as `stationNameIn`. The schema of such names is `nameFields` in fields.ts.
import { bestTag, offered, type Language, type Offered } from './languages.ts';

/** The specification ends a product's name in traditional Chinese with capitals. */
export type Suffix<P extends string> = 'Cn' | 'En' | 'Jp' | 'Kr' | (P extends 'productName' ? 'TC' : 'Tc');

const SUFFIXES = [
  ['ja', 'Jp'],
  ['en', 'En'],
  ['ko', 'Kr'],
  ['zh-CN', 'Cn'],
  ['zh-TW', 'Tc'],
] as const;
const suffixOf = (prefix: string, suffix: string): string =>
  prefix === 'productName' ? suffix.replace('Tc', 'TC') : suffix;

/** Returns what the names of the five fields of `prefix` end with. */
export const suffixesOf = (prefix: string): string[] =>
  SUFFIXES.map(([, suffix]) => suffixOf(prefix, suffix));

/** Whether a language has a field of its own. */
const hasField = (language: Language): boolean => SUFFIXES.some(([tag]) => tag === language);

/** A text by language. */
export type ByLanguage = Readonly<Record<Language, string>>;
/** The fields of a name, as they are on the wire. */
export type Names<P extends string> = Record<`${P}${Suffix<P>}`, string> & {
  [K in `${P}In`]?: Record<Language, string>;
};

/** Reads the fields of `prefix` as texts by language. Empty ones are left out. */
export function textsOf(holder: object, prefix: string): ByLanguage {
  const names = holder as Record<string, unknown>;
  const fields = SUFFIXES.map(([tag, suffix]) => [tag, names[prefix + suffixOf(prefix, suffix)]] as const);
  const all = [...fields, ...Object.entries((names[`${prefix}In`] ?? {}) as ByLanguage)];
  return Object.fromEntries(
    all.filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== ''),
  );
}

/**
 * Returns the text for a reader of `language`: in it, in one that the reader reads too, in the operator's fallback, in
 * another of its languages, or in any. '' if there is no text.
 */
export function textIn(texts: ByLanguage, language: Language, of: Offered = offered()): string {
  const tags = Object.keys(texts).filter((tag) => texts[tag] !== '');
  for (const reader of [language, of.fallback, ...of.languages]) {
    const best = bestTag(tags, reader);
    if (best !== undefined) return texts[best] ?? '';
  }
  return texts[tags[0] ?? ''] ?? '';
}

/** Returns the name of `holder` for a reader of `language`: `nameIn(station, 'stationName', 'ko')`. It falls back as `textIn`. */
export const nameIn = (holder: object, prefix: string, language: Language): string =>
  textIn(textsOf(holder, prefix), language);

/** Completes texts: one for each language that the wire or the operator has. Each falls back as `textIn`. */
export const completeTexts = (texts: ByLanguage, of: Offered = offered()): ByLanguage =>
  Object.fromEntries(
    [...new Set([...SUFFIXES.map(([tag]) => tag), ...of.languages])].map((tag) => [
      tag,
      textIn(texts, tag, of),
    ]),
  );

/** Returns the names of `holder` in all languages, each once. */
export const allNames = (holder: object, prefix: string): string[] => [
  ...new Set(Object.values(textsOf(holder, prefix))),
];

/** Writes texts by language as the fields of `prefix`, in all that the wire and the operator have: `wireNames('stationName', { de: 'Bern' })`. */
export function wireNames<const P extends string>(
  prefix: P,
  texts: ByLanguage,
  of: Offered = offered(),
): Names<P> {
  const others = of.languages.filter((language) => !hasField(language));
  const byTag = Object.fromEntries(others.map((language) => [language, textIn(texts, language, of)]));
  return {
    ...Object.fromEntries(
      SUFFIXES.map(([tag, suffix]) => [prefix + suffixOf(prefix, suffix), textIn(texts, tag, of)]),
    ),
    ...(others.length > 0 ? { [`${prefix}In`]: byTag } : {}),
  } as Names<P>;
}

/**
 * Copies the fields of a name, under another name with `as`: `namesOf(station, 'stationName', 'fromName')`. Fields that
 * `holder` lacks are ''.
 */
export function namesOf<const P extends string, const A extends string = P>(
  holder: Partial<Names<P>> | undefined,
  prefix: P,
  as: A = prefix as string as A,
): Names<A> {
  const names = (holder ?? {}) as Record<string, unknown>;
  const byTag = names[`${prefix}In`];
  return {
    ...Object.fromEntries(
      SUFFIXES.map(([, suffix]) => [
        as + suffixOf(as, suffix),
        names[prefix + suffixOf(prefix, suffix)] ?? '',
      ]),
    ),
    ...(byTag === undefined ? {} : { [`${as}In`]: byTag }),
  } as Names<A>;
}

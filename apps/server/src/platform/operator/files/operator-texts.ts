// Texts of the operator's files, by language: their schema, and the check that all offered languages have one.
import { bestTag, offered, type Offered } from '@kippu/contract/languages';
import { byLanguage } from '@kippu/contract/fields';
import { textsOf, wireNames, type ByLanguage, type Names } from '@kippu/contract/names';
import { Type } from 'typebox';

/** A text by language. */
export const Texts = byLanguage(Type.String({ minLength: 1 }));

/**
 * Refuses texts without one that readers of each offered language can read.
 * @param name what the text is, as in 'title of notice-1'
 * @param report gets what is wrong and what to do
 */
export function requireTexts(
  texts: ByLanguage,
  name: string,
  report: (problem: string) => void,
  { languages }: Pick<Offered, 'languages'> = offered(),
): void {
  for (const language of languages)
    if (!bestTag(Object.keys(texts), language))
      report(`${name} has no text in '${language}', which operator.json offers; write it`);
}

/**
 * Returns a name of an entry with all its fields. Refuses it as requireTexts.
 * @param report gets what is wrong and what to do
 */
export function filledNames<const P extends string>(
  entry: object,
  prefix: P,
  report: (problem: string) => void,
  of: Offered,
): Names<P> {
  const texts = textsOf(entry, prefix);
  requireTexts(texts, prefix, report, of);
  return wireNames(prefix, texts, of);
}

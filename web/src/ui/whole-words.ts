// Chinese is written without spaces: a reader's eye is helped where no line of a long text ends within a word ('车|票').
import type { Language } from '@kippu/contract/limits';

/** Longer ones are rare, and would tear the right edge. */
const HAN_WORD = /^\p{Script=Han}{2,4}$/u;

const segmenters = new Map<Language, Intl.Segmenter>();

function segmenterOf(language: Language): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/**
 * Takes a text and its language; gives a Chinese one with word joiners within its words, any other as it is. A browser
 * that does not know the words breaks lines as ever.
 */
export function wholeWords(text: string, language: Language): string {
  if (!language.startsWith('zh') || !('Segmenter' in Intl)) return text;
  return Array.from(segmenterOf(language).segment(text), ({ segment }) =>
    HAN_WORD.test(segment) ? Array.from(segment).join('\u2060') : segment,
  ).join('');
}

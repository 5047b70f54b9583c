// A pseudo-language made from the English texts at run time: longer and marked at both ends, so that untranslated text
// is visible. The same code runs here and, as text, in the page under test.

/** Returns a text with accents, in brackets and two fifths longer. Placeholders in braces are kept. */
function pseudoText(text: string): string {
  const accents: Record<string, string> = { a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', u: 'ü', y: 'ý' };
  const accented = text
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith('{') ? part : part.replace(/[aceinouy]/g, (letter) => accents[letter] ?? letter),
    )
    .join('');
  let more = '';
  for (let left = Math.ceil(text.length * 0.4); left > 0; left -= 6)
    more += `${text.includes(' ') ? ' ' : ''}${'~'.repeat(Math.min(5, left))}`;
  return `[${accented}${more}]`;
}

/** Returns the app's texts in the pseudo-language, with the same structure. */
export function pseudo<T>(words: T): T {
  const turn = (value: unknown): unknown => {
    if (typeof value === 'string') return pseudoText(value);
    if (typeof value === 'function')
      return (...values: unknown[]) => turn(Reflect.apply(value, undefined, values));
    if (Array.isArray(value)) return value.map(turn);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, turn(inner)]));
    return value;
  };
  return turn(words) as T;
}

/** Both functions, as source for a module of the page. */
export const PSEUDO_SOURCE = `${pseudoText}\n${pseudo}`;

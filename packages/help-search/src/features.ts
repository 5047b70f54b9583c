// Extracts the features of a text that distinguish topics: meanings, stems, pairs of words, parts of words.
import { withNames, type NameTable } from './names.ts';
import type { FoldedStopWords } from './stop-words.ts';
import { fold, stem, tokensOf } from './tokens.ts';

export interface Lexicon {
  /** Names of places, and groups of words with one meaning. */
  readonly names: NameTable;
  /** Only the names of places. */
  readonly placeNames: NameTable;
  /** How many of the first tokens of `names` are places. */
  readonly places: number;
  /** Words without a topic. */
  readonly stop: FoldedStopWords;
}
/** Features with their weights, before rarity is considered. */
export type Features = ReadonlyMap<string, number>;

/** A word of known meaning weighs most. A place only says where. Parts of words survive typing errors and endings. */
const WEIGHT = {
  meaning: 1.5,
  place: 0.5,
  sign: 0.3,
  pair: 0.5,
  piece: 0.25,
  word: 0.3,
  neighbours: 0.4,
} as const;
const PIECE = 4;

const isPlace = (text: string, { places }: Lexicon): boolean =>
  text.startsWith('\u00a7') && Number(text.slice(1)) < places;

/** Removes places from a folded text: their letters would match every answer that names a place. */
function withoutPlaces(folded: string, { placeNames }: Lexicon): string {
  const rest = withNames(folded, placeNames).replace(/\u00a7\d+/g, ' ');
  return rest
    .split(' ')
    .filter((word) => !placeNames.words.has(stem(word)))
    .join(' ');
}

/** Words without a meaning of their own still help in combination: 'log out', 'when open'. */
function* piecesOf(text: string): Iterable<readonly [string, number]> {
  let before: string | undefined;
  for (const run of text.split(' ').filter(Boolean)) {
    if (/^[a-z0-9]+$/.test(run)) {
      const word = stem(run);
      yield [`w:${word}`, WEIGHT.word];
      if (before !== undefined) yield [`n:${before} ${word}`, WEIGHT.neighbours];
      before = word;
      const edged = `^${run}$`;
      if (run.length >= PIECE)
        for (let at = 0; at + PIECE <= edged.length; at += 1)
          yield [`p:${edged.slice(at, at + PIECE)}`, WEIGHT.piece];
      continue;
    }
    before = undefined;
    const signs = [...run];
    for (const [at, sign] of signs.entries()) {
      if (/\p{Script=Han}/u.test(sign)) yield [`p:${sign}`, WEIGHT.sign];
      const next = signs[at + 1];
      if (next !== undefined) yield [`p:${sign}${next}`, WEIGHT.pair];
    }
  }
}

/** Returns the meanings among the features, without places, in a fixed order. */
export const meaningsOf = (features: Features, lexicon: Lexicon): readonly string[] =>
  [...features.keys()].filter((text) => text.startsWith('\u00a7') && !isPlace(text, lexicon)).toSorted();

/** Whether a feature is a part of a word or a pair of neighbours, not a word of its own. */
export const isPiece = (feature: string): boolean => /^[wnp]:/.test(feature);

/** Extracts the features of a typed text. `correct` maps an unknown word to a known one. */
export function featuresOf(
  text: string,
  lexicon: Lexicon,
  correct: (word: string) => string = (word) => word,
): Features {
  const found = new Map<string, number>();
  const add = (feature: string, weight: number) =>
    found.set(feature, Math.max(found.get(feature) ?? 0, weight));
  const folded = fold(text);
  for (const { text: token, weight } of tokensOf(withNames(folded, lexicon.names), lexicon.stop)) {
    const word = lexicon.names.words.get(token) ?? token;
    const used = word.startsWith('\u00a7') ? word : correct(word);
    const meaning = lexicon.names.words.get(used) ?? used;
    if (isPlace(meaning, lexicon)) add(meaning, WEIGHT.place * weight);
    else add(meaning, (meaning.startsWith('\u00a7') ? WEIGHT.meaning : 1) * weight);
  }
  for (const [piece, weight] of piecesOf(withoutPlaces(folded, lexicon))) add(piece, weight);
  return found;
}

/** Scales features to a vector of length one, so that a long text weighs no more than a short one. */
export function normalised(features: Features): Features {
  let square = 0;
  for (const weight of features.values()) square += weight * weight;
  const length = Math.sqrt(square) || 1;
  return new Map([...features].map(([feature, weight]) => [feature, weight / length]));
}

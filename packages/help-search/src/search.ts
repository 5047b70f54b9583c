// Finds the operator's answer to a traveller's question, on the phone, or reports that there is none.
//
// Every phrasing is an example of its answer. Questions on other topics are examples of no answer. Two methods with
// different errors learn from the examples: one counts how often they hold a feature (complement naive Bayes), the
// other finds weights that separate the answers (regression). The sum of both ranks the answers. The best one is
// shown only if it is clearly likelier than another topic.
import type { Language, StopWords } from '@kippu/contract/languages';
import { count, countScores, rarityOf, type Counts } from './counts.ts';
import { featuresOf, type Lexicon } from './features.ts';
import { nameTable } from './names.ts';
import {
  regress,
  regressionFeatures,
  regressionScores,
  type Example,
  type Regression,
} from './regression.ts';
import { stopWordsOf } from './stop-words.ts';
import { fold, stem } from './tokens.ts';
import { closeWord } from './typos.ts';

/** The target of the button under an answer. */
export const FAQ_ACTIONS = [
  'openNext',
  'openTickets',
  'addTicket',
  'openSeats',
  'openReservations',
  'openLateTrains',
  'openAccount',
  'openPush',
  'feedback',
] as const;
export type FaqAction = (typeof FAQ_ACTIONS)[number];

export interface FaqEntry {
  readonly faqId: string;
  readonly question: string;
  /** Other phrasings and keywords; never shown. */
  readonly variants: readonly string[];
  readonly answer: string;
  readonly action?: FaqAction;
}
export interface FaqCategory {
  readonly category: string;
  /** Its place in the list of all questions. The search ignores it. */
  readonly order?: number;
  readonly name: string;
  readonly entries: readonly FaqEntry[];
}
/** All questions in one language. */
export interface FaqBook {
  readonly categories: readonly FaqCategory[];
  /** Each station and train with all its names, so that 'Minato', '港' and 'みなと' match. */
  readonly names: readonly (readonly string[])[];
  /** Groups of words in this language that mean the same to a traveller: 'suitcase' and 'luggage'. */
  readonly words: readonly (readonly string[])[];
  /** Questions without an answer: pets, restaurants, the weather. */
  readonly elsewhere: readonly string[];
  /** Words without a topic; absent in what a phone kept of an earlier release. */
  readonly stop?: StopWords;
}
const NO_STOP_WORDS: StopWords = { words: '', phrases: '', signs: '' };

interface Doc {
  readonly entry: FaqEntry;
  readonly category: string;
}
export interface FaqIndex {
  readonly language: Language;
  readonly docs: readonly Doc[];
  readonly lexicon: Lexicon;
  readonly counts: Counts;
  readonly regression: Regression;
  /** The known Latin words, to correct typing errors. Words with a meaning of their own come first. */
  readonly words: readonly string[];
}

/** The weight of a sentence of an answer: less than a question, because travellers phrase things differently. */
const ANSWER_WEIGHT = 0.3;
/**
 * `counts` weighs the counts against the regression; `clearly` is how much likelier than another topic an answer must
 * be. Both are measured by bench/chatbot/weights.ts.
 */
const SCORING = { counts: 1.3, clearly: 12 };
/** The least number of examples with a feature that the regression uses. Rarer ones teach it nothing and double its time. */
const SHARED = 2;
const MAX_RELATED = 3;
/** How much less likely than another topic a suggestion beside 'I do not know' may be. */
const NEAR = 8;
/** Splits a text into sentences. Without lookbehind, which Safari has only since 16.4. */
const sentencesOf = (text: string): readonly string[] =>
  text.replace(/([.!?。！？])\s*/g, '$1\n').split('\n');

/** Words that appear in no answer name other topics: each is an example of one. */
function otherTopics(book: FaqBook): readonly string[] {
  const texts = book.categories
    .flatMap(({ entries }) => entries)
    .flatMap(({ question, variants, answer }) => [question, ...variants, answer].map(fold));
  const all = ` ${texts.join(' ')} `;
  const answered = (word: string) => {
    const folded = fold(word);
    return /^[a-z0-9 ]+$/.test(folded) ? all.includes(` ${folded} `) : all.includes(folded);
  };
  return book.words.filter((group) => !group.some(answered)).flat();
}

/** Prepares the questions of one language for `searchFaq`. Takes some 100 milliseconds: do it once. */
export function indexFaq(book: FaqBook, language: Language): FaqIndex {
  const names = book.names.map((group) => group.map(fold));
  const lexicon: Lexicon = {
    names: nameTable([...names, ...book.words.map((group) => group.map(fold))], stem),
    placeNames: nameTable(names, stem),
    places: names.length,
    stop: stopWordsOf(book.stop ?? NO_STOP_WORDS),
  };
  const docs = book.categories.flatMap(({ category, entries }) =>
    entries.map((entry): Doc => ({ entry, category })),
  );
  const learned: Example[] = [];
  const learn = (text: string, answer: number, weight = 1) =>
    learned.push({ features: featuresOf(text, lexicon), answer, weight });
  docs.forEach(({ entry }, at) => {
    for (const text of [entry.question, ...entry.variants]) learn(text, at);
    for (const text of sentencesOf(entry.answer)) if (text) learn(text, at, ANSWER_WEIGHT);
  });
  for (const text of [...book.elsewhere, ...otherTopics(book)]) learn(text, docs.length);
  const counts = count(learned, docs.length + 1);
  const rarity = rarityOf(counts, SHARED);
  const regression = regress(
    learned.map((one) => ({ ...one, features: regressionFeatures(one.features, lexicon, rarity) })),
    docs.length + 1,
  );
  const words = [...new Set([...lexicon.names.words.keys(), ...counts.rows.keys()])];
  return {
    language,
    docs,
    lexicon,
    counts,
    regression,
    words: words.filter((text) => /^[a-z]{4,}$/.test(text)),
  };
}

export interface FaqFound {
  /** null: I do not know. */
  readonly best: FaqEntry | null;
  /** Others that may be meant, likeliest first. */
  readonly related: readonly FaqEntry[];
  /** How much likelier the best is than another topic, 0 to 1. From 0.5 on it is shown. */
  readonly fit: number;
}

/**
 * Returns the scores of both methods for every answer, the last for other topics; null if no feature of the question
 * is known.
 */
export function scoresOf(
  index: FaqIndex,
  question: string,
): { readonly counts: Float64Array; readonly regression: Float32Array } | null {
  const correct = (word: string): string =>
    index.counts.rows.has(word) || !/^[a-z]{4,}$/.test(word) ? word : (closeWord(word, index.words) ?? word);
  const features = featuresOf(question, index.lexicon, correct);
  if (![...features.keys()].some((feature) => index.counts.rows.has(feature))) return null;
  const weighted = regressionFeatures(features, index.lexicon, rarityOf(index.counts, SHARED));
  return {
    counts: countScores(index.counts, features),
    regression: regressionScores(index.regression, weighted),
  };
}

/** Finds the answer to a typed question, or null with near ones. */
export function searchFaq(index: FaqIndex, question: string): FaqFound {
  const scored = scoresOf(index, question);
  if (!scored) return { best: null, related: [], fit: 0 };
  const scores = scored.counts.map((counted, at) => SCORING.counts * counted + (scored.regression[at] ?? 0));
  const elsewhere = scores.at(-1) ?? 0;
  const ranked = index.docs
    .map((doc, at) => ({ doc, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const [top] = ranked;
  if (!top) return { best: null, related: [], fit: 0 };
  const fit = 1 / (1 + Math.exp(SCORING.clearly - (top.score - elsewhere)));
  const known = fit >= 0.5;
  const others = ranked.slice(known ? 1 : 0);
  // With an answer: others that may be meant, then those of its category. Without one: those that are near enough.
  const likely = others.filter(({ score }) => score - elsewhere > (known ? 0 : -NEAR));
  const neighbours = known ? others.filter(({ doc }) => doc.category === top.doc.category) : [];
  const near = [...new Set([...likely, ...neighbours])].map(({ doc }) => doc.entry);
  return { best: known ? top.doc.entry : null, related: near.slice(0, MAX_RELATED), fit };
}

// Finds the answer to a traveller's question among the operator's, on the phone, or says that there is none.
//
// Every phrasing is an example of its answer, and questions on other matters are examples of none. A question's features
// each speak for or against every answer by how often its examples hold them (complement naive Bayes); the likeliest
// answer is given only if it is clearly likelier than another matter.
import type { Language } from '@kippu/contract/limits';
import { evened, featuresOf, isPiece, type Features, type Lexicon } from './faq-search-features.ts';
import { nameTable } from './faq-search-names.ts';
import { fold, stem } from './faq-search-tokens.ts';
import { closeWord } from './faq-search-typo.ts';

/** Where the button under an answer leads. */
export const FAQ_ACTIONS = [
  'openTickets',
  'addTicket',
  'openSeats',
  'openReservations',
  'openAccount',
  'feedback',
] as const;
export type FaqAction = (typeof FAQ_ACTIONS)[number];

export interface FaqEntry {
  readonly faqId: string;
  readonly question: string;
  /** Other ways to ask and keywords; never shown. */
  readonly variants: readonly string[];
  readonly answer: string;
  readonly action?: FaqAction;
}
export interface FaqCategory {
  readonly category: string;
  readonly name: string;
  readonly entries: readonly FaqEntry[];
}
/** All questions in one language. */
export interface FaqBook {
  readonly categories: readonly FaqCategory[];
  /** Each station and train with all its names, so that 'Kyoto', '京都' and 'きょうと' are one. */
  readonly names: readonly (readonly string[])[];
  /** Words of this language that mean the same to a traveller: 'suitcase' and 'luggage'. */
  readonly words: readonly (readonly string[])[];
  /** Questions that no answer is for: pets, restaurants, the weather. */
  readonly elsewhere: readonly string[];
}

interface Doc {
  readonly entry: FaqEntry;
  readonly category: string;
}
export interface FaqIndex {
  readonly language: Language;
  readonly docs: readonly Doc[];
  readonly lexicon: Lexicon;
  /** How much of each feature the examples of each answer hold; the last place is for other matters. */
  readonly held: ReadonlyMap<string, Float32Array>;
  /** All features of each answer together. */
  readonly totals: Float32Array;
  readonly examples: number;
  /** In how many examples each feature stands. */
  readonly holders: ReadonlyMap<string, number>;
  /** The Latin words known, for typos; those with a meaning of their own come first. */
  readonly words: readonly string[];
}

/** A sentence of an answer says less of how travellers ask than a question does. */
const ANSWER_WEIGHT = 0.3;
/** What a feature counts that an answer's examples never held. */
const SMOOTHING = 0.03;
/** How much likelier than another matter an answer must be; settled on the development questions. */
const CLEARLY = 8;
/** How much a word nobody wrote speaks for another matter. */
const UNKNOWN = 5;
const RELATED_MOST = 3;
const SENTENCE_END = /(?<=[.!?。！？])\s*/;

/** Groups of words that no answer holds name other matters: each word of theirs is an example of one. */
function otherMatters(book: FaqBook): readonly string[] {
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

/** Takes the questions of one language; gives what `searchFaq` needs. Some milliseconds of work: make it once. */
export function indexFaq(book: FaqBook, language: Language): FaqIndex {
  const names = book.names.map((group) => group.map(fold));
  const lexicon: Lexicon = {
    names: nameTable([...names, ...book.words.map((group) => group.map(fold))], stem),
    placeNames: nameTable(names, stem),
    places: names.length,
  };
  const docs = book.categories.flatMap(({ category, entries }) =>
    entries.map((entry): Doc => ({ entry, category })),
  );
  const held = new Map<string, Float32Array>();
  const holders = new Map<string, number>();
  const totals = new Float32Array(docs.length + 1);
  let examples = 0;
  const learn = (text: string, at: number, weight = 1) => {
    examples += 1;
    for (const [feature, part] of evened(featuresOf(text, lexicon, language))) {
      let row = held.get(feature);
      if (!row) held.set(feature, (row = new Float32Array(docs.length + 1)));
      row[at] = (row[at] ?? 0) + part * weight;
      totals[at] = (totals[at] ?? 0) + part * weight;
      holders.set(feature, (holders.get(feature) ?? 0) + 1);
    }
  };
  docs.forEach(({ entry }, at) => {
    for (const text of [entry.question, ...entry.variants]) learn(text, at);
    for (const text of entry.answer.split(SENTENCE_END)) if (text) learn(text, at, ANSWER_WEIGHT);
  });
  for (const text of [...book.elsewhere, ...otherMatters(book)]) learn(text, docs.length);
  const words = [...new Set([...lexicon.names.words.keys(), ...held.keys()])];
  return {
    ...{ language, docs, lexicon, held, totals, examples, holders },
    words: words.filter((text) => /^[a-z]{4,}$/.test(text)),
  };
}

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0);

/** How much the question's features speak for each answer; the last is another matter. */
function scoresOf(index: FaqIndex, question: Features): Float64Array {
  const { held, totals, examples, holders } = index;
  const scores = new Float64Array(totals.length);
  const all = sumOf(totals);
  const smooth = SMOOTHING * held.size;
  const elsewhere = totals.length - 1;
  for (const [feature, part] of evened(question)) {
    const row = held.get(feature);
    if (!row) {
      // A word nobody wrote hints at a matter nobody answers; a piece of one tells nothing.
      if (!isPiece(feature)) scores[elsewhere] = (scores[elsewhere] ?? 0) + part * UNKNOWN;
      continue;
    }
    const rarity = Math.sqrt(Math.log(1 + examples / (holders.get(feature) ?? 1)));
    const sum = sumOf(row);
    for (const [at, mine] of row.entries()) {
      const total = totals[at] ?? 0;
      const here = (mine + SMOOTHING) / (total + smooth);
      const beside = (sum - mine + SMOOTHING) / (all - total + smooth);
      scores[at] = (scores[at] ?? 0) + part * rarity * Math.log(here / beside);
    }
  }
  return scores;
}

export interface FaqFound {
  /** null: I do not know. */
  readonly best: FaqEntry | null;
  /** Others that may be meant, the likeliest first. */
  readonly related: readonly FaqEntry[];
  /** How much likelier the best is than another matter, 0 to 1; from 0.5 on it is given. */
  readonly fit: number;
}

/** Takes a question as typed; gives the answer, or null with what comes near it. */
export function searchFaq(index: FaqIndex, question: string): FaqFound {
  const correct = (word: string): string =>
    index.held.has(word) || !/^[a-z]{4,}$/.test(word) ? word : (closeWord(word, index.words) ?? word);
  const features = featuresOf(question, index.lexicon, index.language, correct);
  const scores = scoresOf(index, features);
  const elsewhere = scores.at(-1) ?? 0;
  const ranked = index.docs
    .map((doc, at) => ({ doc, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const [top] = ranked;
  if (!top || ![...features.keys()].some((feature) => index.held.has(feature)))
    return { best: null, related: [], fit: 0 };
  const fit = 1 / (1 + Math.exp(CLEARLY - (top.score - elsewhere)));
  const known = fit >= 0.5;
  const others = ranked
    .slice(known ? 1 : 0)
    .filter(({ score }) => score >= top.score - Math.abs(top.score) * 0.6)
    .map(({ doc }) => doc.entry);
  const neighbours = known
    ? index.docs.filter(({ category }) => category === top.doc.category).map(({ entry }) => entry)
    : [];
  const related = [...new Set([...others, ...neighbours])].filter(
    (entry) => !known || entry !== top.doc.entry,
  );
  return { best: known ? top.doc.entry : null, related: related.slice(0, RELATED_MOST), fit };
}

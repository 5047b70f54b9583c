// Finds the answer to a traveller's question among the operator's, on the phone, or says that there is none.
//
// Every phrasing is an example of its answer, and questions on other matters are examples of none. Two judges that err
// differently learn from them: one counts how often the examples hold a feature (complement naive Bayes), one finds the
// weights that tell the examples apart (regression). Their sum ranks the answers; the likeliest is given only if it is
// clearly likelier than another matter.
import type { Language } from '@kippu/contract/limits';
import { count, countScores, rarityOf, type Counts } from './faq-search-counts.ts';
import { featuresOf, type Lexicon } from './faq-search-features.ts';
import { nameTable } from './faq-search-names.ts';
import {
  regress,
  regressionFeatures,
  regressionScores,
  type Example,
  type Regression,
} from './faq-search-regression.ts';
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
  /** Its place where all questions are listed; the search does not ask for it. */
  readonly order?: number;
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
  readonly counts: Counts;
  readonly regression: Regression;
  /** The Latin words known, for typos; those with a meaning of their own come first. */
  readonly words: readonly string[];
}

/** A sentence of an answer says less of how travellers ask than a question does. */
const ANSWER_WEIGHT = 0.3;
/** How much the counts say beside the regression, and how much likelier than another matter an answer must be: bench/chatbot-weights.ts. */
export const JUDGES = { counts: 1.3, clearly: 12 };
/** What one example alone holds teaches the regression nothing of others, and costs it half its time. */
const SHARED = 2;
const RELATED_MOST = 3;
/** How much less likely than another matter a question may be that is offered beside 'I do not know'. */
const NEAR = 8;
/** A text's sentences. Not by looking behind, which Safari has learned with 16.4 only. */
const sentencesOf = (text: string): readonly string[] =>
  text.replace(/([.!?。！？])\s*/g, '$1\n').split('\n');

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
  const learned: Example[] = [];
  const learn = (text: string, answer: number, weight = 1) =>
    learned.push({ features: featuresOf(text, lexicon, language), answer, weight });
  docs.forEach(({ entry }, at) => {
    for (const text of [entry.question, ...entry.variants]) learn(text, at);
    for (const text of sentencesOf(entry.answer)) if (text) learn(text, at, ANSWER_WEIGHT);
  });
  for (const text of [...book.elsewhere, ...otherMatters(book)]) learn(text, docs.length);
  const counts = count(learned, docs.length + 1);
  const rarity = rarityOf(counts, SHARED);
  const regression = regress(
    learned.map((one) => ({ ...one, features: regressionFeatures(one.features, lexicon, rarity) })),
    docs.length + 1,
  );
  const words = [...new Set([...lexicon.names.words.keys(), ...counts.rows.keys()])];
  return {
    ...{ language, docs, lexicon, counts, regression },
    words: words.filter((text) => /^[a-z]{4,}$/.test(text)),
  };
}

export interface FaqFound {
  /** null: I do not know. */
  readonly best: FaqEntry | null;
  /** Others that may be meant, the likeliest first. */
  readonly related: readonly FaqEntry[];
  /** How much likelier the best is than another matter, 0 to 1; from 0.5 on it is given. */
  readonly fit: number;
}

/** What each judge says of a question for every answer, the last being another matter; null if no feature of it is known. */
export function judge(
  index: FaqIndex,
  question: string,
): { readonly counts: Float64Array; readonly regression: Float32Array } | null {
  const correct = (word: string): string =>
    index.counts.rows.has(word) || !/^[a-z]{4,}$/.test(word) ? word : (closeWord(word, index.words) ?? word);
  const features = featuresOf(question, index.lexicon, index.language, correct);
  if (![...features.keys()].some((feature) => index.counts.rows.has(feature))) return null;
  const judged = regressionFeatures(features, index.lexicon, rarityOf(index.counts, SHARED));
  return {
    counts: countScores(index.counts, features),
    regression: regressionScores(index.regression, judged),
  };
}

/** Takes a question as typed; gives the answer, or null with what comes near it. */
export function searchFaq(index: FaqIndex, question: string): FaqFound {
  const judged = judge(index, question);
  if (!judged) return { best: null, related: [], fit: 0 };
  const scores = judged.counts.map((counted, at) => JUDGES.counts * counted + (judged.regression[at] ?? 0));
  const elsewhere = scores.at(-1) ?? 0;
  const ranked = index.docs
    .map((doc, at) => ({ doc, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const [top] = ranked;
  if (!top) return { best: null, related: [], fit: 0 };
  const fit = 1 / (1 + Math.exp(JUDGES.clearly - (top.score - elsewhere)));
  const known = fit >= 0.5;
  const others = ranked.slice(known ? 1 : 0);
  // Beside an answer stand what else may be meant and what belongs to it; beside none, what is not too far off.
  const likely = others.filter(({ score }) => score - elsewhere > (known ? 0 : -NEAR));
  const neighbours = known ? others.filter(({ doc }) => doc.category === top.doc.category) : [];
  const near = [...new Set([...likely, ...neighbours])].map(({ doc }) => doc.entry);
  return { best: known ? top.doc.entry : null, related: near.slice(0, RELATED_MOST), fit };
}

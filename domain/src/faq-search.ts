// Finds the answer to a traveller's question among the operator's, on the phone, or says that there is none.
import type { Language } from '@kippu/contract/limits';
import { closeWord } from './faq-search-typo.ts';
import { nameTable, withNames, type NameTable } from './faq-search-names.ts';
import { fold, stem, tokensOf, type Token } from './faq-search-tokens.ts';

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
}

interface Doc {
  readonly entry: FaqEntry;
  readonly category: string;
  /** How much of each token the document holds, fields weighed. */
  readonly counts: ReadonlyMap<string, number>;
  /** The same words as the question and each variant, to reward a phrasing met nearly whole. */
  readonly phrasings: readonly ReadonlySet<string>[];
}
export interface FaqIndex {
  readonly language: Language;
  readonly docs: readonly Doc[];
  readonly names: NameTable;
  /** The first so many tokens of the table are names of stations and trains. */
  readonly places: number;
  readonly rarity: ReadonlyMap<string, number>;
  /** The Latin words known, for typos; those with a meaning of their own come first. */
  readonly words: readonly string[];
}

const FIELD = { question: 2.5, variant: 2, answer: 0.7 } as const;
/** BM25's saturation: a token met often counts little more than once met. */
const SATURATION = 1.2;
/** Part of all that was asked for which an answer must account. */
const ENOUGH = 0.35;
/** What a token nobody wrote counts against, in parts of the rarest known one's rarity: it may be a mere filler. */
const UNKNOWN = 0.5;
/** What a word of a meaning nobody answers counts against: it was listed because it is another matter. */
const ANOTHER_MATTER = 1.6;
const RELATED_MOST = 3;

const read = (text: string, names: NameTable, language: Language): Token[] =>
  tokensOf(withNames(fold(text), names), language).map(({ text: word, weight }) => ({
    text: names.words.get(word) ?? word,
    weight,
  }));

/** 'Kyoto' alone asks about Kyoto; beside other words it only says where. */
const PLACE_WEIGHT = 0.6;
const isPlace = (text: string, { places }: FaqIndex): boolean =>
  text.startsWith('\u00a7') && Number(text.slice(1)) < places;

/** Takes the questions of one language; gives what `searchFaq` needs. Some milliseconds of work: make it once. */
export function indexFaq(book: FaqBook, language: Language): FaqIndex {
  const names = nameTable(
    [...book.names, ...book.words].map((group) => group.map(fold)),
    stem,
  );
  const docs = book.categories.flatMap(({ category, entries }) =>
    entries.map((entry): Doc => {
      const counts = new Map<string, number>();
      const add = (tokens: readonly Token[], weight: number) => {
        for (const { text } of tokens) counts.set(text, (counts.get(text) ?? 0) + weight);
      };
      const phrasings = [entry.question, ...entry.variants].map((text) => read(text, names, language));
      phrasings.forEach((tokens, at) => add(tokens, at === 0 ? FIELD.question : FIELD.variant));
      add(read(entry.answer, names, language), FIELD.answer);
      return {
        entry,
        category,
        counts,
        phrasings: phrasings.map((all) => new Set(all.map(({ text }) => text))),
      };
    }),
  );
  const holders = new Map<string, number>();
  for (const { counts } of docs)
    for (const text of counts.keys()) holders.set(text, (holders.get(text) ?? 0) + 1);
  const rarity = new Map(
    [...holders].map(([text, count]) => [text, Math.log(1 + (docs.length - count + 0.5) / (count + 0.5))]),
  );
  return {
    language,
    docs,
    names,
    places: book.names.length,
    rarity,
    words: [...new Set([...names.words.keys(), ...holders.keys()])].filter((text) =>
      /^[a-z]{4,}$/.test(text),
    ),
  };
}

interface Wanted {
  readonly text: string;
  /** Its weight times its rarity; a misspelt one finds less than it asks. */
  readonly asks: number;
  readonly finds: number;
}

/** The question's tokens, each once, misspelt words corrected. */
function wantedOf(index: FaqIndex, question: string): Wanted[] {
  const rarest = Math.log(1 + (index.docs.length - 0.5) / 1.5);
  const wanted = new Map<string, Wanted>();
  for (const { text, weight } of read(question, index.names, index.language)) {
    const known = index.rarity.get(text);
    const close = known === undefined && /^[a-z]{4,}$/.test(text) ? closeWord(text, index.words) : undefined;
    const used = close === undefined ? text : (index.names.words.get(close) ?? close);
    const asks =
      weight *
      (isPlace(used, index) ? PLACE_WEIGHT : 1) *
      (index.rarity.get(used) ?? rarest * (used.startsWith('\u00a7') ? ANOTHER_MATTER : UNKNOWN));
    const finds = asks * (close === undefined ? 1 : 0.8);
    if (!wanted.has(used)) wanted.set(used, { text: used, asks, finds });
  }
  return [...wanted.values()];
}

/** How well a document answers, 0 to about 1: the share of what was asked that it holds, and a whole phrasing met. */
function fitOf(doc: Doc, wanted: readonly Wanted[], asked: number): number {
  let held = 0;
  for (const { text, finds } of wanted) {
    const count = doc.counts.get(text) ?? 0;
    held += finds * ((count * (SATURATION + 1)) / (count + SATURATION) / (SATURATION + 1));
  }
  let nearest = 0;
  for (const phrasing of doc.phrasings) {
    let common = 0;
    for (const { text, finds } of wanted) if (phrasing.has(text)) common += finds;
    const share = common / asked;
    const cover =
      phrasing.size === 0 ? 0 : wanted.filter(({ text }) => phrasing.has(text)).length / phrasing.size;
    nearest = Math.max(nearest, share * Math.min(1, 0.5 + cover / 2));
  }
  return 0.6 * (held / asked) + 0.4 * nearest;
}

export interface FaqFound {
  /** null: I do not know. */
  readonly best: FaqEntry | null;
  /** Others that may be meant, the likeliest first. */
  readonly related: readonly FaqEntry[];
  /** 0 to about 1, for measuring. */
  readonly fit: number;
}

/** Takes a question as typed; gives the answer, or null with what comes near it. */
export function searchFaq(index: FaqIndex, question: string): FaqFound {
  const wanted = wantedOf(index, question);
  const asked = wanted.reduce((sum, { asks }) => sum + asks, 0);
  if (asked === 0) return { best: null, related: [], fit: 0 };
  const ranked = index.docs
    .map((doc) => ({ doc, fit: fitOf(doc, wanted, asked) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  const top = ranked[0];
  if (!top) return { best: null, related: [], fit: 0 };
  const known = top.fit >= ENOUGH;
  const others = ranked
    .slice(known ? 1 : 0)
    .filter(({ fit }) => fit >= top.fit * 0.45)
    .map(({ doc }) => doc.entry);
  const neighbours = known
    ? index.docs.filter(({ category }) => category === top.doc.category).map(({ entry }) => entry)
    : [];
  const related = [...new Set([...others, ...neighbours])].filter(
    (entry) => !known || entry !== top.doc.entry,
  );
  return { best: known ? top.doc.entry : null, related: related.slice(0, RELATED_MOST), fit: top.fit };
}

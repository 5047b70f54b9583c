// What the examples of each answer hold, counted, and what the counts say of a question (complement naive Bayes).
import { evened, isPiece, type Features } from './faq-search-features.ts';
import type { Example } from './faq-search-regression.ts';

export interface Counts {
  /** The row of each feature. */
  readonly rows: ReadonlyMap<string, number>;
  /** How much of a row's feature the examples of each answer hold. */
  readonly held: Float32Array;
  readonly sums: Float32Array;
  /** In how many examples each row's feature stands. */
  readonly holders: Uint32Array;
  /** All features of each answer together. */
  readonly totals: Float32Array;
  readonly examples: number;
}

/** What a feature counts that an answer's examples never held. */
const SMOOTHING = 0.03;
/** How much a word nobody wrote speaks for another matter. */
const UNKNOWN = 5;

/** Takes the examples and how many answers there are, the last being another matter. */
export function count(examples: readonly Example[], answers: number): Counts {
  const rows = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features.keys()) if (!rows.has(feature)) rows.set(feature, rows.size);
  const held = new Float32Array(rows.size * answers);
  const sums = new Float32Array(rows.size);
  const holders = new Uint32Array(rows.size);
  const totals = new Float32Array(answers);
  for (const { features, answer, weight } of examples)
    for (const [feature, even] of evened(features)) {
      const row = rows.get(feature) ?? 0;
      const part = even * weight;
      held[row * answers + answer] = (held[row * answers + answer] ?? 0) + part;
      sums[row] = (sums[row] ?? 0) + part;
      holders[row] = (holders[row] ?? 0) + 1;
      totals[answer] = (totals[answer] ?? 0) + part;
    }
  return { rows, held, sums, holders, totals, examples: examples.length };
}

/** How much a feature tells by how few examples hold it; 0 for one that fewer than `least` hold. */
export const rarityOf =
  ({ rows, holders, examples }: Counts, least = 1) =>
  (feature: string): number => {
    const holding = holders[rows.get(feature) ?? -1] ?? 0;
    return holding < least ? 0 : Math.sqrt(Math.log(1 + examples / holding));
  };

/** How much a question's features speak for each answer; the last is another matter. */
export function countScores(counts: Counts, question: Features): Float64Array {
  const { rows, held, sums, totals } = counts;
  const rarity = rarityOf(counts);
  const answers = totals.length;
  const scores = new Float64Array(answers);
  const all = totals.reduce((sum, value) => sum + value, 0);
  const smooth = SMOOTHING * rows.size;
  const elsewhere = answers - 1;
  for (const [feature, part] of evened(question)) {
    const row = rows.get(feature);
    if (row === undefined) {
      // A word nobody wrote hints at a matter nobody answers; a piece of one tells nothing.
      if (!isPiece(feature)) scores[elsewhere] = (scores[elsewhere] ?? 0) + part * UNKNOWN;
      continue;
    }
    const tells = part * rarity(feature);
    const sum = sums[row] ?? 0;
    for (let at = 0; at < answers; at += 1) {
      const mine = held[row * answers + at] ?? 0;
      const total = totals[at] ?? 0;
      const here = (mine + SMOOTHING) / (total + smooth);
      const beside = (sum - mine + SMOOTHING) / (all - total + smooth);
      scores[at] = (scores[at] ?? 0) + tells * Math.log(here / beside);
    }
  }
  return scores;
}

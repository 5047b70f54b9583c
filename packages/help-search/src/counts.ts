// Counts the features in the examples of each answer, and scores a question by the counts (complement naive Bayes).
import { normalised, isPiece, type Features } from './features.ts';
import type { Example } from './regression.ts';

export interface Counts {
  /** The row of each feature. */
  readonly rows: ReadonlyMap<string, number>;
  /** The total weight of a row's feature in the examples of each answer. */
  readonly held: Float32Array;
  readonly sums: Float32Array;
  /** The number of examples that hold each row's feature. */
  readonly holders: Uint32Array;
  /** The total weight of all features of each answer. */
  readonly totals: Float32Array;
  readonly examples: number;
}

/** The weight of a feature that no example of an answer holds. */
const SMOOTHING = 0.03;
/** How strongly an unknown word suggests another topic. */
const UNKNOWN = 5;

/** Counts the features of the examples. `answers` is the number of answers; the last stands for other topics. */
export function count(examples: readonly Example[], answers: number): Counts {
  const rows = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features.keys()) if (!rows.has(feature)) rows.set(feature, rows.size);
  const held = new Float32Array(rows.size * answers);
  const sums = new Float32Array(rows.size);
  const holders = new Uint32Array(rows.size);
  const totals = new Float32Array(answers);
  for (const { features, answer, weight } of examples)
    for (const [feature, share] of normalised(features)) {
      const row = rows.get(feature) ?? 0;
      const part = share * weight;
      held[row * answers + answer] = (held[row * answers + answer] ?? 0) + part;
      sums[row] = (sums[row] ?? 0) + part;
      holders[row] = (holders[row] ?? 0) + 1;
      totals[answer] = (totals[answer] ?? 0) + part;
    }
  return { rows, held, sums, holders, totals, examples: examples.length };
}

/** Weighs a feature by its rarity among the examples; 0 if fewer than `least` examples hold it. */
export const rarityOf =
  ({ rows, holders, examples }: Counts, least = 1) =>
  (feature: string): number => {
    const holding = holders[rows.get(feature) ?? -1] ?? 0;
    return holding < least ? 0 : Math.sqrt(Math.log(1 + examples / holding));
  };

/** Scores a question for each answer; the last stands for other topics. */
export function countScores(counts: Counts, question: Features): Float64Array {
  const { rows, held, sums, totals } = counts;
  const rarity = rarityOf(counts);
  const answers = totals.length;
  const scores = new Float64Array(answers);
  const all = totals.reduce((sum, value) => sum + value, 0);
  const smooth = SMOOTHING * rows.size;
  const elsewhere = answers - 1;
  for (const [feature, part] of normalised(question)) {
    const row = rows.get(feature);
    if (row === undefined) {
      // An unknown word suggests a topic without an answer. A part of an unknown word suggests nothing.
      if (!isPiece(feature)) scores[elsewhere] = (scores[elsewhere] ?? 0) + part * UNKNOWN;
      continue;
    }
    const weight = part * rarity(feature);
    const sum = sums[row] ?? 0;
    for (let at = 0; at < answers; at += 1) {
      const mine = held[row * answers + at] ?? 0;
      const total = totals[at] ?? 0;
      const here = (mine + SMOOTHING) / (total + smooth);
      const beside = (sum - mine + SMOOTHING) / (all - total + smooth);
      scores[at] = (scores[at] ?? 0) + weight * Math.log(here / beside);
    }
  }
  return scores;
}

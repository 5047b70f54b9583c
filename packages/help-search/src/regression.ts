// Learns a linear score for each answer from the examples (softmax regression). The same examples always give the
// same numbers: the order is shuffled by a sequence with a fixed seed.
import { normalised, meaningsOf, type Features, type Lexicon } from './features.ts';

export interface Example {
  readonly features: Features;
  /** The answer that it is an example of. */
  readonly answer: number;
  /** How much it counts; 1 for a question. */
  readonly weight: number;
}
export interface Regression {
  readonly rows: ReadonlyMap<string, number>;
  /** One row of `answers` numbers per feature. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly answers: number;
}

const ROUNDS = 4;
const RATE = 2;
const BIAS_RATE = 0.2;
/** Smaller corrections have no visible effect and are skipped. */
const LEAST_PUSH = 0.004;
/** The weight of two meanings together, against 1 for one alone: 'change' and 'seat' are one intent. */
const TOGETHER = 0.7;

/** Weighs features by their rarity and adds the meanings, alone and in pairs. */
export function regressionFeatures(
  features: Features,
  lexicon: Lexicon,
  rarity: (feature: string) => number,
): Features {
  const weighted = new Map<string, number>();
  for (const [feature, part] of features) {
    const weight = rarity(feature);
    if (weight > 0) weighted.set(feature, part * weight);
  }
  const meanings = meaningsOf(features, lexicon);
  const intent = new Map<string, number>();
  for (const [at, one] of meanings.entries()) {
    intent.set(`m:${one}`, 1);
    for (const other of meanings.slice(at + 1)) intent.set(`m:${one}${other}`, TOGETHER);
  }
  return new Map([...normalised(weighted), ...normalised(intent)]);
}

/** Makes a generator of numbers from 0 up to, but not including, 1: the same numbers every time. */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Turns scores into probabilities in place. Returns the logarithm of the divisor. */
function toProbabilities(scores: Float32Array): number {
  const best = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const e = Math.exp((scores[at] ?? 0) - best);
    scores[at] = e;
    sum += e;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum;
  return best + Math.log(sum);
}

/** Learns the weights that separate the answers. Takes some 100 ms. */
export function regress(examples: readonly Example[], answers: number): Regression {
  const rows = new Map<string, number>();
  const known = examples.map(({ features, answer, weight }) => {
    const at = new Int32Array(features.size);
    const parts = new Float32Array(features.size);
    let next = 0;
    for (const [feature, part] of features) {
      let row = rows.get(feature);
      if (row === undefined) rows.set(feature, (row = rows.size));
      at[next] = row * answers;
      parts[next] = part;
      next += 1;
    }
    return { at, parts, answer, weight };
  });
  const weights = new Float32Array(rows.size * answers);
  const bias = new Float32Array(answers);
  const scores = new Float32Array(answers);
  const pushes = new Int32Array(answers);
  const random = sequence();
  const order = [...known.keys()];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    const rate = RATE * (1 - round / ROUNDS);
    for (const which of order) {
      const example = known[which];
      if (!example) continue;
      const { at, parts, answer, weight } = example;
      scores.set(bias);
      for (let k = 0; k < at.length; k += 1) {
        const row = at[k] ?? 0;
        const part = parts[k] ?? 0;
        for (let c = 0; c < answers; c += 1) scores[c] = (scores[c] ?? 0) + (weights[row + c] ?? 0) * part;
      }
      toProbabilities(scores);
      scores[answer] = (scores[answer] ?? 0) - 1;
      // Most answers are unlikely and need no correction.
      let pushed = 0;
      for (let c = 0; c < answers; c += 1)
        if (Math.abs(scores[c] ?? 0) > LEAST_PUSH) {
          pushes[pushed] = c;
          pushed += 1;
        }
      for (let p = 0; p < pushed; p += 1) {
        const c = pushes[p] ?? 0;
        const push = (scores[c] ?? 0) * weight;
        bias[c] = (bias[c] ?? 0) - rate * (BIAS_RATE / RATE) * push;
        for (let k = 0; k < at.length; k += 1) {
          const cell = (at[k] ?? 0) + c;
          weights[cell] = (weights[cell] ?? 0) - rate * push * (parts[k] ?? 0);
        }
      }
    }
  }
  return { rows, weights, bias, answers };
}

/** Returns the logarithm of each answer's probability. */
export function regressionScores(
  { rows, weights, bias, answers }: Regression,
  question: Features,
): Float32Array {
  const scores = Float32Array.from(bias);
  for (const [feature, part] of question) {
    const row = rows.get(feature);
    if (row === undefined) continue;
    for (let c = 0; c < answers; c += 1)
      scores[c] = (scores[c] ?? 0) + (weights[row * answers + c] ?? 0) * part;
  }
  const logs = Float32Array.from(scores);
  const divided = toProbabilities(scores);
  return logs.map((score) => score - divided);
}

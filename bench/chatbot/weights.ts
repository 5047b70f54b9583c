// Measures the two numbers of `SCORING` (packages/help-search/src/search.ts): an index that learned from the other
// sets answers each development set, and every pair of numbers is scored on all sets. Run: node
// bench/chatbot/weights.ts
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import { scoresOf } from '@kippu/help-search/search';
import { DEVELOPMENT, developmentSet, indexWithout } from './sets.ts';

const COUNTS = [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.3];
const CLEARLY = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];
/** Stricter than the allowed 5 %, because unknown questions are harder. */
const MAX_WRONG = 0.03;

interface Scored {
  readonly set: string;
  readonly right: readonly number[];
  readonly counts: Float64Array;
  readonly regression: Float32Array;
}
const scored: Scored[] = [];
for (const set of DEVELOPMENT) {
  const questions = developmentSet(set);
  for (const language of operator.languages) {
    const index = indexWithout(language, questions);
    for (const { question, answers } of questions.filter((one) => one.language === language)) {
      const scores = scoresOf(index, question);
      const right = answers.map((id) => index.docs.findIndex(({ entry }) => entry.faqId === id));
      if (scores) scored.push({ set, right, ...scores });
    }
  }
}

/**
 * Returns the share of right first answers, and that of wrong answers to unanswerable questions. Every set counts
 * equally, regardless of its length.
 */
function scoreOf(counts: number, clearly: number): { readonly topOne: number; readonly wrong: number } {
  const shares = DEVELOPMENT.map((set) => {
    const sum = { right: 0, answerable: 0, wrong: 0, unanswerable: 0 };
    for (const one of scored.filter((each) => each.set === set)) {
      const scores = one.counts.map((count, at) => counts * count + (one.regression[at] ?? 0));
      const best = scores.slice(0, -1).reduce((top, score, at) => (score > (scores[top] ?? 0) ? at : top), 0);
      const given = (scores[best] ?? 0) - (scores.at(-1) ?? 0) >= clearly;
      sum[one.right.length > 0 ? 'answerable' : 'unanswerable'] += 1;
      if (given && one.right.length === 0) sum.wrong += 1;
      if (given && one.right.includes(best)) sum.right += 1;
    }
    return { topOne: sum.right / sum.answerable, wrong: sum.wrong / sum.unanswerable };
  });
  const mean = (key: 'topOne' | 'wrong') => shares.reduce((sum, one) => sum + one[key], 0) / shares.length;
  return { topOne: mean('topOne'), wrong: mean('wrong') };
}

const tried = COUNTS.flatMap((counts) =>
  CLEARLY.map((clearly) => ({ counts, clearly, ...scoreOf(counts, clearly) })),
);
const best = tried
  .filter(({ wrong }) => wrong <= MAX_WRONG)
  .toSorted((a, b) => b.topOne - a.topOne)
  .at(0);
for (const { counts, clearly, topOne, wrong } of tried)
  console.log(
    `${counts} ${clearly}: top-1 ${(100 * topOne).toFixed(1)} %, wrong ${(100 * wrong).toFixed(1)} %`,
  );
console.log(
  best ? `SCORING = { counts: ${best.counts}, clearly: ${best.clearly} }` : 'none keeps to the limit',
);

// Where the two numbers of `JUDGES` (domain/src/faq-search.ts) come from: each development set is judged by an index that
// learned from the others, and every pair of numbers is scored on all of them. node --import tsx bench/chatbot-weights.ts
import { LANGUAGES } from '@kippu/contract/limits';
import { judge } from '@kippu/domain/faq-search';
import { DEVELOPMENT, developmentSet, indexWithout } from './chatbot-sets.ts';

const COUNTS = [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.3];
const CLEARLY = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];
/** Below the 5 % allowed, for strangers are harder. */
const WRONG_MOST = 0.03;

interface Judged {
  readonly set: string;
  readonly right: readonly number[];
  readonly counts: Float64Array;
  readonly regression: Float32Array;
}
const judged: Judged[] = [];
for (const set of DEVELOPMENT) {
  const questions = developmentSet(set);
  for (const language of LANGUAGES) {
    const index = indexWithout(language, questions);
    for (const { question, answers } of questions.filter((one) => one.language === language)) {
      const scores = judge(index, question);
      const right = answers.map((id) => index.docs.findIndex(({ entry }) => entry.faqId === id));
      if (scores) judged.push({ set, right, ...scores });
    }
  }
}

/** Top-1 of the answerable and wrong of the others; every set counts the same, however long. */
function scoreOf(counts: number, clearly: number): { readonly topOne: number; readonly wrong: number } {
  const shares = DEVELOPMENT.map((set) => {
    const sum = { right: 0, answerable: 0, wrong: 0, unanswerable: 0 };
    for (const one of judged.filter((each) => each.set === set)) {
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
  .filter(({ wrong }) => wrong <= WRONG_MOST)
  .toSorted((a, b) => b.topOne - a.topOne)
  .at(0);
for (const { counts, clearly, topOne, wrong } of tried)
  console.log(
    `${counts} ${clearly}: top-1 ${(100 * topOne).toFixed(1)} %, wrong ${(100 * wrong).toFixed(1)} %`,
  );
console.log(
  best ? `JUDGES = { counts: ${best.counts}, clearly: ${best.clearly} }` : 'none keeps to the limit',
);

// How often Help finds the right answer, and how often it stays silent without one, in each language.
// node bench/chatbot/run.ts [--show]; `--show` prints each wrong answer of the development questions.
//
// Phrasings, words and constants were chosen on the development sets. Each set is measured here with an index that
// learned from the others. The evaluation set has another author, is measured once, and nothing is changed because of
// it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@kippu/contract/languages';
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import { searchFaq } from '@kippu/help-search/search';
import { ANSWERS, DEVELOPMENT, developmentSet, indexWithout, questionsOf, type Question } from './sets.ts';

const TARGET = { topOne: 0.85, wrong: 0.05 } as const;
const EVALUATION = 'questions.json';

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`.padStart(8);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Score {
  readonly right: number;
  readonly answerable: number;
  /** Right, or among the suggestions beside the answer or the 'I do not know'. */
  readonly offered: number;
  readonly wrong: number;
  readonly unanswerable: number;
}

/** Asks all questions of a language. Returns the score and the CPU milliseconds for the index and for one question. */
function ask(
  language: Language,
  questions: readonly Question[],
  show: boolean,
): Score & { readonly indexMs: number; readonly questionMs: number } {
  const started = process.cpuUsage();
  const index = indexWithout(language, questions);
  const { user, system } = process.cpuUsage(started);
  const questionMs: number[] = [];
  const score = { right: 0, answerable: 0, offered: 0, wrong: 0, unanswerable: 0 };
  for (const { question, answers } of questions.filter((one) => one.language === language)) {
    const asked = performance.now();
    const { best, related, fit } = searchFaq(index, question);
    questionMs.push(performance.now() - asked);
    const given = best?.faqId;
    const ok = answers.length === 0 ? given === undefined : given !== undefined && answers.includes(given);
    if (answers.length === 0) {
      score.unanswerable += 1;
      if (!ok) score.wrong += 1;
    } else {
      score.answerable += 1;
      if (ok) score.right += 1;
      if (ok || related.some(({ faqId }) => answers.includes(faqId))) score.offered += 1;
    }
    if (!ok && show) {
      const near = related.map(({ faqId }) => faqId).join(' ');
      console.log(
        `  ${language} ${question} → ${given ?? 'unknown'} (${fit.toFixed(2)}; ${near}), not ${answers.join('|') || 'unknown'}`,
      );
    }
  }
  return { ...score, indexMs: (user + system) / 1000, questionMs: median(questionMs) };
}

/** Prints one set's table. Returns whether every language met the targets. */
function measure(title: string, questions: readonly Question[], show: boolean): boolean {
  console.log(`\n${title}: ${questions.length} questions`);
  console.log(
    'language    top-1 (≥ 85 %)   or offered      wrong to unanswerable (≤ 5 %)     index CPU    question',
  );
  const all = { right: 0, answerable: 0, offered: 0, wrong: 0, unanswerable: 0 };
  const good = ({ right, answerable, wrong, unanswerable }: Score) =>
    right / answerable >= TARGET.topOne && wrong / unanswerable <= TARGET.wrong;
  const line = (name: string, score: Score, rest: string) =>
    console.log(
      `${name.padEnd(8)} ${percent(score.right, score.answerable)}  ${`${score.right}/${score.answerable}`.padEnd(8)}` +
        `${percent(score.offered, score.answerable)}       ${percent(score.wrong, score.unanswerable)}  ` +
        `${`${score.wrong}/${score.unanswerable}`.padEnd(8)}     ${rest.padEnd(22)}${good(score) ? 'met' : 'MISSED'}`,
    );
  const scores = operator.languages.map((language) => ({ language, ...ask(language, questions, show) }));
  for (const score of scores) {
    for (const key of ['right', 'answerable', 'offered', 'wrong', 'unanswerable'] as const)
      all[key] += score[key];
    line(score.language, score, `${score.indexMs.toFixed(0)} ms   ${score.questionMs.toFixed(2)} ms`);
  }
  line('all', all, '');
  return scores.every(good);
}

console.log(`${ANSWERS} answers`);
for (const name of DEVELOPMENT)
  measure(`Development, ${name} set, left out`, developmentSet(name), process.argv.includes('--show'));
if (existsSync(fileURLToPath(new URL(EVALUATION, import.meta.url))))
  process.exitCode = measure('The evaluation set', questionsOf(EVALUATION), false) ? 0 : 1;
else {
  console.log(`\nNo evaluation set: bench/${EVALUATION} is missing.`);
  process.exitCode = 1;
}

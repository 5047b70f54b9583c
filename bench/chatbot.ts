// How often Help finds the right answer, and how often it keeps quiet where the operator has none, in each language.
// node --import tsx bench/chatbot.ts [--show]; `--show` prints each question it got wrong.
//
// The questions were written after the operator's answers by the same hand, in travellers' own words, and were never
// copied into the keywords. An `answers` of several ids means that each of them answers it; an empty one, that none does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { indexFaq, searchFaq } from '@kippu/domain/faq-search';
import { faqIn, loadFaq } from '../server/src/notice/faq-files.ts';
import { loadOperator } from '../server/src/operator/operator-data.ts';

const TARGET = { topOne: 0.85, wrong: 0.05 } as const;
const RUNS = 5;

interface Question {
  readonly language: Language;
  readonly question: string;
  readonly answers: readonly string[];
}
const QUESTIONS = JSON.parse(
  readFileSync(fileURLToPath(new URL('chatbot-questions.json', import.meta.url)), 'utf8'),
) as readonly Question[];
const OPERATOR = fileURLToPath(new URL('../operator', import.meta.url));
const faq = loadFaq(OPERATOR);
const operator = loadOperator(OPERATOR);

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`.padStart(8);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Score {
  readonly right: number;
  readonly answerable: number;
  readonly wrong: number;
  readonly unanswerable: number;
}

/** Asks all questions of a language; gives the score and milliseconds for the index and for one question. */
function ask(language: Language): Score & { readonly indexMs: number; readonly questionMs: number } {
  const book = faqIn(faq, operator, language);
  const indexMs: number[] = [];
  let index = indexFaq(book, language);
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    index = indexFaq(book, language);
    indexMs.push(performance.now() - started);
  }
  const questionMs: number[] = [];
  const score = { right: 0, answerable: 0, wrong: 0, unanswerable: 0 };
  for (const { question, answers } of QUESTIONS.filter((one) => one.language === language)) {
    const started = performance.now();
    const { best, related, fit } = searchFaq(index, question);
    questionMs.push(performance.now() - started);
    const given = best?.faqId;
    const ok = answers.length === 0 ? given === undefined : given !== undefined && answers.includes(given);
    if (answers.length === 0) {
      score.unanswerable += 1;
      if (!ok) score.wrong += 1;
    } else {
      score.answerable += 1;
      if (ok) score.right += 1;
    }
    if (!ok && process.argv.includes('--show')) {
      const near = related.map(({ faqId }) => faqId).join(' ');
      console.log(
        `  ${language} ${question} → ${given ?? 'unknown'} (${fit.toFixed(2)}; ${near}), not ${answers.join('|') || 'unknown'}`,
      );
    }
  }
  return { ...score, indexMs: median(indexMs), questionMs: median(questionMs) };
}

console.log(
  `${QUESTIONS.length} questions, ${faq.categories.flatMap(({ entries }) => entries).length} answers`,
);
console.log('language    top-1   (target ≥ 85 %)   wrong to unanswerable   (≤ 5 %)    index    question');
const all = { right: 0, answerable: 0, wrong: 0, unanswerable: 0 };
let met = true;
for (const language of LANGUAGES) {
  const score = ask(language);
  const good =
    score.right / score.answerable >= TARGET.topOne && score.wrong / score.unanswerable <= TARGET.wrong;
  met &&= good;
  for (const key of ['right', 'answerable', 'wrong', 'unanswerable'] as const) all[key] += score[key];
  console.log(
    `${language.padEnd(8)} ${percent(score.right, score.answerable)}  ${`${score.right}/${score.answerable}`.padEnd(8)}` +
      `       ${percent(score.wrong, score.unanswerable)}  ${`${score.wrong}/${score.unanswerable}`.padEnd(8)}` +
      `        ${score.indexMs.toFixed(1)} ms   ${score.questionMs.toFixed(2)} ms  ${good ? 'met' : 'MISSED'}`,
  );
}
console.log(
  `all      ${percent(all.right, all.answerable)}  ${all.right}/${all.answerable}       ${percent(all.wrong, all.unanswerable)}  ${all.wrong}/${all.unanswerable}`,
);
process.exitCode = met ? 0 : 1;

// How often Help finds the right answer, and how often it keeps quiet where the operator has none, in each language.
// node --import tsx bench/chatbot.ts [--show]; `--show` prints each question it got wrong.
//
// Phrasings, words and constants were settled on the development questions. The 300 of the evaluation set were written
// after that, by the same hand but in other words, and measured once (bench/README.md); nothing was changed for them.
// An `answers` of several ids means that each of them answers it; an empty one, that none does.
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
const questionsOf = (file: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')) as readonly Question[];
const OPERATOR = fileURLToPath(new URL('../operator', import.meta.url));
const faq = loadFaq(OPERATOR);
const operator = loadOperator(OPERATOR);

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`.padStart(8);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Score {
  readonly right: number;
  readonly answerable: number;
  /** Right, or among the questions offered beside the answer or the 'I do not know'. */
  readonly offered: number;
  readonly wrong: number;
  readonly unanswerable: number;
}

/** Asks all questions of a language; gives the score and milliseconds for the index and for one question. */
function ask(
  language: Language,
  questions: readonly Question[],
): Score & { readonly indexMs: number; readonly questionMs: number } {
  const book = faqIn(faq, operator, language);
  const indexMs: number[] = [];
  let index = indexFaq(book, language);
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    index = indexFaq(book, language);
    indexMs.push(performance.now() - started);
  }
  const questionMs: number[] = [];
  const score = { right: 0, answerable: 0, offered: 0, wrong: 0, unanswerable: 0 };
  for (const { question, answers } of questions.filter((one) => one.language === language)) {
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
      if (ok || related.some(({ faqId }) => answers.includes(faqId))) score.offered += 1;
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

/** Prints one file's table; gives whether every language met the targets. */
function measure(title: string, questions: readonly Question[]): boolean {
  console.log(`\n${title}: ${questions.length} questions`);
  console.log(
    'language    top-1 (≥ 85 %)   or offered      wrong to unanswerable (≤ 5 %)     index    question',
  );
  const all = { right: 0, answerable: 0, offered: 0, wrong: 0, unanswerable: 0 };
  let met = true;
  const line = (name: string, { right, answerable, offered, wrong, unanswerable }: Score, rest: string) =>
    console.log(
      `${name.padEnd(8)} ${percent(right, answerable)}  ${`${right}/${answerable}`.padEnd(8)}${percent(offered, answerable)}` +
        `       ${percent(wrong, unanswerable)}  ${`${wrong}/${unanswerable}`.padEnd(8)}     ${rest}`,
    );
  for (const language of LANGUAGES) {
    const score = ask(language, questions);
    const good =
      score.right / score.answerable >= TARGET.topOne && score.wrong / score.unanswerable <= TARGET.wrong;
    met &&= good;
    for (const key of ['right', 'answerable', 'offered', 'wrong', 'unanswerable'] as const)
      all[key] += score[key];
    const times = `${score.indexMs.toFixed(1)} ms   ${score.questionMs.toFixed(2)} ms`;
    line(language, score, `${times}   ${good ? 'met' : 'MISSED'}`);
  }
  line('all', all, '');
  return met;
}

console.log(`${faq.categories.flatMap(({ entries }) => entries).length} answers`);
const met = measure('The evaluation set', questionsOf('chatbot-questions.json'));
measure(
  'Development: all was settled on these, so this tells nothing of strangers',
  questionsOf('chatbot-development-questions.json'),
);
process.exitCode = met ? 0 : 1;

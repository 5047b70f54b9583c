// In the demonstration, 'what now?' is answered with the traveller's next step in each language, however briefly it is asked.
import { join } from 'node:path';
import { indexFaq, searchFaq } from '@kippu/help-search/search';
import type { Language } from '@kippu/contract/languages';
import { expect, test } from 'vitest';
import { loadOperator } from '../platform/operator/read-input.ts';
import { faqIn, loadFaq } from './faq-files.ts';

const FOLDER = join(import.meta.dirname, '../../../../operators/kansai');
const operator = await loadOperator(FOLDER, Date.parse('2026-04-01T09:00:00+09:00'));
const faq = loadFaq(FOLDER);

test.each<[Language, readonly string[], string]>([
  ['ja', ['今何をすればいい', '次は何をする'], '改札機にどうかざす'],
  ['en', ['what now', 'what do I do now?'], 'how do I get through the gate'],
  ['ko', ['이제 뭐 해요', '다음에 뭐 해요'], '개찰구 어떻게 통과해요'],
  ['zh-CN', ['现在怎么办', '我现在怎么办？', '接下来怎么办'], '现在怎么办 闸机'],
  ['zh-TW', ['現在怎麼辦', '我現在怎麼辦？', '接下來怎麼辦'], '閘門現在怎麼辦'],
])('in %s', (language, questions, atGate) => {
  const index = indexFaq(faqIn(faq, operator, language), language);
  const answerTo = (question: string) => searchFaq(index, question).best?.faqId;
  expect(questions.map(answerTo)).toEqual(questions.map(() => 'next-step'));
  // With the gate named, the question is about the gate.
  expect(answerTo(atGate)).toBe('pass-gate');
});

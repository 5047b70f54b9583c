// Why there is no position, told from what browsers say.
import { expect, test } from 'vitest';
import { loadMessages } from '../i18n/messages.ts';
import { positionRefusal, positionRefusalText } from './use-position.ts';

test.each([
  [1, 'positionDenied'],
  [2, 'positionOff'],
  [3, 'positionTimeout'],
  [99, 'positionOff'],
])('code %i is %s', (code, reason) => expect(positionRefusal(code)).toBe(reason));

test('each refusal has words that lead on, in every language', async () => {
  for (const language of ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'] as const) {
    const messages = await loadMessages(language);
    const reasons = ['positionDenied', 'positionOff', 'positionTimeout', 'positionInsecure'] as const;
    const texts = reasons.map((reason) => positionRefusalText(messages, reason));
    expect(new Set(texts).size).toBe(reasons.length);
  }
});

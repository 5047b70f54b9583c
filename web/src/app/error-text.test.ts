// What a traveller reads of a refusal that bears no code of ours.
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/contract/limits';
import { SERVER_MESSAGE_CODES } from '@kippu/contract/words/error-words';
import { loadMessages } from '../i18n/messages.ts';
import { ApiError } from './api-error.ts';
import { errorText } from './error-text.ts';

test.each(LANGUAGES)(
  'a message that servers send in Chinese is told in the words of its code: %s',
  async (language) => {
    const messages = await loadMessages(language);
    for (const [msg, code] of SERVER_MESSAGE_CODES)
      for (const sent of ['', '500', 'toString'])
        expect(errorText(messages, new ApiError('refused', { status: 400, code: sent, msg }))).toBe(
          messages.errors[code],
        );
  },
);

test('any other message is passed on as the server wrote it', async () => {
  const messages = await loadMessages('ko');
  for (const msg of ['점검 중입니다', 'constructor'])
    expect(errorText(messages, new ApiError('refused', { status: 400, code: 'NEW-0001', msg }))).toBe(msg);
});

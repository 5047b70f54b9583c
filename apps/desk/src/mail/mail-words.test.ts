// Each reason that the server states has words.
import { expect, test } from 'vitest';
import { reasonWords } from './mail-words.ts';

test.each([
  ['refused 550', 'The address was refused (550)'],
  ['deferred 450', 'Not accepted for over a day (450)'],
  ['answered 413', 'The notification service refused it (413)'],
  ['failed ECONNREFUSED', 'The notification service was not reached (ECONNREFUSED)'],
  ['address not allowed', 'Its notification service is not allowed'],
  ['unreadable', 'The server’s key was replaced: it cannot be read'],
  ['fault', 'A fault of the server (fault)'],
])('%s', (reason, words) => {
  expect(reasonWords(reason).en).toBe(words);
  expect(reasonWords(reason).ja).not.toBe('');
});

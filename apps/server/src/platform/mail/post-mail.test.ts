// A mail that the relay did not accept: retried if nobody can ask for it again, and given up where retrying is useless.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mail, Mailer } from './send-mail.ts';
import { postMailWithRetries, postMail } from './post-mail.ts';

const MAIL: Mail = { to: 'hanako@example.jp', subject: 's', text: 't' };
const busy = () => Object.assign(new Error('450 hanako@example.jp: later'), { responseCode: 450 });
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = () => Object.assign(new Error('550 no hanako@example.jp'), { responseCode: 550 });

let tries: Mail[];
let logged: unknown[][];
const log = { error: (...words: unknown[]) => logged.push(words) };
/** Fails as often as there are errors, then accepts mails. */
function relay(...errors: (() => Error)[]): Mailer {
  return {
    send: async (mail) => {
      tries.push(mail);
      const error = errors.shift();
      if (error) throw error();
    },
    mailbox: undefined,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  [tries, logged] = [[], []];
});
afterEach(() => vi.useRealTimers());

test('is retried until it is accepted, and then no more', async () => {
  postMailWithRetries(relay(away, busy, away), MAIL, log);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(tries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(tries).toEqual(Array(4).fill(MAIL));
  expect(logged).toEqual([]);
});

test('is given up after half an hour, with a log line that names nobody', async () => {
  postMailWithRetries(relay(...Array<() => Error>(20).fill(busy)), MAIL, log);
  await vi.advanceTimersByTimeAsync(1_800_000);
  const { length } = tries;
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(tries).toHaveLength(length);
  expect(logged).toEqual([[{ fault: 'Error', code: undefined, responseCode: 450 }, 'mail not sent']]);
});

test('is not retried after a permanent refusal, nor if it is a code that the traveller can request again', async () => {
  postMailWithRetries(relay(never), MAIL, log);
  postMail(relay(away), MAIL, log);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(tries).toHaveLength(2);
  expect(logged).toHaveLength(2);
});

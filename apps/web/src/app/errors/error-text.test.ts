// The text shown for a refusal without a code of ours.
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { SERVER_MESSAGE_CODES } from '@kippu/words/error-words';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { loadMessages } from '@kippu/words/load-messages';
import { CallError } from '@kippu/client/call-error';
import { errorPage } from './error-kinds.ts';
import { errorText } from './error-text.ts';

test.each(LANGUAGES)(
  'a message that servers send in Chinese is shown in the words of its code: %s',
  async (language) => {
    const messages = await loadMessages(language);
    for (const [msg, code] of SERVER_MESSAGE_CODES)
      for (const sent of ['', '500', 'toString'])
        expect(
          errorText(messages, new CallError('refused', { status: 400, code: sent, msg }), language),
        ).toBe(messages.errors[code]);
  },
);

test.each(LANGUAGES)(
  'a fault of the app says what to do, and does not mention a network: %s',
  async (language) => {
    const messages = await loadMessages(language);
    const text = errorText(messages, new TypeError('AbortSignal.any is not a function'), language);
    expect(text).toBe(messages.common.brokenText);
    expect(text).not.toBe(errorText(messages, new CallError('network'), language));
    expect(text).toMatch(/update your browser|aktualisieren Sie Browser|ブラウザ|브라우저|浏览器|瀏覽器/);
  },
);

test('any other message is passed on as the server wrote it', async () => {
  const messages = await loadMessages('ko');
  for (const msg of ['점검 중입니다', 'constructor'])
    expect(errorText(messages, new CallError('refused', { status: 400, code: 'NEW-0001', msg }), 'ko')).toBe(
      msg,
    );
});

test.each(LANGUAGES)('a code without words is never shown as such: %s', async (language) => {
  const messages = await loadMessages(language);
  for (const msg of ['', 'NEW-0001']) {
    const text = (status: number) =>
      errorText(messages, new CallError('refused', { status, code: 'NEW-0001', msg }), language);
    expect(text(422)).toBe(messages.client.unknownRefusal);
    expect(text(500)).toBe(messages.client.serverError);
  }
});

test('dates and times in a refusal are formatted for the language', async () => {
  const refusal = new CallError('refused', {
    status: 422,
    code: 'SEAT-0009',
    values: { from: '2026-12-01', to: '2026-12-02', until: '2026-12-02 23:59:59' },
  });
  for (const language of LANGUAGES) {
    const text = errorText(await loadMessages(language), refusal, language);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d|:59:59/);
    expect(text).toContain(formatMoment('2026-12-02 23:59:59', language));
    expect(text).toContain(formatDay('2026-12-01', language));
  }
});

test('a status or the prefix of a code selects the error page', () => {
  const page = (status: number, code: string) => errorPage(new CallError('refused', { status, code }));
  expect(page(503, 'REQ-0007')).toBe('maintenance');
  expect(page(422, '503-0001')).toBe('maintenance');
  expect(page(422, '500-0001')).toBe('serverError');
  expect(page(422, '404-0001')).toBe('notFound');
  expect(errorPage(new CallError('notJson', { status: 404 }))).toBe('notFound');
  expect(page(404, 'TKT-0001')).toBeUndefined();
});

test.each(LANGUAGES)('an answer of a proxy with status 413 is shown as too large: %s', async (language) => {
  const messages = await loadMessages(language);
  const text = errorText(messages, new CallError('notJson', { status: 413 }), language);
  expect(text).toBe(messages.errors['REQ-0003']);
  expect(text).not.toContain('{');
  const other = errorText(messages, new CallError('notJson', { status: 400 }), language);
  expect(other).not.toBe(text);
});

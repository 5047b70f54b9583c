// The texts in five languages: none missing, none in another language or script, and no gap where a value is missing.
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/languages';
import { LANGUAGES } from './languages.ts';
import { PASSWORD_LENGTH } from '@kippu/contract/limits';
import { CLIENT_MESSAGES, type ClientWords } from './client-messages.ts';
import { SERVER_MESSAGE_CODES, fillWords, placesOf } from './error-words.ts';
import { errorWords } from './server-words.ts';
import { loadMessages } from './load-messages.ts';
import { slipsOf } from '../test/language-slips.ts';

const clientWords = new Map<Language, ClientWords>();
for (const language of LANGUAGES) clientWords.set(language, (await loadMessages(language)).client);
const wordsOf = (language: Language): Record<string, string> => ({
  ...errorWords(language),
  ...clientWords.get(language),
});
const KEYS = Object.keys(wordsOf('ja'));
/** Every text of a language, with and without values. */
const texts = (language: Language): [key: string, text: string][] =>
  Object.entries(wordsOf(language)).flatMap(([key, text]) => [
    [key, fillWords(text)],
    [key, fillWords(text, Object.fromEntries(placesOf(text).map((place) => [place, 7])))],
  ]);
const failing = (language: Language, wrong: (text: string) => boolean) =>
  texts(language).filter(([, text]) => wrong(text));

/** The values that the rules and the server provide. A text may use no others. */
const PROVIDED: Partial<Record<ErrorCode, readonly string[]>> = {
  'MFA-0011': ['minutes'],
  'MFA-0012': ['minutes'],
  'MFA-0031': ['seconds'],
  'TKT-0018': ['minutes'],
  'TKT-0019': ['minutes', 'times'],
  'TKT-0021': ['minutes'],
  'DESK-0002': ['at'],
  'DESK-0006': ['at', 'until'],
  'SEAT-0002': ['free', 'seats'],
  'SEAT-0003': ['cars', 'left'],
  'SEAT-0005': ['minutes'],
  'SEAT-0006': ['held', 'max'],
  'SEAT-0007': ['seats', 'tickets'],
  'SEAT-0009': ['from', 'opens', 'to', 'until'],
  'ACC-0009': ['characters'],
  'ACC-0003': ['digits'],
};

describe('the texts', () => {
  it('exist for every code and message, in each language', () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(errorWords(language)).toSorted(), language).toEqual(
        Object.keys(ERROR_STATUS).toSorted(),
      );
      expect(Object.keys(clientWords.get(language) ?? {}).toSorted(), language).toEqual(
        CLIENT_MESSAGES.toSorted(),
      );
      expect(failing(language, (text) => text.trim().length < 5)).toEqual([]);
    }
    expect(new Set(CLIENT_MESSAGES).size).toBe(CLIENT_MESSAGES.length);
  });

  it('are translated: no two languages have the same text', () => {
    for (const key of KEYS)
      expect(new Set(LANGUAGES.map((language) => wordsOf(language)[key])).size, key).toBe(LANGUAGES.length);
  });

  it('are in the script, punctuation and usage of their language', () => {
    for (const language of LANGUAGES)
      expect(
        texts(language).flatMap(([key, text]) => slipsOf(language, text).map((slip) => `${key}: ${slip}`)),
      ).toEqual([]);
  });

  it('end as sentences', () => {
    for (const language of LANGUAGES) expect(failing(language, (text) => !/[.。]$/.test(text))).toEqual([]);
  });

  it('have the numbers of the constants', () => {
    for (const language of LANGUAGES)
      for (const number of Object.values(PASSWORD_LENGTH))
        expect(errorWords(language)['ACC-0006']).toContain(String(number));
  });
});

describe('values', () => {
  it('are the same in all languages, are provided by the server, and can be missing', () => {
    for (const key of KEYS)
      for (const language of LANGUAGES) {
        const text = wordsOf(language)[key] ?? '';
        expect(placesOf(text), `${key} ${language}`).toEqual(PROVIDED[key as ErrorCode] ?? []);
        expect(text.replaceAll(/\[[^[\]]*\]/g, ''), `${key} ${language}`).not.toMatch(/[{}[\]|]/);
      }
  });

  it('leave no brace behind, with any values', () => {
    for (const language of LANGUAGES) expect(failing(language, (text) => /[{}[\]|]/.test(text))).toEqual([]);
    expect(fillWords(errorWords('en')['MFA-0011'], { minutes: 10 })).toContain('in 10 min.');
    expect(fillWords(errorWords('en')['MFA-0011'])).toContain('in a few minutes.');
    expect(fillWords(errorWords('en')['SEAT-0003'], { left: 0 })).toContain('(0 left)');
    expect(fillWords(errorWords('en')['SEAT-0002'], { seats: '4-7A, 4-7B', free: '' })).toBe(
      'Just taken: 4-7A, 4-7B. Please choose again.',
    );
    expect(fillWords(errorWords('en')['SEAT-0007'], { seats: 2 })).toBe(
      'Please choose one seat for each ticket.',
    );
    expect(fillWords(errorWords('ja')['ACC-0003'], { digits: '' })).toBe(
      '認証コードの数字をすべて入力してください。',
    );
    expect(fillWords('{a} and {toString}.', { a: '{b} [x|y]', b: 'no' })).toBe('{b} [x|y] and .');
  });
});

describe('the Chinese server messages', () => {
  it('stand for known error codes', () => {
    expect(SERVER_MESSAGE_CODES.size).toBe(4);
    for (const code of SERVER_MESSAGE_CODES.values()) expect(code in ERROR_STATUS).toBe(true);
  });
});

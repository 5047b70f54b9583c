// The mails in five languages: the same placeholders, and each text in its own script.
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { describe, expect, test } from 'vitest';
import { placesOf } from './error-words.ts';
import { MAIL_WORDS } from './mails.ts';
import { PICTURE_WORDS } from './pictures.ts';

/** Returns the texts of a tree by path. Functions are not called. */
const textsOf = (node: unknown, path = ''): [path: string, text: string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
      : [];
const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  en: /^[\p{ASCII}’]+$/u,
  ko: /\p{sc=Hangul}/u,
  'zh-CN': /\p{sc=Han}/u,
  'zh-TW': /\p{sc=Han}/u,
};

describe.each(LANGUAGES)('%s', (language) => {
  const { open, automatic, account, disruption, ticketChange, transfer } = MAIL_WORDS[language];
  const texts = textsOf({ open, automatic, account, disruption, ticketChange, transfer });
  test('has the placeholders of Japanese', () => {
    const ja = new Map(textsOf(MAIL_WORDS.ja));
    expect(texts.length).toBeGreaterThan(40);
    for (const [path, text] of texts) expect(placesOf(text), path).toEqual(placesOf(ja.get(path) ?? ''));
  });
  test('is in its own script', () => {
    const all = [...texts, ...textsOf(PICTURE_WORDS[language])];
    expect(all.filter(([, text]) => !SCRIPTS[language].test(text))).toEqual([]);
  });
});

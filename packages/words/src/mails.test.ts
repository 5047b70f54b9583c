// The mails in each language: the same placeholders, and each text in its own script.
import type { Language } from '@kippu/contract/languages';
import { LANGUAGES } from './languages.ts';
import { describe, expect, test } from 'vitest';
import { fillWords, placesOf } from './error-words.ts';
import { loadMessages } from './load-messages.ts';
import { mailWords, pictureWords } from './server-words.ts';

/** Returns the texts of a tree by path. Functions are not called. */
const textsOf = (node: unknown, path = ''): [path: string, text: string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
      : [];
const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  de: /^[\p{ASCII}’ÄÖÜäöüß„“–]+$/u,
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  en: /^[\p{ASCII}’]+$/u,
  ko: /\p{sc=Hangul}/u,
  'zh-CN': /\p{sc=Han}/u,
  'zh-TW': /\p{sc=Han}/u,
};

describe.each(LANGUAGES)('%s', (language) => {
  const { journey: _journey, ...words } = mailWords(language);
  const { reservation } = words;
  const texts = textsOf(words);
  test('has the placeholders of Japanese', () => {
    const ja = new Map(textsOf(mailWords('ja')));
    expect(texts.length).toBeGreaterThan(40);
    for (const [path, text] of texts) expect(placesOf(text), path).toEqual(placesOf(ja.get(path) ?? ''));
  });
  test('is in its own script', () => {
    const all = [...texts, ...textsOf(pictureWords(language))].filter(
      ([path]) => path !== '.reservation.calendarTitle' && path !== '.zoned',
    );
    expect(all.filter(([, text]) => !(SCRIPTS[language] ?? /\p{L}/u).test(text))).toEqual([]);
  });
  test('an entry of a calendar is the same from a mail and from the app', async () => {
    const { seat } = await loadMessages(language);
    const [train, from, to, station, platform, title] = ['T 1', 'A', 'B', 'A', '3', 'T 1'];
    const filled = [
      fillWords(reservation.calendarTitle, { train, from, to }),
      fillWords(reservation.calendarCancelled, { title }),
      fillWords(reservation.platform, { station, platform }),
    ];
    const inApp = [
      seat.calendarTitle(train, from, to),
      seat.calendarCancelled(title),
      seat.platformAt(station, platform).replaceAll('\u00a0', ' '),
    ];
    expect(filled).toEqual(inApp);
  });
});

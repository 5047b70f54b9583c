// The words for staff: each language has the files, keys and labels of the others, and none is empty.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DESK, DESK_LABELS } from './generated/desk.ts';
import { GATE, GATE_LABELS } from './generated/gate.ts';
import { placesOf } from './error-words.ts';
import { joined, textsWith } from './staff-text.ts';

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;
const filesOf = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => file !== 'labels.ts')
    .toSorted();

/** Returns the texts of a tree by path. A function is called with a number. */
const textsOf = (node: unknown, path = ''): [path: string, text: string][] =>
  typeof node === 'function'
    ? [[path, String(node(90))]]
    : typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
      : [[path, String(node)]];

describe.each([
  ['desk', DESK],
  ['gate', GATE],
] as const)('%s', (page, words) => {
  test.each(Object.entries(words))('in %s, has the files and keys of Japanese', (language, tree) => {
    expect(filesOf(`${language.toLowerCase()}/${page}`)).toEqual(filesOf(`ja/${page}`));
    const texts = textsOf(tree);
    expect(texts.map(([path]) => path)).toEqual(textsOf(words.ja).map(([path]) => path));
    const isIn = (text: string) =>
      language === 'ja' ? JAPANESE.test(text) : /[a-z]/i.test(text) && !JAPANESE.test(text);
    expect(texts.filter(([, text]) => !isIn(text))).toEqual([]);
  });
});

test.each([...Object.entries(DESK_LABELS), ...Object.entries(GATE_LABELS)])(
  'the labels in %s have the values of the English ones',
  (_language, labels) => {
    for (const [english, label] of Object.entries(labels)) {
      expect(label, english).not.toBe('');
      // A number that names a ticket in one language may be its name in another.
      if (english !== '{ticketNo}') expect(placesOf(label), english).toEqual(placesOf(english));
    }
  },
);

test('words, functions and trees are joined', () => {
  const ja = { a: 'あ', b: { at: (when: string) => `${when}に` } };
  const en = { a: 'A', b: { at: (when: string) => `at ${when}` } };
  const de = { a: 'Ä', b: { at: (when: string) => `um ${when}` } };
  const words = joined({ ja, en, de });
  expect(words.a).toEqual({ ja: 'あ', en: 'A', de: 'Ä' });
  expect(words.b.at('9:00')).toEqual({ ja: '9:00に', en: 'at 9:00', de: 'um 9:00' });
});

test('a text has its values in every language, and is in English where a label is missing', () => {
  const text = textsWith({ de: { 'Send {what}': '{what} senden', ticket: 'Ticket' } });
  expect(text('{what}を送る', 'Send {what}', { what: text('きっぷ', 'ticket') })).toEqual({
    ja: 'きっぷを送る',
    en: 'Send ticket',
    de: 'Ticket senden',
  });
  expect(text('送る {n}', 'Send {n}', { n: 2 })).toEqual({ ja: '送る 2', en: 'Send 2', de: 'Send 2' });
  expect(text('も', 'constructor').de).toBe('constructor');
});

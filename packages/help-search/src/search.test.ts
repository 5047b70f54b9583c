import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { romajiOf } from './names.ts';
import { stopWordsOf } from './stop-words.ts';
import { fold, stem, tokensOf } from './tokens.ts';
import { closeWord, slipsBetween } from './typos.ts';
import { indexFaq, searchFaq, type FaqBook } from './search.ts';

/** A few of the words without a topic that the server sends. */
const STOP = {
  words: 'a the i my do does can how where what want to for in on get is are please',
  phrases: 'ですか ますか てください できますか には は を に が の',
  signs: '的我',
};
const GERMAN = stopWordsOf({ words: 'wie kann ich die hat', phrases: '', signs: '' });
const NAMES = [
  ['京都', 'Kyoto', '교토'],
  ['新大阪', 'Shin-Osaka', '신오사카'],
];
const entry = (faqId: string, question: string, variants: string[] = [], answer = '') => ({
  faqId,
  question,
  variants,
  answer,
});
const book = (entries: ReturnType<typeof entry>[], words: string[][] = []): FaqBook => ({
  categories: [{ category: 'all', name: 'All', entries }],
  names: NAMES,
  words,
  stop: STOP,
  elsewhere: ['weather in Kyoto', 'best ramen restaurant', 'レストラン', '富士山に登る'],
});
const ENGLISH = indexFaq(
  book(
    [
      entry('luggage', 'Can I bring large luggage?', ['suitcase', 'where to put bags']),
      entry('reserve', 'How do I reserve a seat?', ['book a seat']),
      entry('cancel', 'Can I cancel my reservation?', ['cancellation fee']),
      entry('stops', 'Where does the train stop?', ['to Kyoto', 'travel time']),
      entry('refund', 'Can I get a refund?', [
        'money back',
        'refund please',
        'get a refund',
        'want my money back',
      ]),
    ],
    [
      ['reserve', 'book', 'reservation'],
      // Other topics: no entry answers questions about them.
      ['dog', 'pet'],
      ['weather', 'rain'],
    ],
  ),
  'en',
);
const JAPANESE = indexFaq(
  book([
    entry('luggage', '大きな荷物を持って乗れますか', ['スーツケース', '荷物置き場']),
    entry('cancel', '予約を取り消せますか', ['キャンセル']),
    entry('stops', '列車はどこに停まりますか', ['京都まで', '新大阪']),
  ]),
  'ja',
);
const find = (question: string, index = ENGLISH) => searchFaq(index, question).best?.faqId;

describe('a question matches in any spelling', () => {
  test('in other words, other forms and with slips', () => {
    expect(find('where do my suitcases go')).toBe('luggage');
    expect(find('BOOKING SEATS!!')).toBe('reserve');
    expect(find('refnud please')).toBe('refund');
    expect(find('how do i get my money back')).toBe('refund');
  });
  test('in full width, half width, katakana or hiragana', () => {
    for (const text of ['キャンセル', 'ｷｬﾝｾﾙ', 'きゃんせる']) expect(find(text, JAPANESE)).toBe('cancel');
    expect(fold('ＨＡＲＵＫＡ　Ｃafé')).toBe('haruka cafe');
  });
  test('with a station in kanji, kana, romaji or another language', () => {
    for (const text of ['京都', 'きょうと', 'Kyoto', '교토', 'しんおおさか', 'shin-osaka'])
      expect(searchFaq(JAPANESE, `${text}にはどこに停まりますか`).best?.faqId, text).toBe('stops');
    expect([romajiOf('きょうと'), romajiOf('しんおおさか'), romajiOf('さっぽろ')]).toEqual([
      'kyoto',
      'shinosaka',
      'sapporo',
    ]);
  });
});

describe('a question without an answer', () => {
  test('gets no answer', () => {
    for (const text of ['can I bring my dog', 'best ramen restaurant', 'zzzz', '🚆', '', '   ', '?!'])
      expect(find(text)).toBeUndefined();
    expect(find('富士山', JAPANESE)).toBeUndefined();
  });
  test('gets no answer because of a place name alone', () => {
    expect(find('weather in Kyoto')).toBeUndefined();
  });
});

test('an answer suggests others, never itself', () => {
  const { best, related } = searchFaq(ENGLISH, 'reserve a seat');
  expect(best?.faqId).toBe('reserve');
  expect(related.map(({ faqId }) => faqId)).not.toContain('reserve');
  expect(related.length).toBeGreaterThan(0);
});

test('every listed question finds its own answer', () => {
  for (const { entry: own } of ENGLISH.docs) expect(find(own.question)).toBe(own.faqId);
  for (const { entry: own } of JAPANESE.docs) expect(find(own.question, JAPANESE)).toBe(own.faqId);
});

test('an action and its object together decide the answer', () => {
  const index = indexFaq(
    book(
      [
        entry('change-seat', 'Can I change my seat?', ['another seat', 'swap the seat', 'modify the seat']),
        entry('change-date', 'Can I change the date?', ['another date', 'swap the date', 'modify the date']),
        entry('choose-seat', 'How do I choose a seat?', ['pick a seat', 'select a seat']),
      ],
      [
        ['change', 'swap', 'modify', 'switch'],
        ['seat', 'place'],
        ['date', 'day'],
      ],
    ),
    'en',
  );
  expect(find('switch my place', index)).toBe('change-seat');
  expect(find('switch the day', index)).toBe('change-date');
});

test('no text throws, and the same text gets the same answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const first = searchFaq(ENGLISH, text);
      expect(searchFaq(ENGLISH, text)).toEqual(first);
      expect(first.fit).toBeLessThanOrEqual(1);
      searchFaq(JAPANESE, text);
    }),
  );
});

test('forms of a word have one stem', () => {
  const stems = (words: string) => new Set(words.split(' ').map(stem));
  for (const words of ['book books booked booking', 'reserve reserved reserves', 'stop stopped stopping'])
    expect(stems(words).size, words).toBe(1);
});

test('German is found without its grammar, with or without its umlauts', () => {
  const tokens = (text: string) => tokensOf(fold(text), GERMAN).map(({ text: token }) => token);
  expect(tokens('Wie kann ich die Größe ändern?')).toEqual(tokens('grosse andern'));
  // The same letters are words with a topic in English.
  expect(tokensOf(fold('a hat'), stopWordsOf(STOP)).map(({ text }) => text)).toEqual(['hat']);
});

test('slips are counted up to two', () => {
  expect([
    slipsBetween('luggage', 'lugage', 2),
    slipsBetween('seat', 'saet', 2),
    slipsBetween('gate', 'late', 2),
  ]).toEqual([1, 1, 1]);
  expect(slipsBetween('ticket', 'luggage', 2)).toBe(3);
  expect(closeWord('lugage', ['luggage', 'language'])).toBe('luggage');
  expect(closeWord('late', ['gate'])).toBeUndefined();
});

test('a book that a phone kept of an earlier release is searched without stop words', () => {
  const { stop: _stop, ...kept } = book([entry('luggage', 'Can I bring luggage?', ['suitcase'])]);
  expect(searchFaq(indexFaq(kept, 'en'), 'suitcase').best?.faqId).toBe('luggage');
});

// Dates, numbers with their units and Chinese words do not break, and no visible character is added.
import { LANGUAGES } from '@kippu/words/languages';
import { expect, test } from 'vitest';
import { wholeWords } from './whole-words.ts';

test('a Chinese word does not break, a line may end between two words', () => {
  expect(wholeWords('添加车票。', 'zh-CN')).toBe('添\u2060加车\u2060票。');
  expect(wholeWords('新增車票。', 'zh-TW')).toBe('新\u2060增車\u2060票。');
});

test('a date, a number with its unit and a Korean phrase do not break', () => {
  expect(wholeWords('From 26 December to 4 January 2027, 5 minutes.', 'en')).toBe(
    'From 26\u00a0December to 4\u00a0January\u00a02027, 5\u00a0minutes.',
  );
  expect(wholeWords('2027년 1월 2일부터 3일', 'ko')).toBe('2027년\u00a01월\u00a02일부터 3일');
  expect(wholeWords('취소할 수 있습니다', 'ko')).toBe('취소할\u00a0수\u00a0있습니다');
  expect(wholeWords('번호는 한 번만, 이 역 직원에게', 'ko')).toBe(
    '번호는 한\u00a0번만, 이\u00a0역\u00a0직원에게',
  );
  expect(wholeWords('교토역 직원 두 명', 'ko')).toBe('교토역 직원 두\u00a0명');
  expect(wholeWords('2027年1月2日から', 'ja')).toBe('2027\u2060年\u20601\u2060月\u20602\u2060日から');
  expect(wholeWords('14天', 'zh-CN')).toBe('14\u2060天');
  expect(wholeWords('24小时', 'zh-CN')).toBe('24\u2060小\u2060时');
  expect(wholeWords('6至11岁', 'zh-CN')).toBe('6\u2060至\u206011\u2060岁');
  expect(wholeWords('7號', 'zh-TW')).toBe('7\u2060號');
  expect(wholeWords('QR碼', 'zh-TW')).toBe('QR\u2060碼');
  expect(wholeWords('普通车厢', 'zh-CN')).toMatch(/车\u2060厢$/);
  expect(wholeWords('購票處', 'zh-TW')).toBe('購\u2060票\u2060處');
});

test('nothing visible is added, and words are left alone if a browser cannot find them', () => {
  const text = '2日票，QR码 5 m 1월 12月26日';
  for (const language of LANGUAGES)
    expect(wholeWords(text, language).replaceAll('\u2060', '').replaceAll('\u00a0', ' ')).toBe(text);
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  try {
    expect(wholeWords('添加车票', 'zh-CN')).toBe('添加车票');
  } finally {
    Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true });
  }
});

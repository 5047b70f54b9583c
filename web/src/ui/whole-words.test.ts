// Words stay whole, and nothing but invisible joiners is added.
import { LANGUAGES } from '@kippu/contract/limits';
import { expect, test } from 'vitest';
import { wholeWords } from './whole-words.ts';

test('a Chinese word is held together, a line may end between two', () => {
  expect(wholeWords('添加车票。', 'zh-CN')).toBe('添\u2060加车\u2060票。');
  expect(wholeWords('新增車票。', 'zh-TW')).toBe('新\u2060增車\u2060票。');
  expect(wholeWords('2日票、QR码', 'zh-CN').replaceAll('\u2060', '')).toBe('2日票、QR码');
});

test('other languages are given as they are, and so is Chinese where a browser cannot tell words', () => {
  for (const language of LANGUAGES)
    if (!language.startsWith('zh')) expect(wholeWords('添加車票', language)).toBe('添加車票');
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  try {
    expect(wholeWords('添加车票', 'zh-CN')).toBe('添加车票');
  } finally {
    Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true });
  }
});

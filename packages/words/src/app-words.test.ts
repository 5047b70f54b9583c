// All words exist in each language, in the right script, and are those of the glossary. (A missing key does not compile.)
import { readFileSync } from 'node:fs';
import type { Language } from '@kippu/contract/languages';
import { LANGUAGES } from './languages.ts';
import { saysOtherTerm } from '../test/language-slips.ts';
import { describe, expect, test } from 'vitest';
import { loadMessages } from './load-messages.ts';

/** Returns the texts of a tree by path. A function is called with several numbers and words. */
function textsOf(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') {
    return [1, 2, 21].map((n) => [`${path}(${n})`, String(node(...Array(8).fill(n)))]);
  }
  if (Array.isArray(node)) return node.flatMap((item, i) => textsOf(item, `${path}[${i}]`));
  if (typeof node !== 'object' || node === null) throw new Error(`${path} is no word`);
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, path ? `${path}.${key}` : key));
}

const texts = new Map<Language, Map<string, string>>();
for (const language of LANGUAGES) texts.set(language, new Map(textsOf(await loadMessages(language))));
const of = (language: Language) => [...(texts.get(language) ?? [])];

/** Names and notations that are the same in all languages. */
const isName = (text: string) =>
  /^[\sA-Z0-9·.,:()+\-–→⇄@/{}%]*$/i.test(text.replaceAll(/Kippu|HARUKA|QR/g, ''));

describe.each(LANGUAGES)('%s', (language) => {
  test('no text is empty, undefined or padded', () => {
    const bad = of(language).filter(
      ([, text]) => text.trim() !== text || /undefined|NaN|\[object/.test(text) || text === '',
    );
    expect(bad).toEqual([]);
  });
  test('calls each thing by one name', () => {
    expect(of(language).filter(([, text]) => saysOtherTerm(language, text))).toEqual([]);
  });
  test('has no incomplete placeholder', () => {
    expect(of(language).filter(([, text]) => /\$\{|\{\{/.test(text))).toEqual([]);
  });
});

const SCRIPTS: Readonly<Partial<Record<Language, RegExp>>> = {
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  ko: /\p{sc=Hangul}/u,
  'zh-CN': /\p{sc=Han}/u,
  'zh-TW': /\p{sc=Han}/u,
};
test.each(Object.entries(SCRIPTS) as [Language, RegExp][])(
  '%s is written in its own script',
  (language, script) => {
    const foreign = of(language).filter(([, text]) => !script.test(text) && !isName(text));
    expect(foreign).toEqual([]);
  },
);

test('Korean and Chinese hold no kana, English no Han', () => {
  const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
  for (const language of ['ko', 'zh-CN', 'zh-TW', 'en'] as const)
    expect(of(language).filter(([, text]) => kana.test(text))).toEqual([]);
  expect(of('en').filter(([, text]) => /[\p{sc=Han}\p{sc=Hangul}]/u.test(text))).toEqual([]);
});

test('the two Chinese scripts are not mixed up', () => {
  const simplifiedOnly = /[车票务订预兑换码时间钟发认证护处离开关网络电话语设错误试请输码]/u;
  const traditionalOnly = /[車務訂預換碼時間鐘發認證護處離開關網絡電話語設錯誤試請輸碼]/u;
  const shared = /[票兑码]/u;
  const slips = (language: Language, other: RegExp) =>
    of(language).filter(([, text]) => [...text].some((sign) => other.test(sign) && !shared.test(sign)));
  expect(slips('zh-CN', traditionalOnly)).toEqual([]);
  expect(slips('zh-TW', simplifiedOnly)).toEqual([]);
});

/** The glossary's table below 'What travellers read': its languages, then a row of words a thing. */
const [head = [], , ...rows] = (
  readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8').split(
    '## What travellers read',
  )[1] ?? ''
)
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test.each(['ja', 'en', 'ko', 'zh-CN', 'zh-TW'])(
  'the app says the words of the glossary in %s',
  (language) => {
    const said = of(language)
      .map(([, text]) => text.toLowerCase())
      .join('\n');
    const words = rows.map((row) => row[head.indexOf(language)] ?? 'no word');
    expect(words.length).toBeGreaterThan(15);
    expect(words.filter((word) => !said.includes(word.toLowerCase()))).toEqual([]);
  },
);

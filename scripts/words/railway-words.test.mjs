import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCode, KEPT, railwayWords, searchFor, searchForOthers } from './railway-words.mjs';

const words = railwayWords(path.join(import.meta.dirname, '../../operators/kansai'));
const search = searchFor(words);
const FILE = 'apps/web/src/app/made-up.ts';
/** The words found in one line of a file. @param {string} line */
const found = (line, file = FILE) => search(file, line).map((each) => /'(.+?)' is/.exec(each)?.[1]);

describe('words of a railway in code', () => {
  it.each([
    ["const from = 'Kyoto';", 'kyoto'],
    ["/** ISO 4217, such as 'JPY'. */", 'jpy'],
    ['const at = `${day}T10:00:00+09:00`;', '+09:00'],
    ["setZone('Asia/Tokyo');", 'asia/tokyo'],
    ['// midnight in Tokyo', 'tokyo'],
    ['const kansaiPrices = [];', 'kansai'],
    ['const HARUKA_TRAINS = 61;', 'haruka'],
    ["if (kind === 'haruka') return;", 'haruka'],
    ['// はるかは京都に停まる', 'はるか', '京都'],
    ["ko: '하루카를 타세요'", '하루카'],
    ["const price = '¥1200';", '¥'],
    ["const price = '1200円';", '円'],
    ['/** Whole yen. */', 'yen'],
    ["const id = 'kansai-airport';", 'kansai-airport'],
  ])('refuses %s', (line, ...expected) => {
    expect(found(line)).toEqual(expected);
  });

  it('names the file and the line', () => {
    expect(search(FILE, "const a = 1;\nconst b = 'Kyoto';\n")).toEqual([
      expect.stringMatching(/^apps\/web\/src\/app\/made-up\.ts:2: 'kyoto' is a word of one railway/),
    ]);
  });

  it('leaves words that only contain one', () => {
    expect(found("const yenning = 'Osakan', tokyoite = 1;")).toEqual([]);
  });

  it('keeps the names of the specification in their files alone', () => {
    const line = "seats: '/packages/haruka/harukaReserve',";
    expect(found(line, 'apps/web/src/app/router/link-to.ts')).toEqual([]);
    expect(found(line)).toEqual(['haruka']);
    expect(found("seats: '/packages/haruka/kyoto',", 'apps/web/src/app/router/link-to.ts')).toEqual([
      'kyoto',
    ]);
    for (const { text, why } of KEPT) expect([text, why.length > 0]).toEqual([text, true]);
  });

  it('reads code, and neither tests nor data', () => {
    const files = [
      'apps/web/src/main.tsx',
      'packages/words/src/ja/app/seat.ts',
      'scripts/start.mjs',
      'apps/web/src/main.test.ts',
      'apps/web/test/setup.ts',
      'operators/kansai/operator.json',
      'docs/data.md',
    ];
    expect(files.filter(isCode)).toEqual(files.slice(0, 3));
  });
});

describe('words of another railway in what one shows', () => {
  const folder = (/** @type {string} */ name) => path.join(import.meta.dirname, '../../operators', name);
  it.each([
    ['alpine', 'Nach Kyoto', 'kyoto'],
    ['alpine', 'Willkommen bei Kippu', 'kippu'],
    ['alpine', 'CHF 12.00, ¥ 1200', '¥'],
    ['alpine', 'departure haruka-14@2026-04-01', 'haruka'],
    ['kansai', 'To Firnjoch Pass', 'firnjoch pass'],
    ['kansai', 'Swiss time', 'swiss time'],
  ])('on %s, finds %s', (name, text, word) => {
    expect(searchForOthers(folder(name))('here', text)).toEqual([
      expect.stringMatching(`^here:1: '${word}' `),
    ]);
  });
  it('leaves a railway its own words, addresses and emails', () => {
    expect(searchForOthers(folder('kansai'))('here', 'Kippu: Kyoto, ¥1200')).toEqual([]);
    const mail = 'counter@kippu.example https://rail.example/#/packages/haruka/harukaReserve';
    expect(searchForOthers(folder('alpine'))('here', mail)).toEqual([]);
  });
});

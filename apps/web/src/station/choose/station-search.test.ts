// Stations are found in any spelling, and the intended one comes first.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foldText, kanaToRomaji, searchStations } from './station-search.ts';

const station = (code: string, jp: string, en: string, kr: string, cn: string, tc: string) => ({
  code,
  stationNameJp: jp,
  stationNameEn: en,
  stationNameKr: kr,
  stationNameCn: cn,
  stationNameTc: tc,
});
const stations = [
  station('A-31', '京都', 'Kyoto', '교토', '京都', '京都'),
  station('A-46', '新大阪', 'Shin-Osaka', '신오사카', '新大阪', '新大阪'),
  station('A-47', '大阪', 'Osaka', '오사카', '大阪', '大阪'),
  station('O-01', '天王寺', 'Tennoji', '덴노지', '天王寺', '天王寺'),
  station('O-10', '天満', 'Temma', '덴마', '天满', '天滿'),
  station('A-60', '三ノ宮', 'Sannomiya', '산노미야', '三之宫', '三之宮'),
  station('Q-29', 'JR難波', 'JR-Namba', 'JR난바', 'JR难波', 'JR難波'),
  station('A-99', '茨木', 'Ibaraki', '이바라키', '茨木', '茨木'),
  station('S-47', '関西空港', 'Kansai-Airport', '간사이공항', '关西机场', '關西機場'),
  station('D-27', '城陽', 'Joyo', '조요', '城阳', '城陽'),
  {
    ...station('P-17', 'ユニバーサルシティ', 'Universal-city', '유니버설시티', '环球城', '環球城'),
    alsoNamed: ['USJ'],
  },
  station('E-04', '円町', 'Emmachi', '엔마치', '圆町', '圓町'),
  station('D-08', '新田', 'Shinden', '신덴', '新田', '新田'),
  station('F-02', '津田', 'Tsuda', '쓰다', '津田', '津田'),
  station('D-09', '福島', 'Fukushima', '후쿠시마', '福岛', '福島'),
];
const found = (typed: string) => searchStations(stations, typed).map((s) => s.stationNameEn);

describe.each([
  [
    'Kyoto',
    [
      '京都',
      'きょうと',
      'キョウト',
      'kyoto',
      'KYŌTO',
      'kyouto',
      'Kyoto ',
      'ｋｙｏｔｏ',
      '교토',
      '京都駅',
      '京都站',
      '교토역',
      'A-31',
      'a31',
      'きょうt',
      '쿄토',
      '쿄우토',
      '京都车站',
    ],
  ],
  ['Osaka', ['おおさか', 'oosaka', 'Ōsaka', 'オオサカ', '오사카', '大阪']],
  [
    'Shin-Osaka',
    [
      '신오오사카',
      'しんおおさか',
      'shin osaka',
      'shinosaka',
      'sin-oosaka',
      'Shin-Ōsaka',
      '新大阪',
      '신오사카',
    ],
  ],
  [
    'Tennoji',
    [
      '텐노지',
      '텐노우지',
      '덴노우지',
      '텐노지역',
      '天王寺车站',
      '天王寺車站',
      'てんのうじ',
      'tennouji',
      'Tennōji',
      'tennozi',
      '天王寺',
      'テンノウジ',
      'tennō',
    ],
  ],
  ['Temma', ['てんま', 'tenma', 'temma', '天満', '天满', '天滿']],
  ['JR-Namba', ['なんば', 'nanba', 'namba', '難波', '难波', 'jr難波']],
  ['Joyo', ['じょうよう', 'zyouyou', 'jōyō', '城阳']],
  [
    'Universal-city',
    ['유니버셜시티', 'USJ', 'ユニバーサルシティ', 'ゆにばーさる', 'universal city', '环球', '環球'],
  ],
  ['Sannomiya', ['三宮', '三宫', '三之宮', '三ノ宮駅', '산노미야']],
  ['Tsuda', ['츠다', '쯔다', '즈다']],
  ['Emmachi', ['えんまち', 'enmachi', 'enmati', 'em']],
  ['Tsuda', ['つだ', 'tuda', 'tsuda']],
  ['Fukushima', ['ふくしま', 'hukusima', 'fukus']],
  ['Kansai-Airport', ['関西', '关西', '關西', 'airport', 'kansai']],
])('%s', (name, spellings) => {
  test.each(spellings)('is first for %o', (typed) => expect(found(typed)[0]).toBe(name));
});

test('an exact name comes before names that contain it', () => {
  expect(found('大阪')).toEqual(['Osaka', 'Shin-Osaka']);
  expect(found('shin')).toEqual(['Shin-Osaka', 'Shinden']);
});

test('nothing matches nonsense, blanks and punctuation', () => {
  for (const typed of ['xyzzy', '', '   ', '---', '駅駅駅', '%', '\\', '\u0000'])
    expect(found(typed)).toEqual([]);
});

test('kana become Hepburn', () => {
  expect(kanaToRomaji('きっぷ')).toBe('kippu');
  expect(kanaToRomaji('マッチ')).toBe('matchi');
  expect(kanaToRomaji('しゃしょう')).toBe('shashou');
  expect(kanaToRomaji('じゃばら')).toBe('jabara');
  expect(kanaToRomaji('ひょうご')).toBe('hyougo');
  expect(kanaToRomaji('京')).toBe('京');
});

test('folding removes width, case and marks', () => {
  expect(foldText(' ＪＲ・難波駅 ')).toBe('jr難波');
  expect(foldText('Shin-Ōsaka')).toBe('shinosaka');
  expect(foldText('교토역')).toBe(foldText('쿄오토'));
  expect(foldText('駅')).toBe('駅');
});

test('no two stations of the railway have one name in Hangul', () => {
  const file = readFileSync(
    new URL('../../../../../operators/kansai/gtfs/translations.txt', import.meta.url),
    'utf8',
  );
  const names = [...file.matchAll(/^"stops","stop_name","ko","([^"]+)"/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(300);
  const folded = new Map<string, string[]>();
  for (const name of new Set(names))
    folded.set(foldText(name), [...(folded.get(foldText(name)) ?? []), name]);
  expect([...folded.values()].filter((same) => same.length > 1)).toEqual([]);
});

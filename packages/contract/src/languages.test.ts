// Languages are chosen by BCP 47 tags, for every reader and every name alike.
import { describe, expect, test } from 'vitest';
import { acceptedTags, bestTag, chooseLanguage } from './languages.ts';
import { nameIn, namesOf, textIn, wireNames } from './names.ts';

const JAPANESE = { languages: ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'], fallback: 'en' };
const SWISS = { languages: ['de-CH', 'fr', 'it', 'en'], fallback: 'de-CH' };

test.each([
  [['ja-JP'], 'ja'],
  [['en-US', 'ja'], 'en'],
  [['ko'], 'ko'],
  [['zh'], 'zh-CN'],
  [['zh-CN'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-Hans-HK-x-own'], 'zh-CN'],
  [['zh-TW'], 'zh-TW'],
  [['ZH-hk'], 'zh-TW'],
  [['zh-MO'], 'zh-TW'],
  [['zh-Hant'], 'zh-TW'],
  [['zh_Hant_TW'], 'zh-TW'],
  [['fr-FR', 'de', 'ko-KR'], 'ko'],
  [['fr-FR'], 'en'],
  [['no tag', '', 'ko'], 'ko'],
  [[], 'en'],
] as const)('in Japan, %o is served in %s', (wanted, language) => {
  expect(chooseLanguage(wanted, JAPANESE)).toBe(language);
});

test.each([
  [['de'], 'de-CH'],
  [['de-AT'], 'de-CH'],
  [['fr-CH-1990'], 'fr'],
  [['rm', 'it-IT'], 'it'],
  [['ja'], 'de-CH'],
] as const)('in Switzerland, %o is served in %s', (wanted, language) => {
  expect(chooseLanguage(wanted, SWISS)).toBe(language);
});

test('a reader of another script gets the language rather than the fallback', () => {
  expect(chooseLanguage(['zh-CN'], { languages: ['de', 'zh-TW'], fallback: 'de' })).toBe('zh-TW');
});

test('the base comes before a kin of another region, the own region before others', () => {
  expect(bestTag(['de-AT', 'de'], 'de-CH')).toBe('de');
  expect(bestTag(['pt-BR', 'pt-PT'], 'pt-PT')).toBe('pt-PT');
  expect(bestTag(['zh-Hant-HK', 'zh-Hant-TW'], 'zh-TW')).toBe('zh-Hant-TW');
  expect(bestTag(['und'], 'en')).toBeUndefined();
});

test('Accept-Language is read by its weights', () => {
  expect(acceptedTags('fr;q=0.5, de-CH, en;q=0.8, *;q=0.1, ja;q=0')).toEqual(['de-CH', 'en', 'fr']);
  expect(acceptedTags('')).toEqual([]);
});

describe('names', () => {
  test('in a language without a field of its own are in a map by tag', () => {
    const names = wireNames('stationName', { de: 'Bern', fr: 'Berne' }, SWISS);
    expect(names).toEqual({
      stationNameJp: 'Bern',
      stationNameEn: 'Bern',
      stationNameKr: 'Bern',
      stationNameCn: 'Bern',
      stationNameTc: 'Bern',
      stationNameIn: { 'de-CH': 'Bern', fr: 'Berne', it: 'Bern' },
    });
    expect(nameIn(names, 'stationName', 'fr')).toBe('Berne');
    expect(nameIn(namesOf(names, 'stationName', 'fromName'), 'fromName', 'fr')).toBe('Berne');
  });

  test('of a railway whose languages all have fields have no map, as older apps know them', () => {
    const names = wireNames('productName', { ja: '京都', en: 'Kyoto', 'zh-Hant': '京都' }, JAPANESE);
    expect(Object.keys(names).toSorted()).toEqual(
      ['Cn', 'En', 'Jp', 'Kr', 'TC'].map((suffix) => `productName${suffix}`),
    );
    expect(nameIn(names, 'productName', 'ko')).toBe('Kyoto');
  });

  test('fall back to the operator’s fallback, then to its other languages, then to any', () => {
    expect(textIn({ ja: '京都', en: 'Kyoto' }, 'de', JAPANESE)).toBe('Kyoto');
    expect(textIn({ ja: '京都', de: 'Kioto' }, 'ko', JAPANESE)).toBe('京都');
    expect(textIn({ de: 'Kioto', ja: '' }, 'ko', JAPANESE)).toBe('Kioto');
    expect(textIn({ ja: 'はるか', en: 'HARUKA' }, 'it', SWISS)).toBe('HARUKA');
    expect(textIn({}, 'ko', JAPANESE)).toBe('');
  });
});

// The language at the first start, negotiated by BCP 47 tags.
import { expect, test } from 'vitest';
import { pickLanguage } from './settings.ts';

test.each([
  [['ja-JP'], 'ja'],
  [['en-US', 'ja'], 'en'],
  [['ko'], 'ko'],
  [['zh'], 'zh-CN'],
  [['zh-CN'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-Hans-HK-x'], 'zh-CN'],
  [['zh-TW'], 'zh-TW'],
  [['zh-HK'], 'zh-TW'],
  [['zh-MO'], 'zh-TW'],
  [['zh-Hant'], 'zh-TW'],
  [['zh_Hant_TW'], 'zh-TW'],
  [['fr-FR', 'de', 'ko-KR'], 'ko'],
  [['fr-FR'], 'ja'],
  [[], 'ja'],
] as const)('%o is served in %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language);
});

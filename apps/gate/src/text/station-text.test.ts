import { setLanguages } from '@kippu/contract/languages';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { namesOf } from '@kippu/contract/names';
import { afterEach, expect, test } from 'vitest';
import { gateLanguages, stationText } from './texts.ts';

const ours = { languages: ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'], fallback: 'en' };
afterEach(() => setLanguages(ours));

test('a station is named in the languages that the gate shows', () => {
  setLanguages({ languages: ['de', 'en'], fallback: 'en' });
  const station: Station = {
    ...namesOf(
      { stationNameJp: 'ジュネーブ', stationNameEn: 'Geneva', stationNameIn: { de: 'Genf' } },
      'stationName',
    ),
    stationId: 'geneva',
    code: '',
    lat: 0,
    lon: 0,
    region: '',
    gate: 'qr',
    haruka: true,
  };
  const text = stationText(station);
  expect(gateLanguages().map((language) => text[language])).toEqual(['Genf', 'Geneva']);
});

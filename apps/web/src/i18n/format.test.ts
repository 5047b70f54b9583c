// Wire times are Tokyo wall time and are shown unchanged in any time zone of the phone.
import { LANGUAGES } from '@kippu/words/languages';
import { expect, test } from 'vitest';
import {
  formatCountdown,
  formatDate,
  formatDay,
  formatDayNumber,
  formatList,
  formatMoment,
  formatTime,
  formatUnits,
  groupedNumber,
  wholeEmail,
} from './format.ts';

/** Removes word joiners and makes spaces plain. */
const visible = (text: string): string => text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ');

test('a moment keeps its date and time in every zone and language', () => {
  const before = process.env['TZ'];
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env['TZ'] = zone;
    for (const language of LANGUAGES) {
      expect(formatMoment('2026-11-29 00:10:00', language)).toContain('00:10');
      expect(formatDay('2026-11-29', language)).toContain('29');
    }
  }
  process.env['TZ'] = before;
});

test('half past midnight and three in the afternoon are shown in 24-hour time', () => {
  expect(formatTime('2026-11-29 00:30:00')).toBe('00:30');
  expect(formatTime('2026-11-29 15:00:00')).toBe('15:00');
});

test('is formatted as each language writes it', () => {
  expect(visible(formatDay('2026-11-29', 'en'))).toBe('Sun 29 Nov');
  expect(visible(formatDay('2026-11-29', 'de'))).toBe('So. 29. Nov.');
  expect(visible(formatMoment('2026-11-29 23:59:00', 'de'))).toBe('So. 29. Nov., 23:59');
  expect(visible(formatDay('2026-11-29', 'ja'))).toBe('11月29日(日)');
  expect(visible(formatDay('2026-11-29', 'ko'))).toBe('11월 29일(일)');
  expect(visible(formatDay('2026-11-29', 'zh-CN'))).toBe('11月29日(周日)');
  expect(visible(formatDay('2026-11-29', 'zh-TW'))).toBe('11月29日(週日)');
  expect(visible(formatMoment('2026-11-29 23:59:00', 'zh-TW'))).toBe('11月29日(週日) 23:59');
  expect(visible(formatMoment('2026-11-29 23:59:00', 'ko'))).toBe('11월 29일(일) 23:59');
  expect(formatDayNumber('2026-12-01 10:00:00')).toBe('1');
  expect(formatUnits(['7A', '7B'], 'ja')).toBe('7A、7B');
  expect(formatUnits(['7A', '7B'], 'en')).toBe('7A, 7B');
});

test('a countdown never goes below zero and counts the current second', () => {
  expect(formatCountdown(278_000)).toBe('4:38');
  expect(formatCountdown(60_000)).toBe('1:00');
  expect(formatCountdown(59_001)).toBe('1:00');
  expect(formatCountdown(1)).toBe('0:01');
  expect(formatCountdown(-5)).toBe('0:00');
});

test('numbers are grouped in fours', () => {
  expect(groupedNumber('410277360185')).toBe('4102 7736 0185');
  expect(groupedNumber('12345')).toBe('1234 5');
  expect(groupedNumber('')).toBe('');
});

test('no line ends within a date, and one may end between it and its time', () => {
  for (const language of LANGUAGES) {
    for (const date of [formatDay, formatDate].map((format) => format('2026-11-30', language)))
      expect(date).not.toMatch(/ |[\d年月日](?=[年月日])|[年月日](?=\d)/);
    expect(formatMoment('2026-11-30 23:59:00', language).split(' ')).toHaveLength(2);
  }
  expect(formatDay('2026-11-30', 'en')).toBe('Mon\u00a030\u00a0Nov');
  expect(formatDate('2026-11-30', 'zh-TW')).toMatch(/日\(\u2060週\u2060一\u2060\)$/);
  expect(formatDay('2026-11-30', 'ko')).toMatch(/^11월\u00a030일/);
  expect(formatDay('2026-11-30', 'ja')).toMatch(/^11\u2060月\u206030\u2060日\u2060\(/);
  expect(formatDay('2026-11-30', 'zh-CN')).toMatch(/^11\u2060月\u206030\u2060日\u2060\(/);
});

test('seats are joined as each language writes a list', () => {
  const listed = LANGUAGES.map((language) => [language, formatList(['7A', '7B', '7C'], language)]);
  expect(Object.fromEntries(listed)).toEqual({
    de: '7A, 7B und 7C',
    ja: '7A、7B、7C',
    en: '7A, 7B and 7C',
    ko: '7A, 7B, 7C',
    'zh-CN': '7A、7B和7C',
    'zh-TW': '7A、7B和7C',
  });
});

test('an email breaks at no hyphen if it fits on a line, else before its @', () => {
  expect(wholeEmail('mei-lin@example.com')).toBe('mei\u2060-\u2060lin@example.com');
  expect(wholeEmail('mei-lin@mail.hotel.example.com')).toBe(
    'mei\u2060-\u2060lin\u200b@mail.hotel.example.com',
  );
  const long = 'a-very-long-name-of-a-guest@example.com';
  expect(wholeEmail(long)).toBe(long);
});

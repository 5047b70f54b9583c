// Times are shown as Japan's wall time, as sent by the server, whatever the browser's time zone.
import { expect, test } from 'vitest';
import { dateText, dayText, momentText, shortMomentText } from './format.ts';

const WIRE = '2026-03-05 00:10:00';

test('times in Japanese and in English', () => {
  expect([dayText(WIRE, 'ja'), dayText(WIRE, 'en')]).toEqual(['2026年3月5日(木)', 'Thu 5 Mar 2026']);
  expect([dateText('2026-03-05', 'ja'), dateText('2026-03-05', 'en')]).toEqual(['2026/03/05', '5 Mar 2026']);
  expect([momentText(WIRE, 'ja'), momentText(WIRE, 'en')]).toEqual([
    '2026年3月5日(木) 00:10',
    'Thu 5 Mar 2026, 00:10',
  ]);
  expect([shortMomentText(WIRE, 'ja'), shortMomentText(WIRE, 'en')]).toEqual([
    '2026/03/05 00:10',
    '5 Mar 2026, 00:10',
  ]);
});
